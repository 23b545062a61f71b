import type { PaymentMethodType } from './enums.ts';
import type { ErrorCode } from './errors.ts';
import type { PaymentMethodInput } from './requests/payment-method-input.ts';
import type { UpdateHostedCheckout } from './requests/hosted-checkout-input.ts';
import type { HostedCheckout } from './resources/hosted-checkout.ts';
import type { PublicPaymentIntent } from './resources/payment-intent.ts';

/**
 * The global `Mizan` that `<script src="…/js/mizan.js">` defines. The script works with the platform that serves it.
 *
 * @param publishableKey optional; restricts use to pages of the key's `allowedOrigins`
 */
export type MizanFactory = (publishableKey?: string) => MizanJs;

/** The checkout, embedded in your own page. */
export interface MizanJs {
  /** Shows the complete checkout in a frame on the page. For sessions with `uiMode: 'embedded'`. */
  initEmbeddedCheckout(options: EmbeddedCheckoutOptions): EmbeddedCheckout;
  /**
   * Returns the checkout without a user interface, for a page that renders its own. For sessions with `uiMode: 'custom'`.
   *
   * @throws MizanError `invalid_client_secret`, or `network_error` if the platform is unavailable
   */
  initCheckout(options: CheckoutSecret): Promise<CustomCheckout>;
}

/** Identifies the checkout. One of the two fields is required. */
export interface CheckoutSecret {
  /** The client secret of a session created by your server. */
  readonly clientSecret?: string;
  /**
   * Makes your server create a session and returns its client secret. Not called when the buyer returns from a bank or a
   * wallet: the checkout then continues with the existing session.
   */
  readonly fetchClientSecret?: () => Promise<string>;
}

export interface EmbeddedCheckoutOptions extends CheckoutSecret {
  /**
   * Where the buyer returns to after a redirect to a bank or a wallet: one of your pages that shows the checkout. Defaults
   * to the current page. `checkout_session=cs_…` is added to its query.
   */
  readonly returnUrl?: string;
  /** Called when the checkout is visible. */
  readonly onReady?: () => void;
  /** Called once when the checkout is complete. Fulfill the order on the webhook event, not on this callback. */
  readonly onComplete?: (result: CompletedCheckout) => void;
  /**
   * Called if the checkout cannot be shown or paid: `frame_refused` if the origin of the page is not registered,
   * `client_secret_unavailable` if `fetchClientSecret` failed, `invalid_client_secret`, `checkout_session_expired`.
   */
  readonly onError?: (error: MizanError) => void;
}

/** The result of a complete checkout. */
export interface CompletedCheckout {
  readonly checkoutSessionId: string;
  /** `unpaid` while the payment is pending: a voucher, a bank transfer, or a payment to capture. */
  readonly paymentStatus: HostedCheckout['paymentStatus'];
}

/** A checkout in a frame. */
export interface EmbeddedCheckout {
  /** Shows the checkout in an element and replaces its content. @param target the element, or a CSS selector */
  mount(target: string | MountTarget): void;
  /** Removes the checkout from the page. `mount` shows it again. */
  unmount(): void;
  /** Removes the checkout from the page permanently. */
  destroy(): void;
}

/** An element of the page. */
export interface MountTarget {
  replaceChildren(...nodes: never[]): void;
}

/** A checkout that your page renders. Every change returns the updated checkout. */
export interface CustomCheckout {
  /** Returns the checkout as it was last retrieved. */
  session(): HostedCheckout;
  /**
   * `change` is called whenever the checkout changes, also while a payment is in progress. `complete` is called once.
   *
   * @returns a function that removes the listener
   */
  on(event: 'change' | 'complete', listener: (session: HostedCheckout) => void): () => void;
  /** Retrieves the checkout again. @throws MizanError */
  refresh(): Promise<HostedCheckout>;
  /** @throws MizanError `promotion_code_not_found`, or another code that says why the promotion code cannot be used */
  applyPromotionCode(code: string): Promise<HostedCheckout>;
  /** @throws MizanError */
  removePromotionCode(): Promise<HostedCheckout>;
  /** For a discount that can no longer be given, with which `confirm` throws. @param index in `discounts` @throws MizanError */
  removeDiscount(index: number): Promise<HostedCheckout>;
  /** For a line whose `adjustableQuantity` is enabled. @throws MizanError */
  updateLineItemQuantity(lineItemId: string, quantity: number): Promise<HostedCheckout>;
  /** For a line whose price lets the buyer choose the amount. @param customAmount minor units @throws MizanError */
  updateLineItemAmount(lineItemId: string, customAmount: number): Promise<HostedCheckout>;
  /** Merged field by field. @throws MizanError */
  updateCustomerDetails(details: NonNullable<UpdateHostedCheckout['customerDetails']>): Promise<HostedCheckout>;
  /** @throws MizanError */
  updateCustomFields(fields: NonNullable<UpdateHostedCheckout['customFields']>): Promise<HostedCheckout>;
  /** Returns the totals for this payment method. @param cardBin first 6 to 8 digits of the card @throws MizanError */
  choosePaymentMethod(type: PaymentMethodType, cardBin?: string): Promise<HostedCheckout>;
  /**
   * Pays the total that `session()` shows. If the buyer must continue at a bank or a wallet, the page is redirected and
   * the promise never resolves, unless `redirect` is `never`. If the response is lost, the request is repeated until its
   * outcome is known; the buyer is never charged twice.
   *
   * @throws MizanError if the request is invalid; a declined payment is not an error but an `outcome`
   */
  confirm(options?: ConfirmOptions): Promise<ConfirmedPayment>;
  /** Stops following the payment and removes all listeners. */
  destroy(): void;
}

export interface ConfirmOptions {
  /** Required unless the total is 0. */
  readonly paymentMethod?: PaymentMethodInput;
  /** Where the buyer returns to. Defaults to the current page. `checkout_session=cs_…` is added to its query. */
  readonly returnUrl?: string;
  /** With `never`, your page must redirect the buyer to `nextActionUrl` itself. */
  readonly redirect?: 'if_required' | 'never';
}

/** The result of a confirm. */
export interface ConfirmedPayment {
  /**
   * `complete`: the checkout is complete. `requires_action`: the buyer must continue at `nextActionUrl`. `processing`: the
   * outcome is not known yet; wait for `change` and `complete`. `declined`: `paymentIntent.lastPaymentError` says why, and
   * the buyer can try again.
   */
  readonly outcome: 'complete' | 'requires_action' | 'processing' | 'declined';
  readonly session: HostedCheckout;
  /** `null` if there was nothing to pay. */
  readonly paymentIntent: PublicPaymentIntent | null;
  readonly nextActionUrl: string | null;
}

/** Why a request failed. */
export interface MizanError extends Error {
  /**
   * `network_error`: no response. `frame_refused`: the origin of the page is not registered. `client_secret_unavailable`:
   * `fetchClientSecret` of an embedded checkout failed; the message is its own.
   */
  readonly code: ErrorCode | 'network_error' | 'frame_refused' | 'client_secret_unavailable';
  /** The parameter that caused the error. */
  readonly param: string | undefined;
  /** HTTP status. Undefined if there was no response. */
  readonly status: number | undefined;
}
