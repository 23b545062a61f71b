import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { BalanceTransaction, BankAccount, Charge, Dispute, PaymentIntent, Payout, Refund } from '@mizan/contracts';
import { newId } from '@mizan/service-kit';
import { type AnyBody, demoProfile, eventually } from '@mizan/testing';
import { type PaymentsWorld, startPayments } from '../payments.test-support.ts';

const refundFixed = 25;
let world: PaymentsWorld;
beforeAll(async () => {
  world = await startPayments({
    nats: true,
    env: { MIZAN_TEST_SETTLEMENT: 'instant' },
    answers: {
      getAccount: (_, { merchantId }) => {
        const profile = demoProfile(merchantId);
        return {
          ...profile,
          disputeFees: [{ currency: 'EGP', amount: 1_500 }],
          feeSchedule: profile.feeSchedule.map((row) => ({ ...row, refundFixed })),
        };
      },
    },
  });
});
afterAll(() => world.stop());

interface Published {
  readonly type: string;
  readonly version: number;
  readonly object: object;
}

/** What was published of the account's test mode, oldest first, but for its whole balance, which follows a moment later. */
async function published(): Promise<Published[]> {
  const { rows } = await world.db('payments').query<{ id: string }>(`
    select distinct aggregate_id as id from outbox where aggregate_id not like '%:balance'`);
  return world.eventsOf(...rows.map(({ id }) => id));
}

/** The balance as docs/guides/bus.md has a team sum it from events; test mode without its initial balance. */
function balanceOf(events: readonly Published[]): number {
  const of = <Resource extends { readonly id: string }>(family: string): Resource[] =>
    events.filter(({ type }) => type.startsWith(`${family}.`)).map(({ object }) => object as Resource);
  const latest = <Resource extends { readonly id: string }>(family: string): Resource[] => [
    ...new Map(of<Resource>(family).map((object) => [object.id, object])).values(),
  ];
  const sum = (amounts: readonly number[]): number => amounts.reduce((one, other) => one + other, 0);

  const movements = new Map<string, BalanceTransaction>();
  for (const { balanceTransaction } of of<Charge>('charge'))
    if (balanceTransaction) movements.set(balanceTransaction.id, balanceTransaction);
  for (const { balanceTransactions } of of<Dispute>('dispute'))
    for (const each of balanceTransactions) movements.set(each.id, each);

  const charges = latest<Charge>('charge');
  const isHeldByPlatform = ({ chargeId }: Refund): boolean =>
    charges.find(({ id }) => id === chargeId)?.balanceTransaction?.settlesTo === 'platform';
  const byMerchant = new Set(
    of<Refund>('refund').flatMap(({ id, status }) => (status === 'REQUIRES_ACTION' ? [id] : [])),
  );
  const returned = (refund: Refund): boolean =>
    ['FAILED', 'CANCELED'].includes(refund.status) ||
    (refund.status === 'SUCCEEDED' && byMerchant.has(refund.id) && isHeldByPlatform(refund));
  return (
    sum([...movements.values()].map(({ net }) => net)) +
    sum(charges.map(({ status, amountReceived = 0 }) => (status === 'FAILED' ? amountReceived : 0))) -
    sum(latest<Refund>('refund').map((refund) => refund.feeAmount + (returned(refund) ? 0 : refund.amount))) -
    sum(latest<Payout>('payout').map(({ status, amount }) => (['FAILED', 'CANCELED'].includes(status) ? 0 : amount)))
  );
}

async function balance(): Promise<number> {
  const { available, pending } = await world.balance();
  return [...available, ...pending].reduce((total, { amount }) => total + amount, 0);
}

async function post<Body>(path: string, body: object = {}): Promise<Body> {
  const { status, body: answered } = await world.merchant<Body & AnyBody>('POST', path, body, {
    idempotencyKey: newId('key'),
  });
  if (status >= 300) throw new Error(`${path}: ${status} ${JSON.stringify(answered)}`);
  return answered;
}
const refund = ({ id }: PaymentIntent, amount: number, body: object = {}) =>
  post<Refund>('/refunds', { paymentIntentId: id, amount, instructionsEmail: 'mona@example.com', ...body });
const simulateRefund = ({ id }: Refund, outcome: string) =>
  post<Refund>(`/test-helpers/refunds/${id}/simulate`, { outcome });
const toBePaid = (type: string) => world.confirm({ paymentMethod: { type } as never });

test('the balance of test mode is what the guide sums from the events of charges, refunds, disputes and payouts', async () => {
  const intent = await world.confirm({ amount: 1_000_000 });
  const held = await world.confirm({ captureMethod: 'manual', amount: 50_000 });
  await post(`/payment-intents/${held.id}/capture`, { amountToCapture: 20_000, finalCapture: false });
  await post(`/payment-intents/${held.id}/capture`, { amountToCapture: 10_000, finalCapture: true });

  await refund(intent, 1_000);
  await simulateRefund(await refund(intent, 2_000), 'fail');
  const outOfBand = await refund(intent, 3_000, { outOfBand: true });
  await post(`/refunds/${outOfBand.id}/mark-paid`);
  await simulateRefund(await refund(intent, 6_000, { outOfBand: true }), 'succeed');
  const canceled = await refund(intent, 4_000, { outOfBand: true });
  await post(`/refunds/${canceled.id}/cancel`);
  await refund(intent, 5_000, { outOfBand: true });

  const transfers = [await toBePaid('bank_transfer'), await toBePaid('bank_transfer'), await toBePaid('bank_transfer')];
  for (const { id } of transfers) await post(`/payment-intents/${id}/mark-paid`, { amountReceived: 4_000 });
  const [paid, failed] = transfers;
  await post(`/payment-intents/${paid?.id}/mark-paid`);
  if (paid) await post(`/refunds/${(await refund(paid, 1_500)).id}/mark-paid`);
  await post(`/test-helpers/payment-intents/${failed?.id}/simulate`, { outcome: 'expire' });
  const failedCharge = (await world.intent(failed?.id ?? '')).charges[0];
  expect(failedCharge).toMatchObject({ status: 'FAILED', amountReceived: 4_000, balanceTransaction: null });

  for (const outcome of ['win', 'lose']) {
    const { id } = await world.confirm({ card: '4000000000000259' });
    const dispute = await eventually(async () => {
      const { body } = await world.merchant<{ data: Dispute[] }>('GET', `/disputes?paymentIntentId=${id}`);
      expect(body.data).toHaveLength(1);
      return body.data[0];
    });
    await post(`/test-helpers/disputes/${dispute?.id}/simulate`, { outcome });
  }

  const bank = { holderName: 'Siwa Trading', currency: 'EGP', iban: 'EG380019000500000000263180002' };
  const { id: bankAccountId } = await post<BankAccount>('/bank-accounts', bank);
  const payOut = (amount: number) => post<Payout>('/payouts', { amount, currency: 'EGP', bankAccountId });
  await post(`/test-helpers/payouts/${(await payOut(7_000)).id}/simulate`, { outcome: 'pay' });
  await post(`/test-helpers/payouts/${(await payOut(8_000)).id}/simulate`, { outcome: 'fail' });
  await post(`/payouts/${(await payOut(9_000)).id}/cancel`);
  await payOut(10_000);

  const events = await published();
  expect(balanceOf(events)).toBe(await balance());
  const ofHeld = events.filter(
    ({ type, object }) =>
      type.startsWith('charge.') && 'paymentIntentId' in object && object.paymentIntentId === held.id,
  );
  // The last copy of a charge that is captured in parts has one of its balance transactions.
  const others = events.filter((event) => !ofHeld.includes(event) || event === ofHeld.at(-1));
  expect(balanceOf(others)).toBeLessThan(await balance());

  // No event says so: a team would go on with the balance of data that is gone.
  const gateway = world.siblingClient('payments', 'gateway');
  await gateway('POST', '/internal/calls/clearPaymentsData', {}, { idempotencyKey: newId('key') });
  expect(await balance()).not.toBe(balanceOf(events));
  expect(await published()).toEqual(events);
});
