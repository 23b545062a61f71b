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
import { forgetSecret, rememberSecret } from '../client/tab-memory.ts';
import { asked, CheckoutError } from './checkout-error.ts';
import { addressBack, findSecret, sessionOf } from './client-secret.ts';

type Listener = (session: HostedCheckout) => void;

/**
 * Opens the checkout that a page draws itself.
 *
 * @throws CheckoutError as the platform answered, and whatever `fetchClientSecret` throws
 */
export async function openCheckout(platform: Platform, given: CheckoutSecret): Promise<CustomCheckout> {
  const clientSecret = await findSecret(given);
  const id = sessionOf(clientSecret);
  const api = new CheckoutApi(id, clientSecret, platform);
  return new OpenCheckout(clientSecret, api, await asked(api.read()));
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
    const one: Listener = (session) => listener(session); // so that adding one twice and removing it once leaves one
    this.#listeners[event].add(one);
    if (event === 'complete' && this.#session.status === 'complete')
      void Promise.resolve().then(() => this.#listeners.complete.has(one) && one(this.#session));
    return () => void this.#listeners[event].delete(one);
  }

  async refresh(): Promise<HostedCheckout> {
    return this.#show(await asked(this.#api.read()));
  }

  applyPromotionCode(promotionCode: string): Promise<HostedCheckout> {
    return this.#change({ promotionCode });
  }

  removePromotionCode(): Promise<HostedCheckout> {
    return this.#change({ promotionCode: null });
  }

  updateLineItemQuantity(id: string, quantity: number): Promise<HostedCheckout> {
    return this.#change({ lineItems: [{ id, quantity }] });
  }

  updateLineItemAmount(id: string, customAmount: number): Promise<HostedCheckout> {
    return this.#change({ lineItems: [{ id, customAmount }] });
  }

  updateCustomerDetails(
    customerDetails: NonNullable<UpdateHostedCheckout['customerDetails']>,
  ): Promise<HostedCheckout> {
    return this.#change({ customerDetails });
  }

  updateCustomFields(customFields: NonNullable<UpdateHostedCheckout['customFields']>): Promise<HostedCheckout> {
    return this.#change({ customFields });
  }

  choosePaymentMethod(
    paymentMethodType: NonNullable<UpdateHostedCheckout['paymentMethodType']>,
    cardBin?: string,
  ): Promise<HostedCheckout> {
    return this.#change({ paymentMethodType, ...(cardBin === undefined ? {} : { cardBin }) });
  }

  async confirm({ paymentMethod, returnUrl, redirect }: ConfirmOptions = {}): Promise<ConfirmedPayment> {
    const id = sessionOf(this.#secret);
    const back = addressBack(returnUrl, id);
    const body = {
      expectedAmountTotal: this.#session.amountTotal,
      ...(paymentMethod ? { paymentMethod } : {}),
      ...(back === undefined ? {} : { returnUrl: back }),
    };
    const { checkoutSession, paymentIntent } = await asked(confirmUntilKnown(this.#api, body, () => {})).catch(
      (thrown: unknown) => this.#showWhy(thrown),
    );
    const session = this.#show(checkoutSession);
    const nextActionUrl = paymentIntent?.nextAction?.redirectToUrl.url ?? null;
    const outcome = outcomeOf(session, paymentIntent);
    if (outcome === 'requires_action' && nextActionUrl && redirect !== 'never') {
      rememberSecret(id, this.#secret);
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

  /** Shows the checkout as it is when that is why it was refused, a changed total above all, so that a next confirm may go. */
  async #showWhy(thrown: unknown): Promise<never> {
    if (thrown instanceof CheckoutError && thrown.status === 409) await this.refresh().catch(() => {}); // the refusal is the news
    throw thrown;
  }

  async #change(body: UpdateHostedCheckout): Promise<HostedCheckout> {
    return this.#show(await asked(this.#api.change(body)));
  }

  #show(session: HostedCheckout): HostedCheckout {
    const before = this.#session;
    this.#session = session;
    if (JSON.stringify(before) !== JSON.stringify(session)) this.#tell('change');
    if (session.status === 'complete') forgetSecret(sessionOf(this.#secret));
    if (before.status !== 'complete' && session.status === 'complete') this.#tell('complete');
    this.#watch();
    return session;
  }

  #tell(event: 'change' | 'complete'): void {
    for (const listener of [...this.#listeners[event]]) listener(this.#session);
  }

  /** Looks again, at ever longer pauses, while a payment is on its way. */
  #watch(turn = 0): void {
    clearTimeout(this.#timer);
    if (this.#isDestroyed || !isOnItsWay(this.#session)) return;
    this.#timer = setTimeout(() => {
      this.#api.read().then(
        (session) => {
          if (this.#isDestroyed) return;
          this.#show(session);
          this.#watch(turn + 1);
        },
        () => this.#watch(turn + 1), // no answer: the next look may get one
      );
    }, pollDelay(turn));
  }
}

/**
 * Nobody knows yet how it ends: the provider is being asked, the buyer is at their bank in another window, or the
 * merchant's server is to go on.
 */
const isOnItsWay = ({ status, paymentIntent }: HostedCheckout): boolean =>
  status === 'open' && ['PROCESSING', 'REQUIRES_ACTION', 'REQUIRES_CONFIRMATION'].includes(paymentIntent?.status ?? '');

function outcomeOf(session: HostedCheckout, intent: PublicPaymentIntent | null): ConfirmedPayment['outcome'] {
  if (session.status === 'complete') return 'complete';
  if (intent?.status === 'REQUIRES_ACTION') return 'requires_action';
  return intent?.status === 'PROCESSING' || intent?.status === 'REQUIRES_CONFIRMATION' ? 'processing' : 'declined';
}
