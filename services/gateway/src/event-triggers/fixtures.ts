import type {
  ApiKeyWithSecret,
  CheckoutSession,
  Coupon,
  Currency,
  Customer,
  PaymentIntent,
  Price,
  Product,
  Refund,
  WebhookEndpointWithSecret,
} from '@mizan/contracts';
import type { MerchantRequests } from './merchant-requests.ts';

/** Fields of the event's object that replace those of the fixture. */
export type Overrides = Readonly<Record<string, unknown>>;

export const good = { id: 'pm_test_card_succeed' };
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

  async patch(path: string, body: object): Promise<void> {
    await this.requests.send('PATCH', path, { body });
  }

  async delete(path: string): Promise<void> {
    await this.requests.send('DELETE', path);
  }

  product(overrides: Overrides = {}): Promise<Product> {
    return this.post<Product>('/products', { name: 'Triggered product', ...overrides });
  }

  async price(overrides: Overrides = {}): Promise<Price> {
    const { id } = await this.product();
    const body = { currency: this.#currency, unitAmount: 5_000, ...overrides };
    return this.post<Price>(`/prices?productId=${id}`, body);
  }

  customer(overrides: Overrides = {}): Promise<Customer> {
    return this.post<Customer>('/customers', { phone: '+201001234567', name: 'Mona Adel', ...overrides });
  }

  coupon(overrides: Overrides = {}): Promise<Coupon> {
    return this.post<Coupon>('/coupons', { name: 'Triggered coupon', percentOff: 10, duration: 'once', ...overrides });
  }

  endpoint(overrides: Overrides = {}): Promise<WebhookEndpointWithSecret> {
    const body = { url: 'https://example.com/triggered', enabledEvents: ['webhook_endpoint.test'], ...overrides };
    return this.post<WebhookEndpointWithSecret>('/webhook-endpoints', body);
  }

  apiKey(overrides: Overrides = {}): Promise<ApiKeyWithSecret> {
    const body = { name: 'Triggered key', type: 'RESTRICTED', permissions: ['PRODUCT_READ'], ...overrides };
    return this.post<ApiKeyWithSecret>('/api-keys', body);
  }

  async link(overrides: Overrides = {}): Promise<{ id: string }> {
    const { id } = await this.price();
    return this.post('/payment-links', { lineItems: [{ price: id, quantity: 1 }], ...overrides });
  }

  configuration(overrides: Overrides = {}): Promise<{ id: string }> {
    const body = { name: 'Triggered', paymentMethodTypes: [{ type: 'card', enabled: true }], ...overrides };
    return this.post('/payment-method-configurations', body);
  }

  async session(overrides: Overrides = {}, priceOverrides: Overrides = {}): Promise<CheckoutSession> {
    const { id } = await this.price(priceOverrides);
    const body = {
      lineItems: [{ price: id, quantity: 1 }],
      customerDetails: { name: 'Mona Adel', email },
      ...overrides,
    };
    return this.post<CheckoutSession>('/checkout/sessions', body);
  }

  /** The buyer pays. @returns the id of the payment */
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
    return this.post<PaymentIntent>('/payment-intents', {
      amount: 5_000,
      currency: this.#currency,
      ...(paymentMethod === undefined ? {} : { confirm: true, paymentMethod }),
      ...overrides,
    });
  }

  refund(paymentIntentId: string, overrides: Overrides = {}): Promise<Refund> {
    return this.post<Refund>('/refunds', { paymentIntentId, instructionsEmail: email, ...overrides });
  }

  /** Resolves a pending payment or refund. */
  async simulate(of: 'payment-intents' | 'refunds', id: string, outcome: string): Promise<void> {
    await this.post(`/test-helpers/${of}/${id}/simulate`, { outcome });
  }
}

/** A card by its number, for outcomes without a named test method. */
export const card = (number: string) => ({
  type: 'card',
  card: { number, expMonth: 12, expYear: 2049, cvc: '123' },
});
