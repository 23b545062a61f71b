import type {
  CheckoutSecret,
  ConfirmedPayment,
  ConfirmOptions,
  CustomCheckout,
  HostedCheckout,
  PublicPaymentIntent,
  UpdateHostedCheckout,
} from '@mizan/contracts';
import { CheckoutApi, type Platform } from '../client/checkout-api.ts';
import { confirmUntilKnown } from '../client/confirm-until-known.ts';
import { pollDelay } from '../client/poll-delays.ts';
import { rememberedSecret } from '../client/tab-memory.ts';
import { withCheckoutErrors, CheckoutError } from './checkout-error.ts';
import { addressBack, findSecret, sessionOf } from './client-secret.ts';

type Listener = (session: HostedCheckout) => void;

/** Opens the checkout that a page draws itself. @throws CheckoutError, and whatever `fetchClientSecret` throws */
export async function openCheckout(platform: Platform, given: CheckoutSecret): Promise<CustomCheckout> {
  const clientSecret = await findSecret(given);
  const id = sessionOf(clientSecret);
  const api = new CheckoutApi(id, clientSecret, platform);
  return new OpenCheckout(clientSecret, api, await withCheckoutErrors(api.read()));
}

/** One checkout as it was last read, and what its buyer may do with it. */
class OpenCheckout implements CustomCheckout {
  readonly #secret: string;
  readonly #api: CheckoutApi;
  readonly #listeners = { change: new Set<Listener>(), complete: new Set<Listener>() };
  #session: HostedCheckout;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isDestroyed = false;

  constructor(secret: string, api: CheckoutApi, session: HostedCheckout) {
    this.#secret = secret;
    this.#api = api;
    this.#session = session;
    this.#watch();
  }

  session(): HostedCheckout {
    return this.#session;
  }

  on(event: 'change' | 'complete', listener: Listener): () => void {
    const added: Listener = (session) => listener(session); // so that adding one twice and removing it once leaves one
    this.#listeners[event].add(added);
    if (event === 'complete' && this.#session.status === 'complete')
      void Promise.resolve().then(() => this.#listeners.complete.has(added) && added(this.#session));
    return () => void this.#listeners[event].delete(added);
  }

  async refresh(): Promise<HostedCheckout> {
    return this.#show(await withCheckoutErrors(this.#api.read()));
  }

  readonly applyPromotionCode: CustomCheckout['applyPromotionCode'] = (promotionCode) =>
    this.#change({ promotionCode });
  readonly removePromotionCode: CustomCheckout['removePromotionCode'] = () => this.#change({ promotionCode: null });
  readonly removeDiscount: CustomCheckout['removeDiscount'] = (index) => this.#change({ withoutDiscount: index });
  readonly updateLineItemQuantity: CustomCheckout['updateLineItemQuantity'] = (id, quantity) =>
    this.#change({ lineItems: [{ id, quantity }] });
  readonly updateLineItemAmount: CustomCheckout['updateLineItemAmount'] = (id, customAmount) =>
    this.#change({ lineItems: [{ id, customAmount }] });
  readonly updateCustomerDetails: CustomCheckout['updateCustomerDetails'] = (customerDetails) =>
    this.#change({ customerDetails });
  readonly updateCustomFields: CustomCheckout['updateCustomFields'] = (customFields) => this.#change({ customFields });
  readonly choosePaymentMethod: CustomCheckout['choosePaymentMethod'] = (paymentMethodType, cardBin) =>
    this.#change({ paymentMethodType, ...(cardBin === undefined ? {} : { cardBin }) });

  async confirm({ paymentMethod, returnUrl, redirect }: ConfirmOptions = {}): Promise<ConfirmedPayment> {
    const id = sessionOf(this.#secret);
    const back = addressBack(returnUrl, id);
    const body = {
      expectedAmountTotal: this.#session.amountTotal,
      expectedCurrency: this.#session.currency,
      ...(paymentMethod ? { paymentMethod } : {}),
      ...(back === undefined ? {} : { returnUrl: back }),
    };
    const { checkoutSession, paymentIntent } = await withCheckoutErrors(
      confirmUntilKnown(this.#api, body, () => {}),
    ).catch((thrown: unknown) => this.#refreshIfOutdated(thrown));
    const session = this.#show(checkoutSession);
    const nextActionUrl = paymentIntent?.nextAction?.redirectToUrl.url ?? null;
    const outcome = outcomeOf(session, paymentIntent);
    if (outcome === 'requires_action' && nextActionUrl && redirect !== 'never') {
      location.assign(nextActionUrl);
      return new Promise(() => {}); // the page is being left
    }
    return { outcome, session, paymentIntent, nextActionUrl };
  }

  destroy(): void {
    this.#isDestroyed = true;
    clearTimeout(this.#timer);
    for (const listeners of Object.values(this.#listeners)) listeners.clear();
  }

  /**
   * Reads the checkout again when its state was why the request was rejected, for example a changed total, or a token that
   * the provider which takes the payment now makes no use of, so that the next confirm can succeed.
   */
  async #refreshIfOutdated(thrown: unknown): Promise<never> {
    const isOutdated =
      thrown instanceof CheckoutError && (thrown.status === 409 || thrown.param === 'paymentMethod.token');
    if (isOutdated) await this.refresh().catch(() => {}); // the rejection is what the caller needs
    throw thrown;
  }

  async #change(body: UpdateHostedCheckout): Promise<HostedCheckout> {
    return this.#show(await withCheckoutErrors(this.#api.change(body)));
  }

  #show(session: HostedCheckout): HostedCheckout {
    const before = this.#session;
    this.#session = session;
    // The buyer may be sent to a bank now: also by the page itself, or by one of its listeners.
    if (isPending(session)) rememberedSecret.remember(sessionOf(this.#secret), this.#secret);
    if (JSON.stringify(before) !== JSON.stringify(session)) this.#emit('change');
    if (before.status !== 'complete' && session.status === 'complete') this.#emit('complete');
    this.#watch();
    return session;
  }

  #emit(event: 'change' | 'complete'): void {
    for (const listener of [...this.#listeners[event]])
      try {
        listener(this.#session);
      } catch (thrown) {
        reportError(thrown); // what fails in the page must neither hide a payment that succeeded nor end the polling
      }
  }

  /** Polls, with growing delays, while a payment is pending. */
  #watch(turn = 0): void {
    clearTimeout(this.#timer);
    if (this.#isDestroyed || !isPending(this.#session)) return;
    this.#timer = setTimeout(() => {
      this.#api.read().then(
        (session) => {
          if (this.#isDestroyed) return;
          this.#show(session);
          this.#watch(turn + 1);
        },
        () => this.#watch(turn + 1), // no response: the next poll may get one
      );
    }, pollDelay(turn));
  }
}

/** The outcome is unknown: the provider, the buyer's bank or the merchant's server still has to act. */
const isPending = ({ status, paymentIntent }: HostedCheckout): boolean =>
  status === 'open' && ['PROCESSING', 'REQUIRES_ACTION', 'REQUIRES_CONFIRMATION'].includes(paymentIntent?.status ?? '');

function outcomeOf(session: HostedCheckout, intent: PublicPaymentIntent | null): ConfirmedPayment['outcome'] {
  if (session.status === 'complete') return 'complete';
  if (intent?.status === 'REQUIRES_ACTION') return 'requires_action';
  return intent?.status === 'PROCESSING' || intent?.status === 'REQUIRES_CONFIRMATION' ? 'processing' : 'declined';
}
