import { operations, type CheckoutSession, type Operation, type PaymentIntent, type Refund } from '@mizan/contracts';
import type { ExamplePlatform, Made } from './example-platform.test-support.ts';

/** What has to be there before an example is sent. */
export interface Prepared {
  /** Values of the parameters of the path. */
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  /** Records that the ids of the body stand for, each known by its prefix. */
  readonly ids?: readonly string[];
  /** Beside what the audience of the operation sends. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent in live mode: the operation does not exist in test mode. */
  readonly isLive?: true;
}

type OperationId = keyof typeof operations;
export type Preparations = Readonly<Partial<Record<OperationId, () => Promise<Prepared>>>>;

const lastPart = (url: string): string => url.slice(url.lastIndexOf('/') + 1);

/** How the record of each example is made; an operation that is not listed needs none. */
export function preparationsOn(platform: ExamplePlatform): Preparations {
  const make = <Body = Made>(path: string, body: object) => platform.make<Body>(path, body);
  const makeId = async (path: string, body: object) => (await make(path, body)).id;
  const example = (id: OperationId) => (operations[id] as Operation).example ?? {};
  const made = (id: OperationId, more: object = {}) => makeId(operations[id].path, { ...example(id), ...more });
  const withId = (maker: () => Promise<string>) => async (): Promise<Prepared> => ({ path: { id: await maker() } });
  const account = { id: platform.accountId };
  const ofAccount = async (): Promise<Prepared> => ({ path: account });

  const product = () => made('createProduct');
  const price = async () => makeId(`/prices?productId=${await product()}`, example('createPrice'));
  const coupon = () => made('createCoupon');
  const endpoint = () => made('createWebhookEndpoint');

  /** 249.50 EGP, paid by card unless `more` says otherwise. */
  const pay = (more: object = {}) =>
    make<PaymentIntent>('/payment-intents', { ...example('createPaymentIntent'), ...more });
  const paid = async (more: object = {}) => (await pay(more)).id;
  const unpaid = () => make<PaymentIntent>('/payment-intents', { amount: 24_950, currency: 'EGP' });
  const refund = async () => makeId('/refunds', { paymentIntentId: await paid() });
  /** Paid at a kiosk: the buyer still has to say where the money goes. */
  const waitingRefund = async () =>
    make<Refund>('/refunds', {
      paymentIntentId: await paid({ paymentMethod: { id: 'pm_test_fawry_succeed' } }),
      amount: 5_000,
      instructionsEmail: 'mona@example.com',
    });
  const dispute = async () => {
    const card = { number: '4000000000000259', expMonth: 12, expYear: 2034, cvc: '123' };
    return platform.first(`/disputes?paymentIntentId=${await paid({ paymentMethod: { type: 'card', card } })}`);
  };
  const bankAccount = () => made('createBankAccount');
  /** With money to pay out. */
  const fundedBankAccount = async () => {
    await paid({ amount: 500_000 });
    return bankAccount();
  };
  const payout = async () =>
    makeId('/payouts', { ...example('createPayout'), bankAccountId: await fundedBankAccount() });

  /** A live payment in cash, of which no provider reports disputes. */
  const liveCharge = async () => {
    const payment = { amount: 9_000, currency: 'EGP', confirm: true, returnUrl: 'https://shop.example/' };
    const { id } = await platform.live('/payment-intents', { ...payment, paymentMethod: { type: 'cash_on_delivery' } });
    const { latestCharge } = await platform.live<PaymentIntent>(`/payment-intents/${id}/mark-paid`, {});
    return latestCharge?.id ?? '';
  };
  const ofConnection = async (): Promise<Prepared> => ({
    path: { ...account, connectionId: await platform.connect() },
  });
  const ofOwnConnection = async (): Promise<Prepared> => ({ path: { id: await platform.connect() }, isLive: true });

  return {
    updateApiKey: withId(() => made('createApiKey')),
    rollApiKey: withId(() => made('createApiKey')),
    updateAccount: ofAccount,
    updateAccountSettings: ofAccount,
    createAccountKey: ofAccount,

    updateProduct: withId(product),
    createPrice: async () => ({ query: { productId: await product() } }),
    updatePrice: withId(price),
    setPriceStock: withId(price),
    updateCustomer: withId(() => made('createCustomer')),

    updateCheckoutSession: withId(() => made('createCheckoutSession')),
    updateHostedCheckout: () => opened({}),
    confirmHostedCheckout: () => opened({ customerDetails: { name: 'Mona Adel', email: 'mona@example.com' } }),
    updatePaymentLink: withId(() => made('createPaymentLink')),
    updateCoupon: withId(coupon),
    createPromotionCode: async () => ({ ids: [await coupon()] }),
    updatePromotionCode: withId(async () => makeId('/promotion-codes', { couponId: await coupon() })),

    updatePaymentIntent: withId(async () => (await unpaid()).id),
    confirmPaymentIntent: withId(async () => (await unpaid()).id),
    capturePaymentIntent: withId(() => paid({ captureMethod: 'manual' })),
    cancelPaymentIntent: withId(async () => (await unpaid()).id),
    markPaymentIntentPaid: withId(() => paid({ paymentMethod: { type: 'cash_on_delivery' } })),
    confirmClientPaymentIntent: async () => {
      const { id, clientSecret } = await unpaid();
      return { path: { id }, headers: { 'client-secret': clientSecret } };
    },
    simulatePayment: withId(() => paid({ paymentMethod: { id: 'pm_test_card_never' } })),
    completeSimulator: async () => {
      const card = { number: '4000000000003220', expMonth: 12, expYear: 2034, cvc: '123' };
      const { latestCharge } = await pay({ paymentMethod: { type: 'card', card } });
      return { path: { chargeId: latestCharge?.id ?? '' } };
    },

    createRefund: async () => ({ ids: [await paid()] }),
    updateRefund: withId(refund),
    markRefundPaid: withId(async () => (await waitingRefund()).id),
    markRefundFailed: withId(async () => (await waitingRefund()).id),
    simulateRefund: withId(async () => (await waitingRefund()).id),
    submitRefundPage: async () => {
      const { nextAction } = await waitingRefund();
      return { path: { token: lastPart(nextAction?.displayDetails.url ?? '') } };
    },
    resolveRefund: withId(() => undecidedRefund(platform)),

    updateDispute: withId(dispute),
    simulateDispute: withId(dispute),
    openAccountDispute: async () => ({ path: account, ids: [await liveCharge()] }),
    closeAccountDispute: async () => {
      const body = { ...example('openAccountDispute'), chargeId: await liveCharge() };
      const { id } = await platform.operate('POST', `/operator/accounts/${account.id}/disputes`, body);
      return { path: { ...account, disputeId: id } };
    },

    createPayout: async () => ({ ids: [await fundedBankAccount()] }),
    setPayoutSchedule: async () => ({ path: { currency: 'EGP' }, ids: [await bankAccount()] }),
    simulatePayout: withId(payout),
    exportPayouts: async () => ({ path: { id: 'exp_monday' } }),
    failPayout: withId(async () => {
      await platform.liveCardPayment();
      const { id: bankAccountId } = await platform.live('/bank-accounts', example('createBankAccount'));
      const { id } = await platform.live('/payouts', { ...example('createPayout'), bankAccountId });
      await platform.operate('PUT', '/operator/payout-exports/exp_tuesday', {});
      return id;
    }),

    updatePaymentMethodConfiguration: withId(() => made('createPaymentMethodConfiguration')),
    createProviderConnection: async () => ({ isLive: true }),
    updateProviderConnection: ofOwnConnection,
    registerProviderDomain: ofOwnConnection,
    setProviderRoutes: async () => ({ ids: [await platform.connect()], isLive: true }),
    createAccountProviderConnection: ofAccount,
    updateAccountProviderConnection: ofConnection,
    registerAccountProviderDomain: ofConnection,
    setAccountProviderRoutes: async () => ({ path: account, ids: [await platform.connect()] }),

    updateWebhookEndpoint: withId(endpoint),
    rotateWebhookSecret: withId(endpoint),
    testWebhookEndpoint: withId(endpoint),
    setWebhookChaos: async () => ({ ids: [await endpoint()] }),
    resendEvent: async () => {
      const id = await endpoint();
      await product();
      return { path: { id: await platform.first('/events?type=product.created') }, ids: [id] };
    },
  };

  async function opened(more: object): Promise<Prepared> {
    const session = await make<CheckoutSession>('/checkout/sessions', { ...example('createCheckoutSession'), ...more });
    return { path: { id: session.id }, headers: { 'client-secret': session.clientSecret ?? '' } };
  }
}

/** A live refund that did not reach Stripe for a day. */
async function undecidedRefund(platform: ExamplePlatform): Promise<string> {
  const { id: paymentIntentId } = await platform.liveCardPayment();
  platform.stripe.faults.add({ effect: 'status', status: 503, times: null, path: '/v1/refunds' });
  const { id } = await platform.live('/refunds', { paymentIntentId, amount: 5_000 });
  await platform.world.db('payments').query(
    `update refunds set created_at = created_at - interval '25 hours', sync_attempts = 6,
       next_sync_at = now() + interval '12 hours'
     where id = $1`,
    [id],
  );
  return id;
}
