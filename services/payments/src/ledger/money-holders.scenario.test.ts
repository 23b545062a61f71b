import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { SettlesTo } from '@mizan/contracts';
import { feeOn } from '@mizan/money';
import { own, withDatabase } from '@mizan/service-kit';
import { scaleTimeout, sizeOf } from '@mizan/testing';
import fc from 'fast-check';
import { type PaymentsWorld, startPayments } from '../payments.test-support.ts';
import { UnreliableWorld } from '../money-histories.test-support.ts';
import { anyStory, TwoHolders } from './money-holders.test-support.ts';

const together = 50;
const batches = sizeOf({ quick: 2, full: 40 });
const fee = feeOn(10_000, { ratePpm: 27_500, fixed: 300, vatPpm: 140_000 }).total;
const refundFee = 25;
const order = { currency: 'EGP', amount: 10_000, captures: [] } as const;

let world: PaymentsWorld;
beforeAll(async () => {
  world = await startPayments();
  await world.replica('payments').stop(); // its janitors know nothing of the unreliable provider
});
afterAll(() => world.stop());

/** Runs `body` with two replicas of the service's domain, each with connections of its own. */
const withReplicas = (body: (one: UnreliableWorld, other: UnreliableWorld) => Promise<void>): Promise<void> => {
  const { runtimeUrl } = world.databaseUrls('payments');
  const connected = (work: (replica: UnreliableWorld) => Promise<void>) =>
    withDatabase('payments', runtimeUrl, (db) => work(new UnreliableWorld(db, world.confirmRequest)));
  return connected((one) => connected((other) => body(one, other)));
};

/** Sums of an account's entries, by currency and who holds the money, and what is stored of what the merchant holds. */
const sumsOf = ({ db }: UnreliableWorld, { scope }: TwoHolders) =>
  db.system.sql<{ currency: 'EGP' | 'USD'; isMerchants: boolean; sum: number; held: number; stored: number }>`
    select currency, account in ('held_by_merchant', 'merchant_processor_clearing', 'merchant_refund_clearing') as is_merchants,
      sum(amount)::bigint as sum, coalesce(sum(amount) filter (where account = 'held_by_merchant'), 0)::bigint as held,
      (select coalesce(sum(balance), 0)::bigint from ledger_accounts stored
        where ${own({ scope }, 'stored')} and account = 'held_by_merchant' and stored.currency = ledger_entries.currency) as stored
    from ledger_entries where ${own({ scope })} group by 1, 2`;

const pay = (account: TwoHolders, replica: UnreliableWorld, settlesTo: SettlesTo) =>
  account.pay(replica, { ...order, settlesTo });

describe('payments, of which the merchant receives some itself,', () => {
  test(
    `captured, refunded and failing in any order, ${together} at once by two replicas, leave each balance as its charges say`,
    () =>
      withReplicas(async (one, other) => {
        await fc.assert(
          fc.asyncProperty(fc.array(anyStory, { minLength: together, maxLength: together }), async (stories) => {
            const account = new TwoHolders();
            await Promise.all(stories.map((story, i) => account.run(i % 2 === 0 ? one : other, story)));
            expect(await account.balance(one)).toMatchObject(account.expectedBalance());
            expect(account.refused.merchant).toBe(0);
            for (const { currency, isMerchants, sum, held, stored } of await sumsOf(one, account)) {
              expect({ currency, isMerchants, sum }).toEqual({ currency, isMerchants, sum: 0 });
              if (isMerchants) expect([held, stored]).toEqual([account.heldIn(currency), account.heldIn(currency)]);
            }
          }),
          { numRuns: batches, endOnFailure: true },
        );
        expect(await world.findings()).toEqual([]);
      }),
    scaleTimeout(900_000),
  );

  const refundOf = (chargeId: string, settlesTo: SettlesTo, amount: number) =>
    ({ currency: 'EGP', answers: ['succeeded'], chargeId, settlesTo, amount }) as const;

  test('leave the merchant owing the fees: payable is 0, and all of the payment can be refunded', () =>
    withReplicas(async (one) => {
      const account = new TwoHolders();
      const { chargeId } = await pay(account, one, 'merchant');
      expect(await account.balance(one)).toMatchObject({
        available: [{ amount: 10_000 - fee, currency: 'EGP' }],
        pending: [{ amount: 0, currency: 'EGP' }],
        payable: [{ amount: 0, currency: 'EGP' }],
      });
      expect(await account.refund(one, refundOf(chargeId, 'merchant', 10_000))).toEqual({ kept: 10_000 });
      expect(await account.balance(one)).toMatchObject({
        available: [{ amount: -fee - refundFee }],
        payable: [{ amount: 0 }],
      });
    }));

  test('are no cover for refunds of what the platform holds', () =>
    withReplicas(async (one) => {
      const account = new TwoHolders();
      await pay(account, one, 'merchant');
      const { chargeId } = await pay(account, one, 'platform');
      const payable = 10_000 - 2 * fee;
      expect(await account.balance(one)).toMatchObject({ payable: [{ amount: payable }] });
      expect(await account.refund(one, refundOf(chargeId, 'platform', payable - refundFee + 1))).toEqual({ kept: 0 });
      expect(account.refused).toEqual({ platform: 1, merchant: 0 });
      expect(await account.refund(one, refundOf(chargeId, 'platform', payable - refundFee))).toEqual({
        kept: payable - refundFee,
      });
      expect(await account.balance(one)).toMatchObject({ available: [{ amount: 10_000 }], payable: [{ amount: 0 }] });
    }));
});

describe('a refund that the merchant has sent from its own bank account', () => {
  test('leaves what the platform owes it as it was before, no matter who holds the money of the payment', () =>
    withReplicas(async (one) => {
      const account = new TwoHolders();
      const ownBank = { currency: 'EGP', amount: 9_000, answers: ['pending', 'markedPaid'] } as const;
      const payable = 10_000 - 2 * fee - 2 * refundFee;
      for (const settlesTo of ['platform', 'merchant'] as const) {
        const { chargeId } = await pay(account, one, settlesTo);
        expect(await account.refund(one, { ...ownBank, chargeId, settlesTo })).toEqual({ kept: 9_000 });
      }
      expect(await account.balance(one)).toMatchObject({
        available: [{ amount: payable + 1_000 }],
        payable: [{ amount: payable }],
      });
      const { rows } = await world.db('payments').query<{ account: string; sum: string }>(
        `select account, sum(amount) from ledger_entries where merchant_id = $1 and account like '%clearing'
         group by account order by account`,
        [account.scope.merchantId],
      );
      expect(rows).toEqual([
        { account: 'merchant_processor_clearing', sum: '-1000' },
        { account: 'merchant_refund_clearing', sum: '0' },
        { account: 'processor_clearing', sum: '-10000' }, // the processor has returned nothing: it still owes the charge
        { account: 'refund_clearing', sum: '0' },
      ]);
      expect(await world.findings()).toEqual([]);
    }));
});

describe('the database', () => {
  test('refuses a journal that moves money between what the platform holds and what the merchant holds', async () => {
    const admin = await world.db('payments').connect();
    try {
      await admin.query('begin');
      await admin.query(`
        with journal as (
          insert into ledger_tx (merchant_id, livemode, source_kind, source_id, created_at)
          values ('acct_mixed', false, 'capture', 'ch_mixed', now()) returning id)
        insert into ledger_entries (tx_id, account, currency, merchant_id, livemode, amount)
        select id, account, 'EGP', 'acct_mixed', false, amount
        from journal, (values ('held_by_merchant', 100), ('merchant_available', -100)) as line (account, amount)`);
      await expect(admin.query('commit')).rejects.toMatchObject({ code: '23514' });
    } finally {
      await admin.query('rollback');
      admin.release();
    }
  });
});
