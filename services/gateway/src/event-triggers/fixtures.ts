import { setTimeout as pause } from 'node:timers/promises';
import type { CheckoutSession, Currency, PaymentIntent } from '@mizan/contracts';
import { Problem } from '@mizan/service-kit';
import type { MerchantRequests } from './merchant-requests.ts';

/** Fields of the event's object that replace those of the fixture. */
export type Overrides = Readonly<Record<string, unknown>>;

type Created = Promise<{ readonly id: string }>;

/** A card by its number, for outcomes without a named test method. */
export const card = (number: string) => ({ type: 'card', card: { number, expMonth: 12, expYear: 2049, cvc: '123' } });
export const good = { id: 'pm_test_card_succeed' };
/** Reserves stock and succeeds later, in every currency. */
export const transfer = { type: 'bank_transfer' };

const disputeMaxMs = 15_000; // an event goes over the bus before it opens, also while much else is on it
const disputePollMs = 50;

const email = 'triggered@example.com';

/** Creates the objects that events are about, with requests like a merchant's own. */
export class Fixtures {
  readonly requests: MerchantRequests;
  /** The account's, which every payment method used here supports. */
  readonly #currency: Currency;

  constructor(requests: MerchantRequests, currency: Currency) {
    this.requests = requests;
    this.#currency = currency;
  }

  post<Body extends { id: string }>(path: string, body: object = {}): Promise<Body> {
    return this.requests.send<Body>('POST', path, { body });
  }

  patch(path: string, body: object): Promise<unknown> {
    return this.requests.send('PATCH', path, { body });
  }

  delete(path: string): Promise<unknown> {
    return this.requests.send('DELETE', path);
  }

  product(overrides: Overrides = {}): Created {
    return this.post('/products', { name: 'Triggered product', ...overrides });
  }

  async price(overrides: Overrides = {}): Created {
    const { id } = await this.product();
    return this.post(`/prices?productId=${id}`, { currency: this.#currency, unitAmount: 5_000, ...overrides });
  }

  customer(overrides: Overrides = {}): Created {
    return this.post('/customers', { phone: '+201001234567', name: 'Mona Adel', ...overrides });
  }

  coupon(overrides: Overrides = {}): Created {
    return this.post('/coupons', { name: 'Triggered coupon', percentOff: 10, duration: 'once', ...overrides });
  }

  async promotionCode(overrides: Overrides = {}): Created {
    const { id } = await this.coupon();
    return this.post('/promotion-codes', { couponId: id, ...overrides });
  }

  endpoint(overrides: Overrides = {}): Created {
    const body = { url: 'https://example.com/triggered', enabledEvents: ['webhook_endpoint.test'], ...overrides };
    return this.post('/webhook-endpoints', body);
  }

  apiKey(overrides: Overrides = {}): Created {
    const body = { name: 'Triggered key', type: 'RESTRICTED', permissions: ['PRODUCT_READ'], ...overrides };
    return this.post('/api-keys', body);
  }

  async link(overrides: Overrides = {}): Created {
    const { id } = await this.price();
    return this.post('/payment-links', { lineItems: [{ price: id, quantity: 1 }], ...overrides });
  }

  configuration(overrides: Overrides = {}): Created {
    const body = { name: 'Triggered', paymentMethodTypes: [{ type: 'card', enabled: true }], ...overrides };
    return this.post('/payment-method-configurations', body);
  }

  async session(overrides: Overrides = {}, priceOverrides: Overrides = {}): Promise<CheckoutSession> {
    const { id } = await this.price(priceOverrides);
    const customerDetails = { name: 'Mona Adel', email };
    const body = { lineItems: [{ price: id, quantity: 1 }], customerDetails, ...overrides };
    return this.post('/checkout/sessions', body);
  }

  /** The buyer pays. @returns the id of the payment, empty where there was nothing to pay */
  async pay({ id, clientSecret, amountTotal }: CheckoutSession, paymentMethod: object = good): Promise<string> {
    const confirmed = await this.requests.send<{ paymentIntent: { id: string } | null }>(
      'POST',
      `/client/checkout/${id}/confirm`,
      { body: { paymentMethod, expectedAmountTotal: amountTotal }, clientSecret: clientSecret ?? '' },
    );
    return confirmed.paymentIntent?.id ?? '';
  }

  /** A customer saves a card. @returns the id of the saved method */
  async savedMethod(setup: Overrides, paymentMethod: object = good): Promise<string> {
    const session = await this.post<CheckoutSession>('/checkout/sessions', { mode: 'setup', ...setup });
    await this.pay(session, paymentMethod);
    const path = `/checkout/sessions/${session.id}`;
    return (await this.requests.send<CheckoutSession>('GET', path)).paymentMethodId ?? '';
  }

  /** A payment of the merchant's own; with a method it is confirmed. */
  intent(overrides: Overrides = {}, paymentMethod?: object): Promise<PaymentIntent> {
    const payment = paymentMethod === undefined ? {} : { confirm: true, paymentMethod };
    return this.post('/payment-intents', { amount: 5_000, currency: this.#currency, ...payment, ...overrides });
  }

  /**
   * The dispute that the simulator opens for a test card, shortly after the payment.
   * @throws Problem `resource_invalid_state`: the payment has not succeeded, so nothing can be disputed; `internal_error` (503):
   * no dispute was opened in time
   */
  async dispute(): Promise<string> {
    const { id, status } = await this.intent({}, card('4000000000000259'));
    if (status !== 'SUCCEEDED') {
      const message = `No dispute can be opened: payment intent '${id}' has the status ${status}. An expectation of POST /test-helpers/expectations may have changed its outcome: use it up or let it expire, then trigger the event again.`;
      throw new Problem('resource_invalid_state', message);
    }
    for (const started = Date.now(); Date.now() - started < disputeMaxMs; await pause(disputePollMs)) {
      const { data } = await this.requests.send<{ data: { id: string }[] }>('GET', `/disputes?paymentIntentId=${id}`);
      if (data[0]) return data[0].id;
    }
    const message = 'The simulator has not opened the dispute yet. The request can be retried safely.';
    throw new Problem('internal_error', message, { status: 503, retryAfterSeconds: 1 });
  }

  /** A payout of the balance that test mode starts with. */
  async payout(overrides: Overrides = {}): Promise<string> {
    const currency = this.#currency;
    const iban = 'EG380019000500000000263180002';
    const { id: bankAccountId } = await this.post('/bank-accounts', { holderName: 'Mona Adel', currency, iban });
    return (await this.post('/payouts', { amount: 1_000, currency, bankAccountId, ...overrides })).id;
  }

  async refund(paymentIntentId: string, overrides: Overrides = {}): Created {
    assertPaid(paymentIntentId);
    return this.post('/refunds', { paymentIntentId, instructionsEmail: email, ...overrides });
  }

  /** Resolves a pending payment or refund. */
  async simulate(
    of: 'payment-intents' | 'refunds' | 'disputes' | 'payouts',
    id: string,
    outcome: string,
  ): Promise<void> {
    assertPaid(id);
    await this.post(`/test-helpers/${of}/${id}/simulate`, { outcome });
  }
}

/** @throws Problem `parameter_invalid`: there was nothing to pay */
function assertPaid(id: string): void {
  const message = 'overrides must leave something to pay for this event.';
  if (id === '') throw new Problem('parameter_invalid', message, { param: 'overrides' });
}
