import { objectIdOf, type PaymentIntent } from '@mizan/contracts';
import { Problem } from '@mizan/service-kit';
import { card, good, transfer, type Fixtures, type Overrides } from './fixtures.ts';
import { changing, creating, type Flow } from './flow.ts';

const visa = card('4242424242424242');
const held = { captureMethod: 'manual' };

/** Events of payment intents. */
const intentFlows = {
  'payment_intent.created': creating('intent'),
  'payment_intent.updated': changing('intent', (make, id) =>
    make.patch(`/payment-intents/${id}`, { description: 'Triggered again' }),
  ),
  'payment_intent.requires_action': async (make, given) => (await make.intent(given, card('4000000000003220'))).id,
  'payment_intent.processing': async (make, given) => (await make.intent(given, transfer)).id,
  'payment_intent.amount_capturable_updated': async (make, given) =>
    (await make.intent({ ...given, ...held }, good)).id,
  'payment_intent.succeeded': async (make, given) => (await make.intent(given, good)).id,
  'payment_intent.payment_failed': async (make, given) => (await make.intent(given, card('4000000000000002'))).id,
  'payment_intent.canceled': changing('intent', (make, id) => make.post(`/payment-intents/${id}/cancel`)),
  'payment_intent.refunded': async (make, given) => {
    const { id } = await make.intent(given, good);
    await make.refund(id);
    return id;
  },
  'payment_intent.partially_refunded': async (make, given) => {
    const { id } = await make.intent(given, good);
    await make.refund(id, { amount: 100 });
    return id;
  },
} as const satisfies Record<string, Flow>;

/** Events of charges. */
const chargeFlows = {
  'charge.pending': (make, given) => chargeOf(make.intent(given, transfer)),
  'charge.succeeded': (make, given) => chargeOf(make.intent(given, good)),
  'charge.failed': (make, given) => chargeOf(make.intent(given, card('4000000000000002'))),
  'charge.captured': (make, given) =>
    chargeOf(make.intent({ ...given, ...held }, good), (id) => make.post(`/payment-intents/${id}/capture`)),
  'charge.expired': (make, given) =>
    chargeOf(make.intent({ ...given, ...held }, good), (id) => make.simulate('payment-intents', id, 'expire')),
  'charge.updated': (make, given) =>
    chargeOf(make.intent(given, good), async (id) => make.simulate('refunds', (await make.refund(id)).id, 'fail')),
  'charge.refunded': (make, given) => chargeOf(make.intent(given, good), (id) => make.refund(id)),
} as const satisfies Record<string, Flow>;

/** Events of refunds. */
const refundFlows = {
  'refund.created': (make, given) => refund(make, given),
  'refund.updated': async (make, given) => {
    const id = await refund(make, given, card('4000000000007726'));
    await make.patch(`/refunds/${id}`, { metadata: { triggered: 'again' } });
    return id;
  },
  'refund.succeeded': (make, given) => refund(make, given),
  'refund.failed': async (make, given) => {
    const id = await refund(make, given);
    await make.simulate('refunds', id, 'fail');
    return id;
  },
  'refund.canceled': async (make, given) => {
    const id = await refundNeedingDetails(make, given);
    await make.post(`/refunds/${id}/cancel`);
    return id;
  },
  'refund.requires_action': (make, given) => refundNeedingDetails(make, given),
} as const satisfies Record<string, Flow>;

/** Events of disputes. */
const disputeFlows = {
  'dispute.created': (make) => make.dispute(),
  'dispute.updated': async (make, given) => {
    const id = await make.dispute();
    await make.patch(`/disputes/${id}`, { evidence: { uncategorizedText: 'Triggered' }, ...given });
    return id;
  },
  'dispute.closed': async (make) => {
    const id = await make.dispute();
    await make.simulate('disputes', id, 'win');
    return id;
  },
} as const satisfies Record<string, Flow>;

/** Events of payouts. */
const payoutFlows = {
  'payout.created': (make, given) => make.payout(given),
  'payout.updated': async (make, given) => {
    const id = await make.payout(given);
    await make.simulate('payouts', id, 'pay');
    return id;
  },
  'payout.paid': async (make, given) => {
    const id = await make.payout(given);
    await make.simulate('payouts', id, 'pay');
    return id;
  },
  'payout.failed': async (make, given) => {
    const id = await make.payout(given);
    await make.simulate('payouts', id, 'fail');
    return id;
  },
  'payout.canceled': async (make, given) => {
    const id = await make.payout(given);
    await make.post(`/payouts/${id}/cancel`);
    return id;
  },
} as const satisfies Record<string, Flow>;

/** Events of the payment methods that customers save. */
const methodFlows = {
  'payment_method.attached': async (make, given) => make.savedMethod(await setupOf(make, given)),
  'payment_method.updated': async (make, given) => {
    const setup = await setupOf(make, given);
    await make.savedMethod(setup, visa);
    return make.savedMethod(setup, { ...visa, card: { ...visa.card, expYear: visa.card.expYear - 1 } });
  },
  'payment_method.detached': async (make, given) => {
    const setup = await setupOf(make, given);
    const id = await make.savedMethod(setup);
    await make.delete(`/customers/${setup.customerId}`);
    return id;
  },
} as const satisfies Record<string, Flow>;

/** Events of payments, payment methods, their settings and the balance. */
export const paymentFlows = {
  ...intentFlows,
  ...chargeFlows,
  ...refundFlows,
  ...disputeFlows,
  ...payoutFlows,
  ...methodFlows,
  'payment_method_configuration.created': creating('configuration'),
  'payment_method_configuration.updated': changing('configuration', (make, id) =>
    make.patch(`/payment-method-configurations/${id}`, { name: 'Triggered again' }),
  ),
  'payment_method_configuration.deleted': changing('configuration', (make, id) =>
    make.delete(`/payment-method-configurations/${id}`),
  ),
  // Requested as for a checkout in that currency. The rate keeps its age until another one is set.
  'exchange_rate.stale': async (make, given, { currency, foreignCurrency, requestRate }) => {
    const fetchedAt = new Date(Date.now() - 27 * 3_600_000).toISOString();
    const body = { base: foreignCurrency, quote: currency, rate: 1, fetchedAt, ...given };
    const { id } = await make.requests.send<{ id: string }>('PUT', '/test-helpers/exchange-rates', { body });
    await requestRate({ base: foreignCurrency, quote: currency }).catch(expectRefusal);
    return id;
  },
  'balance.available': async (make, given, { merchantId }) => {
    await make.intent(given, good);
    return objectIdOf({ object: 'balance' }, merchantId);
  },
} as const satisfies Record<string, Flow>;

/** The refusal that this flow expects; anything else is an error. */
function expectRefusal(thrown: unknown): void {
  if (!(thrown instanceof Problem) || thrown.code !== 'exchange_rate_not_found') throw thrown;
}

const setupOf = async (make: Fixtures, given: Overrides): Promise<{ customerId: string }> => ({
  customerId: (await make.customer()).id,
  ...given,
});

/** The charge of a payment, after a change to the payment if there is one. */
async function chargeOf(intent: Promise<PaymentIntent>, change?: (id: string) => Promise<unknown>): Promise<string> {
  const { id, latestCharge } = await intent;
  await change?.(id);
  return latestCharge?.id ?? '';
}

async function refund(make: Fixtures, given: Overrides, method: object = good): Promise<string> {
  const { id } = await make.intent({}, method);
  return (await make.refund(id, given)).id;
}

/** With a payment method that cannot refund by itself: the buyer must provide details. */
async function refundNeedingDetails(make: Fixtures, given: Overrides): Promise<string> {
  const { id } = await make.intent({}, transfer);
  await make.simulate('payment-intents', id, 'succeed');
  return (await make.refund(id, given)).id;
}
