import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { LedgerFindingKind, type LedgerFinding } from '@mizan/contracts';
import { startPayments, type PaymentsWorld } from '../payments.test-support.ts';

let world: PaymentsWorld;
beforeAll(async () => {
  world = await startPayments();
  const { id } = await world.confirm();
  await world.refund({ paymentIntentId: id, amount: 4_000 });
  await world.confirm({ currency: 'EGP', amount: 20_000 });
});
afterAll(() => world.stop());

/** What verification finds after `damage`, which is undone. As an administrator with all triggers off: nothing else can. */
async function findingsAfter(damage: string): Promise<string[]> {
  const admin = await world.db('payments').connect();
  const tables = [
    'ledger_entries',
    'ledger_tx',
    'ledger_accounts',
    'balance_transactions',
    'captures',
    'refunds',
    'charges',
    'payment_intents',
  ];
  try {
    await admin.query('set session_replication_role = replica');
    for (const table of tables) await admin.query(`create temp table kept_${table} as table payments.${table}`);
    await admin.query(damage);
    return (await world.findings()).map(({ kind }) => kind);
  } finally {
    for (const table of tables)
      await admin.query(
        `delete from payments.${table}; insert into payments.${table} table kept_${table}; drop table kept_${table}`,
      );
    await admin.query('set session_replication_role = origin');
    await admin.query(
      'create unique index if not exists ledger_tx_source on payments.ledger_tx (source_kind, source_id)',
    );
    admin.release();
  }
}

describe('verifyLedger', () => {
  test('finds nothing in a ledger that adds up', async () => {
    expect(await world.findings()).toEqual([]);
  });

  const anyEntry = `select ctid from ledger_entries where account = 'platform_fee' limit 1`;
  const aCapture = `select id from ledger_tx where source_kind = 'capture' limit 1`;
  const corruptions: [what: string, damage: string, kind: LedgerFinding['kind']][] = [
    [
      'a changed entry',
      `update ledger_entries set amount = amount + 1 where ctid = (${anyEntry})`,
      'journal_unbalanced',
    ],
    [
      'an entry of another merchant',
      `update ledger_entries set merchant_id = 'acct_other' where ctid = (${anyEntry})`,
      'journal_unbalanced',
    ],
    [
      'a journal that was posted twice',
      `drop index ledger_tx_source;
       insert into ledger_tx (merchant_id, livemode, source_kind, source_id, created_at)
       select merchant_id, livemode, source_kind, source_id, created_at from ledger_tx where source_kind = 'capture'`,
      'journal_repeated',
    ],
    [
      'a lost journal',
      `with tx as (${aCapture}), lines as (delete from ledger_entries where tx_id in (select id from tx)) delete from ledger_tx where id in (select id from tx)`,
      'journal_missing',
    ],
    [
      'a journal of a refund that does not exist',
      `insert into ledger_tx (merchant_id, livemode, source_kind, source_id, created_at) values ('acct_test', false, 'refund', 're_none', now())`,
      'journal_unfounded',
    ],
    ['a capture of another amount', `update captures set amount = amount - 1`, 'journal_amount_differs'],
    [
      'a changed balance',
      `update ledger_accounts set balance = balance + 1 where account = 'merchant_available'`,
      'balance_differs',
    ],
    ['a lost balance', `delete from ledger_accounts`, 'balance_differs'],
    ['a changed movement', `update balance_transactions set net = net + 1, gross = gross + 1`, 'movements_differ'],
    [
      'a changed part of a fee',
      `update balance_transactions set fee_details = jsonb_set(fee_details, '{0,amount}', '1') where type = 'charge'`,
      'fee_differs',
    ],
    [
      'a fee in the wrong account',
      `update ledger_entries set amount = amount + case account when 'fee_vat' then 1 else -1 end where tx_id in (${aCapture}) and account in ('fee_vat', 'platform_fee')`,
      'fee_differs',
    ],
    [
      'more given back in the buyer’s currency than was paid',
      `update charges set presentment_refunded = 1`,
      'presentment_differs',
    ],
    ['refunds beyond the capture', `update refunds set amount = 10001`, 'refunds_exceed_capture'],
    ['a charge that forgot its refund', `update charges set amount_refunded = 0`, 'payment_sum_differs'],
    [
      'an intent that received more',
      `update payment_intents set amount = amount + 1, amount_received = amount_received + 1`,
      'payment_sum_differs',
    ],
  ];
  test.each(corruptions)('finds %s', async (_, damage, kind) => {
    expect(await findingsAfter(damage)).toContain(kind);
    expect(await world.findings()).toEqual([]);
  });

  test('has seen every kind of fault here, but for a journal that follows by event and stays away', () => {
    const seen = new Set([...corruptions.map(([, , kind]) => kind), 'recording_pending']);
    expect([...seen].toSorted()).toEqual(LedgerFindingKind.options.toSorted());
  });
});
