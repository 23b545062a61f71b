// Generated from packages/contracts/src/mizan-js.ts by `npm run docs`. Do not edit.
import type {
  ErrorCode,
  HostedCheckout,
  PaymentMethodInput,
  PaymentMethodType,
  PublicPaymentIntent,
  UpdateHostedCheckout,
} from '../types.d.ts';

/**
 * What `<script src="…/js/mizan.js">` puts into a page as `Mizan`. The script belongs to the platform that serves it.
 *
 * @param publishableKey optional: with it only pages of the key's `allowedOrigins` may act
 */
export type MizanFactory = (publishableKey?: string) => MizanJs;

/** The platform's checkout in a merchant's own page. */
export interface MizanJs {
  /** The whole checkout, in a frame of the page. For sessions with `uiMode: 'embedded'`. */
  initEmbeddedCheckout(options: EmbeddedCheckoutOptions): EmbeddedCheckout;
  /**
   * The checkout without a face, for a page that draws its own. For sessions with `uiMode: 'custom'`.
   *
   * @throws MizanError `invalid_client_secret`, or `network_error` when the platform cannot be reached
   */
  initCheckout(options: CheckoutSecret): Promise<CustomCheckout>;
}

/** Which checkout: one of the two is needed. */
export interface CheckoutSecret {
  /** Of a session that your server made. */
  readonly clientSecret?: string;
  /**
   * Has your server make a session and answers its secret. Not called when the buyer comes back from a bank or a wallet:
   * then the checkout goes on with the session it left.
   */
  readonly fetchClientSecret?: () => Promise<string>;
}

export interface EmbeddedCheckoutOptions extends CheckoutSecret {
  /**
   * Where the buyer comes back to after leaving for a bank or a wallet: a page of your own that shows the checkout again.
   * By default the one that shows it now. `checkout_session=cs_…` is added to its query.
   */
  readonly returnUrl?: string;
  /** The checkout can be seen. */
  readonly onReady?: () => void;
  /** The checkout is complete. Once for each checkout; deliver goods on the webhook and not on this. */
  readonly onComplete?: (result: CompletedCheckout) => void;
  /** The checkout cannot be shown: `frame_refused` where the page's origin is not registered. */
  readonly onError?: (error: MizanError) => void;
}

/** What the page is told of a complete checkout. */
export interface CompletedCheckout {
  readonly checkoutSessionId: string;
  /** `unpaid` while the money is on its way: a voucher, a transfer, a payment to be captured. */
  readonly paymentStatus: HostedCheckout['paymentStatus'];
}

/** A checkout in a frame. */
export interface EmbeddedCheckout {
  /** Shows it in this element, whose content it replaces. @param target the element, or a selector of it */
  mount(target: string | MountTarget): void;
  /** Takes it out of the page; `mount` shows it again. */
  unmount(): void;
  /** Takes it out of the page for good. */
  destroy(): void;
}

/** An element of the page. */
export interface MountTarget {
  replaceChildren(...nodes: never[]): void;
}

/** A checkout that the page draws itself. Every change answers the checkout as it then is. */
export interface CustomCheckout {
  /** The checkout as it was last read. */
  session(): HostedCheckout;
  /**
   * `change`: whenever the checkout is another than before, also while a payment is being looked after.
   * `complete`: once.
   *
   * @returns takes the listener away again
   */
  on(event: 'change' | 'complete', listener: (session: HostedCheckout) => void): () => void;
  /** Reads it again. @throws MizanError */
  refresh(): Promise<HostedCheckout>;
  /** @throws MizanError `promotion_code_not_found` and the others that say why a code is not taken */
  applyPromotionCode(code: string): Promise<HostedCheckout>;
  /** @throws MizanError */
  removePromotionCode(): Promise<HostedCheckout>;
  /** Of a line whose `adjustableQuantity` is enabled. @throws MizanError */
  updateLineItemQuantity(lineItemId: string, quantity: number): Promise<HostedCheckout>;
  /** Of a line whose price lets the buyer choose. @param customAmount minor units @throws MizanError */
  updateLineItemAmount(lineItemId: string, customAmount: number): Promise<HostedCheckout>;
  /** Merged field by field. @throws MizanError */
  updateCustomerDetails(details: NonNullable<UpdateHostedCheckout['customerDetails']>): Promise<HostedCheckout>;
  /** @throws MizanError */
  updateCustomFields(fields: NonNullable<UpdateHostedCheckout['customFields']>): Promise<HostedCheckout>;
  /** Answers with the totals of this way to pay. @param cardBin first 6 to 8 digits @throws MizanError */
  choosePaymentMethod(type: PaymentMethodType, cardBin?: string): Promise<HostedCheckout>;
  /**
   * Pays the total that `session()` shows. Where the buyer has to go on at a bank or a wallet, the page leaves for it
   * and this never answers, unless `redirect` is `never`. An answer that is lost is asked for until it comes: the buyer
   * is never charged twice.
   *
   * @throws MizanError what is wrong with the request; a declined payment is no error but an `outcome`
   */
  confirm(options?: ConfirmOptions): Promise<ConfirmedPayment>;
  /** Stops looking after a payment and forgets all listeners. */
  destroy(): void;
}

export interface ConfirmOptions {
  /** Needed unless the total is 0. */
  readonly paymentMethod?: PaymentMethodInput;
  /** Where the buyer comes back to; by default this page. `checkout_session=cs_…` is added to its query. */
  readonly returnUrl?: string;
  /** `never` leaves going to `nextActionUrl` to the page. */
  readonly redirect?: 'if_required' | 'never';
}

/** How a confirm ended. */
export interface ConfirmedPayment {
  /**
   * `complete`: the checkout is; `requires_action`: the buyer goes on at `nextActionUrl`; `processing`: not known yet,
   * `change` and `complete` will tell; `declined`: `paymentIntent.lastPaymentError` says why, and the buyer may try again.
   */
  readonly outcome: 'complete' | 'requires_action' | 'processing' | 'declined';
  readonly session: HostedCheckout;
  /** Null when nothing was to be paid. */
  readonly paymentIntent: PublicPaymentIntent | null;
  readonly nextActionUrl: string | null;
}

/** Why something was refused. */
export interface MizanError extends Error {
  /** `network_error`: nobody answered. `frame_refused`: the page's origin is not among the registered ones. */
  readonly code: ErrorCode | 'network_error' | 'frame_refused';
  /** The field it is about. */
  readonly param: string | undefined;
  /** HTTP status; undefined when there was no answer. */
  readonly status: number | undefined;
}
