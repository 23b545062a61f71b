import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@mizan/testing';
import { reclassify } from '../../migrations/20261125000200_money_holders.ts';
import { type PaymentsWorld, startPayments } from '../payments.test-support.ts';

let world: PaymentsWorld;
beforeAll(async () => {
  world = await startPayments({ env: { MIZAN_TEST_SETTLEMENT: 'delayed' } });
});
afterAll(() => world.stop());

const usableAtOnce = '4000000000000077';
const fee = 656; // of each payment of 100.00

/** What is in each account of the ledger that is not empty. */
async function sums(): Promise<Record<string, number>> {
  const { rows } = await world.db('payments').query<{ account: string; sum: string }>(
    `select account, sum(amount) from ledger_entries where account not in ('gross_volume', 'merchant_sales')
     group by account having sum(amount) <> 0 order by account`,
  );
  return Object.fromEntries(rows.map(({ account, sum }) => [account, Number(sum)]));
}

test('what was booked of charges that settle to the merchant is moved to its own accounts, all else stays', async () => {
  const platform = await world.confirm({ card: usableAtOnce });
  const pending = await world.confirm();
  const refunded = await world.confirm({ card: usableAtOnce });
  const failing = await world.refund({ paymentIntentId: refunded.id, amount: 1_000 });
  await world.refund({ paymentIntentId: refunded.id, amount: 3_000 });
  expect(await world.findings()).toEqual([]);
  const mine = [pending, refunded].map(({ latestCharge }) => latestCharge?.id);
  const query = (sql: string, values: unknown[] = []) => world.db('payments').query(sql, values);
  await query(`update charges set settles_to = 'merchant' where id = any ($1)`, [mine]);
  await query(reclassify);

  expect(await sums()).toEqual({
    fee_vat: 3 * 81,
    held_by_merchant: 20_000 - 4_000,
    merchant_available: 10_000 - 3 * fee,
    merchant_processor_clearing: -16_000,
    platform_fee: 3 * (fee - 81),
    processor_clearing: -10_000,
  });
  expect(await world.findings()).toEqual([]);
  const balance = await world.balance();
  expect(balance).toMatchObject({
    available: [{ amount: 26_000 - 3 * fee }],
    pending: [{ amount: 0 }],
    payable: [{ amount: 10_000 - 3 * fee }],
  });
  await eventually(async () => expect((await world.eventsOf('acct_test:balance')).at(-1)?.object).toEqual(balance));

  // What happens to such a charge afterwards follows what was moved.
  await world.merchant('POST', `/test-helpers/refunds/${failing.id}/simulate`, { outcome: 'fail' });
  await world.refund({ paymentIntentId: pending.id, amount: 10_000 });
  await world.refund({ paymentIntentId: platform.id, amount: 10_000 - 3 * fee });
  expect(await sums()).toMatchObject({ held_by_merchant: 7_000, merchant_processor_clearing: -7_000 });
  expect(await world.findings()).toEqual([]);
});
