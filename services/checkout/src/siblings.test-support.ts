import type {
  AccountProfile,
  CardInfo,
  CheckoutPrice,
  ConfiguredPaymentMethod,
  LiveMethod,
  LiveRoute,
  PageCardEntry,
  PageWalletEntry,
  PaymentIntent,
  PaymentMethodConfiguration,
  Price,
  RequestOf,
  SessionCustomer,
  calls as callTable,
} from '@mizan/contracts';
import { soldOutMessage } from '@mizan/contracts/sold-out-message';
import { newId, Problem } from '@mizan/service-kit';
import { demoProfile, type Answers } from '@mizan/testing';
import { anyAmountBy, defaultConfiguration } from './configurations.test-support.ts';
import { cards, fingerprintOf, newIntent, outcomeOf } from './payments.test-support.ts';

type ConfirmRequest = RequestOf<(typeof callTable)['confirmPayment']>;

/** A method that live mode takes in EGP, from 1.00 to 100,000.00, unless said otherwise. */
export const liveMethod = (type: LiveMethod['type'], changes: Partial<LiveMethod> = {}): LiveMethod => ({
  type,
  currency: 'EGP',
  minAmount: 100,
  maxAmount: 10_000_000,
  amountStep: 1,
  supportsManualCapture: true,
  supportsPartialCapture: true,
  supportsRefund: true,
  supportsPartialRefund: true,
  supportsManualConfirmation: true,
  ...changes,
});

/**
 * Catalog, customers and payments as far as a checkout sees them: they keep stock, customers and one intent per session,
 * and answer what the contract says. Tests reach in to make them slow, refuse or die.
 */
export class Siblings {
  readonly prices = new Map<string, CheckoutPrice>();
  readonly configurations = new Map([[defaultConfiguration.id, defaultConfiguration]]);
  /** What the configurations are used by, in the order received. */
  readonly uses: { configurationId: string; usedBy: { id: string; until: string | null } }[] = [];
  /** Whether the catalog knows of line items of the prices that are added. */
  areUsed = true;
  /** Prices that were to stay what they cost, in the order received. */
  readonly reserved: string[] = [];
  readonly customers = new Map<string, SessionCustomer>();
  readonly holds = new Map<string, { sessionId: string; priceId: string; quantity: number }[]>();
  readonly intents = new Map<
    string,
    { intent: PaymentIntent; version: number; attempts: Map<number, PaymentIntent> }
  >();
  /** Up to which number the attempts of a session are closed. */
  readonly closed = new Map<string, number>();
  /** Ids of saved methods by customer and card. */
  readonly savedMethods = new Map<string, string>();
  /** Names of the calls received, in order. */
  readonly received: string[] = [];
  /** Exchange rates by `base quote`. */
  readonly rates = new Map([
    ['GBP EGP', { id: 'fxr_gbp', rate: 62.5 }],
    ['BHD EGP', { id: 'fxr_bhd', rate: 128.640123 }],
  ]);
  /** Where live cards are typed; null while no provider is connected. */
  cardEntry: PageCardEntry | null = null;
  walletEntries: PageWalletEntry[] = [];
  /** What live mode can take. */
  liveMethods: LiveMethod[] = [];
  /** Who would take it; undefined as of an earlier release of payments. */
  liveRoutes: LiveRoute[] | undefined;
  /** What pages show for the routes. */
  liveEntries: PageCardEntry[] = [];
  account: Partial<AccountProfile> & Pick<AccountProfile, 'livePaymentsEnabled'> = {
    displayName: 'Nile Soap House',
    livePaymentsEnabled: false,
    logo: null,
    allowedOrigins: [],
  };
  /** Runs before a call is answered; may wait or throw. */
  before: (name: keyof typeof callTable, request: unknown) => Promise<void> | void = () => {};
  /** Runs after a call took effect and before its answer leaves; throwing loses the answer. */
  after: (name: keyof typeof callTable, request: unknown) => Promise<void> | void = () => {};

  readonly answers: Answers = {
    getAccount: (_request, { merchantId }) => ({ ...demoProfile(merchantId), ...this.account }),
    getCheckoutPrices: (request) =>
      this.#answer('getCheckoutPrices', request, () => ({
        prices: request.priceIds.map((id, index) => this.#offer(id, `priceIds[${index}]`)),
      })),
    reservePrices: (request) =>
      this.#answer('reservePrices', request, () => {
        this.reserved.push(...request.priceIds);
        return { prices: request.priceIds.map((id, index) => this.#offer(id, `priceIds[${index}]`)) };
      }),
    createAdHocPrices: (request) =>
      this.#answer('createAdHocPrices', request, () => ({
        prices: request.items.map((item, index) => {
          if (item.product === 'prod_missing')
            throw new Problem('resource_missing', 'No such product.', { param: `items[${index}].product` });
          return this.addPrice(
            { currency: item.currency, unitAmount: item.unitAmount },
            { name: item.productData?.name ?? 'Known product' },
          );
        }),
      })),
    findMissingProducts: ({ productIds }) => {
      const known = new Set([...this.prices.values()].map(({ product }) => product.id));
      return { missing: productIds.filter((id) => !known.has(id)) };
    },
    holdStock: (request) =>
      this.#answer('holdStock', request, () => {
        if (!this.holds.has(request.holdId)) this.hold(request);
        return { holdId: request.holdId };
      }),
    releaseStock: (request) =>
      this.#answer('releaseStock', request, () => ({ released: this.#release(request.holdId) })),
    resolveCustomer: (request) =>
      this.#answer('resolveCustomer', request, () => {
        const known =
          [...this.customers.values()].find(({ id, email }) =>
            request.customerId ? id === request.customerId : email && email === request.email,
          ) ?? this.customers.get(request.earlierGuestId ?? '');
        if (request.customerId && !known)
          throw new Problem('resource_missing', 'No such customer.', { param: 'customerId' });
        const { name, email, phone } = request;
        const customer = known ?? {
          id: newId('cus'),
          type: 'guest' as const,
          metadata: {},
          ...(name ? { name } : {}),
          ...(email ? { email } : {}),
          ...(phone ? { phone } : {}),
        };
        this.customers.set(customer.id, customer);
        return { customer };
      }),
    getCustomerSummary: (request) =>
      this.#answer('getCustomerSummary', request, () => {
        const customer = this.customers.get(request.customerId);
        if (!customer) throw new Problem('resource_missing', 'No such customer.', { param: 'customerId' });
        return { customer };
      }),
    getPaymentMethodConfiguration: (request) =>
      this.#answer('getPaymentMethodConfiguration', request, () => {
        const configuration = this.configurations.get(request.id ?? defaultConfiguration.id);
        if (!configuration) throw new Problem('resource_missing', 'No such configuration.', { param: 'id' });
        if (request.usedBy) this.uses.push({ configurationId: configuration.id, usedBy: request.usedBy });
        return { configuration };
      }),
    lockExchangeRate: (request) =>
      this.#answer('lockExchangeRate', request, () => {
        const { base, quote } = request;
        const known = this.rates.get(`${base} ${quote}`);
        if (!known) throw new Problem('exchange_rate_not_found', 'No such rate.', { param: 'currency' });
        const now = new Date().toISOString();
        const shown = { source: 'test', fetchedAt: now, isStale: false, livemode: false, createdAt: now };
        return { exchangeRate: { object: 'exchange_rate' as const, base, quote, ...known, ...shown } };
      }),
    describeCardBin: (request) =>
      this.#answer('describeCardBin', request, () => ({ cardInfo: cardInfoOf(request.cardBin) })),
    describePaymentMethod: (request) =>
      this.#answer('describePaymentMethod', request, () => {
        const { type = 'card', card } = request.paymentMethod;
        const cardFingerprint = card ? fingerprintOf(card.number) : null;
        return { paymentMethodType: type, cardInfo: card ? cardInfoOf(card.number) : null, cardFingerprint };
      }),
    getLiveMethods: (request) =>
      this.#answer('getLiveMethods', request, () => ({
        methods: this.liveMethods,
        ...(this.liveRoutes && { routes: this.liveRoutes }),
        entries: this.liveEntries,
        entry: this.cardEntry,
        wallets: this.walletEntries,
      })),
    savePaymentMethod: (request) =>
      this.#answer('savePaymentMethod', request, () => {
        const { number = cards.good } = request.paymentMethod.card ?? {};
        if (number === cards.declined) throw new Problem('payment_method_corrupted', 'Declined.');
        const of = `${request.customerId} ${number}`;
        const id = this.savedMethods.get(of) ?? newId('pm');
        this.savedMethods.set(of, id);
        return { paymentMethodId: id };
      }),
    confirmPayment: (request) => this.#answer('confirmPayment', request, () => this.#confirm(request)),
    getSessionPayment: (request) =>
      this.#answer('getSessionPayment', request, () => this.paymentOf(request.checkoutSessionId)),
    closeAttempt: (request) =>
      this.#answer('closeAttempt', request, () => {
        const { checkoutSessionId, attempt } = request;
        this.closed.set(checkoutSessionId, Math.max(attempt, this.closed.get(checkoutSessionId) ?? 0));
        return this.paymentOf(checkoutSessionId);
      }),
    abandonSessionAttempt: (request) =>
      this.#answer('abandonSessionAttempt', request, () => {
        const payment = this.intents.get(request.checkoutSessionId);
        if (payment?.intent.status === 'PROCESSING') throw new Problem('payment_still_confirming', 'Undecided.');
        if (payment?.intent.status === 'SUCCEEDED') throw new Problem('resource_invalid_state', 'Paid.');
        return payment?.intent.status === 'REQUIRES_ACTION'
          ? this.move(request.checkoutSessionId, { status: 'REQUIRES_PAYMENT_METHOD', nextAction: null })
          : this.paymentOf(request.checkoutSessionId);
      }),
    cancelSessionPayment: (request) =>
      this.#answer('cancelSessionPayment', request, () => {
        const payment = this.intents.get(request.checkoutSessionId);
        if (payment?.intent.status === 'PROCESSING') throw new Problem('payment_still_confirming', 'Undecided.');
        if (payment?.intent.status === 'SUCCEEDED') throw new Problem('payment_already_completed', 'Paid.');
        return payment
          ? this.move(request.checkoutSessionId, { status: 'CANCELED' })
          : { paymentIntent: null, objectVersion: 0 };
      }),
  };

  /** A price that can be sold, 125.00 EGP by default. @param available null is unlimited */
  addPrice(
    price: Partial<Price> = {},
    product: Partial<CheckoutPrice['product']> = {},
    available: number | null = null,
  ): CheckoutPrice {
    const productId = newId('prod');
    const offer: CheckoutPrice = {
      price: {
        id: newId('price'),
        object: 'price',
        currency: 'EGP',
        unitAmount: 12_500,
        type: 'ONE_TIME',
        recurring: null,
        customUnitAmount: null,
        stock: available,
        active: true,
        metadata: { internal: 'not for buyers' },
        createdAt: '2026-01-01T00:00:00.000Z',
        updatedAt: '2026-01-01T00:00:00.000Z',
        productId,
        ...price,
      },
      product: {
        id: productId,
        name: 'Olive oil soap',
        description: null,
        image: null,
        unitLabel: null,
        active: true,
        ...product,
      },
      available,
      isUsed: this.areUsed,
    };
    this.prices.set(offer.price.id, offer);
    return offer;
  }

  /** A configuration with these methods, card alone by default. */
  addConfiguration(paymentMethodTypes: ConfiguredPaymentMethod[] = [anyAmountBy('card')]): PaymentMethodConfiguration {
    const configuration = { ...defaultConfiguration, id: newId('pmc'), isDefault: false, paymentMethodTypes };
    this.configurations.set(configuration.id, configuration);
    return configuration;
  }

  /** The payment of a session as `getSessionPayment` answers it. */
  paymentOf(sessionId: string): { paymentIntent: PaymentIntent | null; objectVersion: number } {
    const payment = this.intents.get(sessionId);
    return payment
      ? { paymentIntent: payment.intent, objectVersion: payment.version }
      : { paymentIntent: null, objectVersion: 0 };
  }

  /** Changes a session's intent as a provider's answer would, and counts its version up. */
  move(sessionId: string, change: Partial<PaymentIntent>): { paymentIntent: PaymentIntent; objectVersion: number } {
    const payment = this.intents.get(sessionId);
    if (!payment) throw new Error('that session has no payment');
    payment.intent = { ...payment.intent, ...change };
    payment.version += 1;
    return { paymentIntent: payment.intent, objectVersion: payment.version };
  }

  /** Pieces of a price that are held. */
  heldOf(priceId: string): number {
    return [...this.holds.values()]
      .flat()
      .reduce((sum, held) => sum + (held.priceId === priceId ? held.quantity : 0), 0);
  }

  async #answer<T>(name: keyof typeof callTable, request: unknown, answer: () => T): Promise<T> {
    this.received.push(name);
    await this.before(name, request);
    const reply = answer();
    await this.after(name, request);
    return reply;
  }

  #offer(id: string, param: string): CheckoutPrice {
    const offer = this.prices.get(id);
    if (!offer) throw new Problem('resource_missing', 'No such price.', { param });
    return { ...offer, available: offer.available === null ? null : offer.available - this.heldOf(id) };
  }

  /** What the catalog does when a hold reaches it, however late. */
  hold({ holdId, checkoutSessionId, items }: RequestOf<(typeof callTable)['holdStock']>): void {
    for (const { priceId, quantity } of items) {
      const { available } = this.#offer(priceId, 'items');
      if (available !== null && available < quantity)
        throw new Problem('price_sold_out', soldOutMessage(priceId, available));
    }
    this.holds.set(
      holdId,
      items.map((item) => ({ sessionId: checkoutSessionId, ...item })),
    );
  }

  #release(holdId: string): boolean {
    return this.holds.delete(holdId);
  }

  #confirm(request: ConfirmRequest): { paymentIntent: PaymentIntent; objectVersion: number } {
    const known = this.intents.get(request.checkoutSessionId);
    if (request.attempt <= (this.closed.get(request.checkoutSessionId) ?? 0) && !known?.attempts.has(request.attempt))
      throw new Problem('resource_invalid_state', 'The attempt was closed.');
    const payment = known ?? {
      intent: newIntent(request),
      version: 1,
      attempts: new Map<number, PaymentIntent>(),
    };
    this.intents.set(request.checkoutSessionId, payment);
    if (!payment.attempts.has(request.attempt)) {
      if (payment.intent.status === 'PROCESSING' || payment.intent.status === 'REQUIRES_ACTION')
        throw new Problem('payment_still_confirming', 'Undecided.');
      if (payment.intent.status === 'SUCCEEDED') throw new Problem('payment_already_completed', 'Paid.');
      if (payment.intent.status === 'CANCELED' || payment.intent.status === 'FAILED')
        throw new Problem('resource_invalid_state', 'It is over.');
      const { intent, objectVersion } = {
        intent: this.move(request.checkoutSessionId, outcomeOf(request)).paymentIntent,
        objectVersion: payment.version,
      };
      payment.attempts.set(request.attempt, intent);
      return { paymentIntent: intent, objectVersion };
    }
    return this.paymentOf(request.checkoutSessionId) as { paymentIntent: PaymentIntent; objectVersion: number };
  }
}

/** Foreign cards are known by their whole number only, as their first digits are those of others. */
const cardInfoOf = (number: string): CardInfo => ({
  brand: number.startsWith('5') ? 'mastercard' : 'visa',
  isOnUs: false,
  isInternational: number === cards.foreign,
});
