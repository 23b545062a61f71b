import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { LedgerVerification } from '@mizan/contracts';
import { runMizan } from './mizan.test-support.ts';
import { startPlatform, Storefront } from './storefront.test-support.ts';

const operatorToken = 'the operator token of these tests, long enough';

let shop: Storefront;
beforeAll(async () => {
  shop = new Storefront(await startPlatform({ MIZAN_OPERATOR_TOKEN: operatorToken }));
  const { intentId } = await shop.buy(12_500);
  await shop.expect(201, 'POST', '/refunds', { paymentIntentId: intentId, amount: 2_500 });
});
afterAll(() => shop.world.stop());

const verify = (...args: string[]) =>
  runMizan(['--base-url', shop.world.gatewayUrl, '--operator-token', operatorToken, 'ledger', 'verify', ...args]);

/** As an administrator with all triggers off: nothing else can change a ledger. */
async function damage(statement: string): Promise<void> {
  const admin = await shop.world.db('payments').connect();
  try {
    await admin.query('set session_replication_role = replica');
    await admin.query(statement);
    await admin.query('set session_replication_role = origin');
  } finally {
    admin.release();
  }
}

test('mizan ledger verify ends with 0 once every journal has arrived', async () => {
  const { status, out, err } = await verify();
  expect({ status, err }).toEqual({ status: 0, err: '' });
  expect(out).toMatch(/^The ledger adds up \(\d{4}-.*Z\)\.$/m);
});

test('mizan ledger verify ends with 1 for a balance that differs, and names it', async () => {
  const change = (by: number) =>
    damage(`update ledger_accounts set balance = balance + ${by} where ctid = (
      select ctid from ledger_accounts where account = 'merchant_available' and currency = 'EGP'
      order by merchant_id, livemode, slot limit 1)`);
  await change(1);
  const { status, out, err } = await verify();
  expect(status).toBe(1);
  expect(out).toMatch(/balance_differs .*merchant_available EGP/);
  expect(err).toMatch(/^mizan: The ledger does not add up: \d findings?\.$/m);
  const json = JSON.parse((await verify('--json')).out) as LedgerVerification;
  expect(json.findings.map(({ kind }) => kind)).toContain('balance_differs');
  await change(-1);
  expect((await verify()).status).toBe(0);
});

test('mizan ledger verify waits for a journal that follows by event, and ends with 1 when it stays away', async () => {
  const journal = `select id from ledger_tx where source_kind = 'sale'`;
  await damage(
    `with tx as (${journal}), lines as (delete from ledger_entries where tx_id in (select id from tx))
     delete from ledger_tx where id in (select id from tx)`,
  );
  const startedAt = performance.now();
  const { status, out } = await verify('--wait', '2');
  expect([status, performance.now() - startedAt > 1_000]).toEqual([1, true]);
  expect(out).toMatch(/recording_pending +sale ch_/);
});

test('to a merchant’s key the path does not exist', async () => {
  expect((await shop.world.api('GET', '/operator/ledger/verification')).status).toBe(404);
});
