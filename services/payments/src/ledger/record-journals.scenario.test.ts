import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '@mizan/service-kit';
import { demoProfile, envelope, eventually, leaveInOutbox } from '@mizan/testing';
import { type PaymentsWorld, startPayments } from '../payments.test-support.ts';

let world: PaymentsWorld;
beforeAll(async () => {
  world = await startPayments({ nats: true });
});
afterAll(() => world.stop());

const balancesOf = async (accounts: string[]) => {
  const { rows } = await world
    .db('payments')
    .query<{ account: string; sum: string }>(
      `select account, sum(amount) from ledger_entries where merchant_id = 'acct_test' and account = any ($1) group by account`,
      [accounts],
    );
  return Object.fromEntries(rows.map(({ account, sum }) => [account, Number(sum)]));
};

const sales = async (merchantId: string): Promise<number> => {
  const { rows } = await world
    .db('payments')
    .query<{ sum: string | null }>(
      `select sum(amount) from ledger_entries where merchant_id = $1 and account = 'merchant_sales'`,
      [merchantId],
    );
  return Number(rows[0]?.sum ?? 0);
};

describe('journals that follow by event', () => {
  test('record the sale of a capture and its reversal by a refund, fees untouched', async () => {
    const intent = await world.confirm({ amount: 10_000 });
    await world.refund({ paymentIntentId: intent.id, amount: 4_000 });
    await eventually(async () =>
      expect(await balancesOf(['gross_volume', 'merchant_sales'])).toEqual({
        gross_volume: -6_000,
        merchant_sales: 6_000,
      }),
    );
    expect(await balancesOf(['platform_fee', 'fee_vat'])).toEqual({ platform_fee: 575, fee_vat: 81 });
    expect(await world.findings()).toEqual([]);
  });

  test('undo the reversal when the refund fails', async () => {
    const before = await sales('acct_test');
    const intent = await world.confirm({ amount: 10_000, card: '4000000000005126' });
    const refund = await world.refund({ paymentIntentId: intent.id, amount: 4_000 });
    await world.makeDue('refunds', `id = '${refund.id}'`);
    await world
      .db('payments')
      .query(
        `update simulator_operations set record = jsonb_set(record, '{at}', '"2020-01-01T00:00:00.000Z"') where key = $1`,
        [refund.id],
      );
    await eventually(async () => {
      expect((await world.intent(intent.id)).status).toBe('SUCCEEDED');
      expect(await sales('acct_test')).toBe(before + 10_000);
      expect(await world.findings()).toEqual([]);
    });
  });

  test('record the sale of a payment that succeeded after it was abandoned', async () => {
    const before = await sales('acct_test');
    const { id, latestCharge } = await world.confirm({ amount: 3_000, card: '4000000000007023' });
    await world
      .db('payments')
      .query(`update payment_intents set status = 'CANCELED', canceled_at = now() where id = $1`, [id]);
    await world
      .db('payments')
      .query(`update charges set status = 'FAILED', failure_code = 'customer_abandoned' where id = $1`, [
        latestCharge?.id,
      ]);
    await world.makeDue('charges', `id = '${latestCharge?.id}'`);
    await eventually(async () => {
      expect((await world.intent(id)).status).toBe('SUCCEEDED');
      expect(await sales('acct_test')).toBe(before + 3_000);
      expect(await world.findings()).toEqual([]);
    });
  });

  test('record nothing for a payment that is only authorized', async () => {
    const before = await sales('acct_test');
    await world.confirm({ captureMethod: 'manual' });
    const { id } = await world.confirm({ amount: 1_000 }); // a later marker: when it is recorded, the first was handled
    await eventually(async () => {
      expect(await world.findings()).toEqual([]);
      expect((await world.intent(id)).status).toBe('SUCCEEDED');
    });
    expect(await sales('acct_test')).toBe(before + 1_000);
  });

  test('change nothing when every event is published again', async () => {
    const before = await balancesOf(['gross_volume', 'merchant_sales']);
    await world.db('payments').query('delete from inbox');
    await world.db('payments').query('update outbox set published_at = null, epoch = epoch + 1');
    await eventually(async () => {
      const { rows } = await world.db('payments').query(
        `select count(*)::int from inbox where consumer = 'payments-purchases'
           union all select count(*)::int from outbox
           where type in ('charge.succeeded', 'charge.captured', 'charge.updated') and payload::json #>> '{data,object,captured}' = 'true'
             or type in ('refund.created', 'refund.failed', 'refund.canceled')`,
      );
      expect(rows[0]).toEqual(rows[1]);
    });
    expect(await balancesOf(['gross_volume', 'merchant_sales'])).toEqual(before);
  });
});

describe('a new account', () => {
  test('starts its test mode with 1,000,000.00 of its currency, once, and its live mode with nothing', async () => {
    const id = newId('acct');
    const profile = { ...demoProfile(id), defaultCurrency: 'KWD' };
    const created = { type: 'account.created', object: profile, merchantId: id } as const;
    await leaveInOutbox(world, 'payments', [envelope({ ...created, livemode: true }), envelope(created)]);
    const merchant = world.merchantClient('payments', { merchantId: id });
    await eventually(async () => {
      expect((await merchant('GET', '/balance')).body).toMatchObject({
        available: [{ amount: 1_000_000_000, currency: 'KWD' }],
      });
      const { rows } = await world
        .db('payments')
        .query(`select from inbox join outbox using (event_id) where type = 'account.created'`);
      expect(rows).toHaveLength(2);
    });
    const { body } = await merchant('GET', '/balance-transactions');
    expect(body).toMatchObject({
      totalCount: 1,
      data: [{ type: 'adjustment', gross: 1_000_000_000, fee: 0, source: null }],
    });
    const live = world.merchantClient('payments', { merchantId: id, livemode: true });
    expect((await live('GET', '/balance')).body).toEqual({
      object: 'balance',
      available: [],
      pending: [],
      payable: [],
      livemode: true,
    });
    await eventually(async () => expect(await world.findings()).toEqual([]));
  });
});
