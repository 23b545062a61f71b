import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { BankAccount, ClockReport, Payout, PayoutSchedule } from '@mizan/contracts';
import { newId } from '@mizan/service-kit';
import type { Api } from '@mizan/testing';
import { type PaymentsWorld, startPayments } from '../payments.test-support.ts';

const dayMs = 24 * 60 * 60_000;

let world: PaymentsWorld;
let merchantId: string;
let api: Api;
let bankAccountId: string;
beforeAll(async () => {
  world = await startPayments();
});
afterAll(() => world.stop());
/** Each test has an account of its own, and with it a clock. */
beforeEach(async () => {
  merchantId = newId('acct');
  api = world.merchantClient('payments', { merchantId });
  const account = { holderName: 'Siwa Trading', currency: 'EGP', iban: 'EG380019000500000000263180002' };
  bankAccountId = (await api<BankAccount>('POST', '/bank-accounts', account)).body.id;
});

/** Advances the account's clock, without a stop between, as far as it is ahead of real time afterwards. */
async function advanceTo(at: Date): Promise<ClockReport> {
  const gateway = world.siblingClient('payments', 'gateway', { merchantId });
  const { status, body } = await gateway<ClockReport>('POST', '/internal/calls/advancePaymentsClock', {
    at: at.toISOString(),
    aheadMs: at.getTime() - Date.now(),
    sinceOutboxId: null,
    throughStreamSeq: 0,
  });
  expect(status).toBe(200);
  return body;
}
async function sell(amount: number): Promise<void> {
  const checkout = world.siblingClient('payments', 'checkout', { merchantId });
  const request = world.confirmRequest({ amount });
  const answer = await checkout('POST', '/internal/calls/confirmPayment', request, { idempotencyKey: newId('key') });
  expect(answer.status).toBe(200);
}
const schedule = async (body: object) =>
  expect((await api('PUT', '/payout-schedules/EGP', { bankAccountId, ...body })).status).toBe(200);
const nextPayoutAt = async () =>
  (await api<{ data: PayoutSchedule[] }>('GET', '/payout-schedules')).body.data[0]?.nextPayoutAt;
const payouts = async () => (await api<{ data: Payout[] }>('GET', '/payouts')).body.data;

test.each([
  ['daily', { interval: 'daily' }, '2036-05-11T00:00:00.000Z'],
  ['weekly', { interval: 'weekly', weekday: 1 }, '2036-05-12T00:00:00.000Z'],
  ['monthly', { interval: 'monthly', monthDay: 31 }, '2036-05-31T00:00:00.000Z'],
])('a %s schedule without funds follows a clock that is years ahead in one step', async (_, of, next) => {
  await schedule(of);
  const { jobsRun } = await advanceTo(new Date('2036-05-10T12:00:00Z'));
  expect(jobsRun).toBeLessThanOrEqual(1); // none, if the job itself was faster
  expect(await nextPayoutAt()).toBe(next);
  expect(await payouts()).toEqual([]);
});

test('each day on which funds are due has its payout, also when the clock passes all of them at once', async () => {
  await schedule({ interval: 'daily', delayDays: 3 });
  await sell(10_000);
  await advanceTo(new Date(Date.now() + 1.5 * dayMs));
  await sell(20_000);
  expect(await payouts()).toEqual([]);
  const { jobsRun } = await advanceTo(new Date('2036-05-10T12:00:00Z'));
  expect(jobsRun).toBeLessThan(10);
  const [second, first, ...others] = await payouts();
  expect(others).toEqual([]);
  expect([first, second]).toMatchObject([{ automatic: true }, { automatic: true }]);
  expect(second?.amount).toBeGreaterThan(first?.amount ?? 0);
  expect(await nextPayoutAt()).toBe('2036-05-11T00:00:00.000Z');
  expect(await world.findings()).toEqual([]);
});

test('more than a payout can have is skipped, and the schedule goes on', async () => {
  await schedule({ interval: 'daily' });
  for (const amount of [10_000, 20_000]) await sell(amount);
  const most = 999_999_999_999;
  await world.db('payments').query(
    `with sold as (
       update balance_transactions set gross = ${most}, net = ${most}, fee = 0, fee_details = null where merchant_id = $1)
     update ledger_accounts set balance = ${2 * most} where merchant_id = $1 and account = 'merchant_available'`,
    [merchantId],
  );
  await advanceTo(new Date('2036-05-10T12:00:00Z'));
  expect(await nextPayoutAt()).toBe('2036-05-11T00:00:00.000Z');
  expect(await payouts()).toEqual([]);
});
