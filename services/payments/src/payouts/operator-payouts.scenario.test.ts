import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { BankAccount, OperatorPayout, Payout, PayoutExport, Restore } from '@mizan/contracts';
import { newId } from '@mizan/service-kit';
import { type AnyBody, eventually } from '@mizan/testing';
import { makeLiveFundsAvailable } from '../provider-callbacks/live-funds.test-support.ts';
import {
  currentCode,
  type LiveWorld,
  oneTimeCode,
  startLivePayments,
} from '../provider-callbacks/live.test-support.ts';

const iban = 'EG380019000500000000263180002';
const withCode = { headers: { 'two-factor-code': currentCode } };

let world: LiveWorld;
let bankAccountId: string;
beforeAll(async () => {
  world = await startLivePayments();
  await world.pay('pm_card_visa');
  await makeLiveFundsAvailable(world);
  const account = { holderName: 'Siwa Trading', currency: 'EGP', iban };
  const { status, body } = await world.live<BankAccount>('POST', '/bank-accounts', account, withCode);
  expect(status).toBe(201);
  bankAccountId = body.id;
});
afterAll(() => world.stop());

type Answer<Body> = Body & AnyBody;
const codeOf = ({ status, body }: { status: number; body: AnyBody }) => [status, body.error?.code];
async function payOut(amount: number): Promise<string> {
  const body = { amount, currency: 'EGP', bankAccountId };
  const answer = await world.live<Answer<Payout>>('POST', '/payouts', body, withCode);
  expect(codeOf(answer)).toEqual([201, undefined]);
  return answer.body.id;
}
const exportAs = (id: string, body: object = {}) =>
  world.operator<Answer<PayoutExport>>('PUT', `/operator/payout-exports/${id}`, body);
const execute = (id: string, how: 'mark-paid' | 'fail', body: object = {}) =>
  world.operator<Answer<OperatorPayout>>('POST', `/operator/payouts/${id}/${how}`, body);
const get = async (id: string) => (await world.live<Payout>('GET', `/payouts/${id}`)).body;
const idsOf = ({ payouts }: PayoutExport) => payouts.map(({ id }) => id);

describe('a live key', () => {
  test.each([
    ['POST', '/bank-accounts', { holderName: 'Thief', currency: 'EGP', iban }],
    ['POST', '/payouts', { amount: 100, currency: 'EGP', bankAccountId: 'ba_none' }],
    ['PUT', '/payout-schedules/EGP', { interval: 'manual' }],
  ])('alone cannot redirect money: %s %s requires the second factor', async (method, path, body) => {
    expect(codeOf(await world.live<AnyBody>(method, path, body))).toEqual([403, 'two_factor_required']);
    const wrong = { headers: { 'two-factor-code': '000000' } };
    expect(codeOf(await world.live<AnyBody>(method, path, body, wrong))).toEqual([403, 'two_factor_required']);
  });

  test('that repeats a payout with its code while the first is being created gets 409, then the same payout', async () => {
    const request = { amount: 700, currency: 'EGP', bankAccountId };
    const once = { headers: { 'two-factor-code': oneTimeCode }, idempotencyKey: newId('key') };
    const create = () => world.live<Answer<Payout>>('POST', '/payouts', request, once);
    const db = world.db('payments');
    const other = await db.connect();
    try {
      await other.query('begin');
      await other.query(`select from ledger_accounts where merchant_id = 'acct_test' and livemode for update`);
      const first = create();
      await eventually(async () => {
        const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database() and query like '%ledger_accounts%'`;
        expect((await db.query(waiting)).rows.length).toBeGreaterThan(0);
      });
      expect(codeOf(await create())).toEqual([409, 'idempotency_key_in_use']);
      await other.query('rollback');
      const { status, body } = await first;
      expect(status).toBe(201);
      expect((await create()).body).toEqual(body);
      expect((await world.live('POST', `/payouts/${body.id}/cancel`)).status).toBe(200);
    } finally {
      other.release();
    }
  });
});

describe('an export', () => {
  test('takes pending payouts once, with what the bank needs, and repeats itself', async () => {
    const ids = [await payOut(1_000), await payOut(2_000)];
    const name = newId('exp');
    const { status, body } = await exportAs(name, { executionDate: '2026-12-01' });
    expect([status, body]).toMatchObject([200, { object: 'payout_export', executionDate: '2026-12-01' }]);
    expect(body.payouts).toMatchObject([
      {
        id: ids[0],
        accountId: 'acct_test',
        amount: 1_000,
        currency: 'EGP',
        holderName: 'Siwa Trading',
        iban,
        country: 'EG',
      },
      { id: ids[1], amount: 2_000 },
    ]);
    for (const id of ids) expect(await get(id)).toMatchObject({ status: 'IN_TRANSIT', arrivalDate: '2026-12-01' });

    const later = await payOut(500);
    expect((await exportAs(name, { executionDate: '2026-12-01' })).body).toEqual(body);
    expect((await exportAs(name, { existing: true, executionDate: '2027-01-01' })).body).toEqual(body);
    for (const other of [{ executionDate: '2027-01-01' }, { currency: 'EGP' }])
      expect(codeOf(await exportAs(name, other))).toEqual([400, 'parameter_invalid']);
    expect(codeOf(await exportAs(`${name}x`, { existing: true }))).toEqual([404, 'resource_missing']);
    const [first, second] = await Promise.all([exportAs(newId('exp')), exportAs(newId('exp'))]);
    expect([...idsOf(first.body), ...idsOf(second.body)]).toEqual([later]);
  });

  test('of one currency leaves the others, and canceled payouts are in none', async () => {
    const id = await payOut(700);
    const canceled = await payOut(300);
    expect((await exportAs(newId('exp'), { currency: 'USD' })).body.payouts).toEqual([]);
    await world.live('POST', `/payouts/${canceled}/cancel`);
    expect(idsOf((await exportAs(newId('exp'))).body)).toEqual([id]);
    expect(codeOf(await world.live<AnyBody>('POST', `/payouts/${id}/cancel`))).toEqual([409, 'resource_invalid_state']);
  });

  test('whose process died goes on where it ended', async () => {
    const ids = [await payOut(100), await payOut(200)];
    const name = newId('exp');
    await exportAs(name);
    const db = world.db('payments');
    await db.query(`update payout_exports set completed_at = null where id = $1`, [name]);
    await db.query(`update payouts set status = 'PENDING', export_id = null where id = $1`, [ids[1]]);
    expect(idsOf((await exportAs(name)).body)).toEqual(ids);
    expect(await get(ids[1] ?? '')).toMatchObject({ status: 'IN_TRANSIT' });
  });

  test('that a repeat has completed while the first request was under way takes no more payouts', async () => {
    const ids = [await payOut(110), await payOut(120)];
    const name = newId('exp');
    const db = world.db('payments');
    const bank = await db.connect();
    await bank.query('begin');
    await bank.query('select from payouts where id = $1 for update', [ids[1]]);
    const first = exportAs(name);
    await eventually(async () => expect(await get(ids[0] ?? '')).toMatchObject({ status: 'IN_TRANSIT' }));
    let returned: string[] | undefined;
    const repeat = (async () => {
      await db.query('update payout_exports set completed_at = now() where id = $1', [name]);
      const { rows } = await db.query<{ id: string }>('select id from payouts where export_id = $1 order by id', [
        name,
      ]);
      returned = rows.map(({ id }) => id);
    })();
    const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like 'update payout_exports%'`;
    await eventually(async () => expect(returned ?? (await db.query(waiting)).rows).not.toEqual([]));
    await bank.query('commit');
    bank.release();
    await repeat;
    expect(returned).toEqual(idsOf((await first).body));
  });

  test('keeps its payouts after their bank account was deleted', async () => {
    const account = { holderName: 'Old account', currency: 'EGP', iban };
    const { body } = await world.live<BankAccount>('POST', '/bank-accounts', account, withCode);
    const payout = { amount: 150, currency: 'EGP', bankAccountId: body.id };
    const { body: created } = await world.live<Payout>('POST', '/payouts', payout, withCode);
    const name = newId('exp');
    const first = await exportAs(name);
    expect(idsOf(first.body)).toEqual([created.id]);
    expect((await world.live('DELETE', `/bank-accounts/${body.id}`)).status).toBe(200);
    expect((await exportAs(name)).body).toEqual(first.body);
  });
});

describe('the bank', () => {
  test('has executed a payout, recorded twice, counts once', async () => {
    const id = await payOut(400);
    expect(codeOf(await execute(id, 'mark-paid'))).toEqual([409, 'resource_invalid_state']);
    const name = newId('exp');
    expect((await exportAs(name)).body.payouts).toMatchObject([{ id, status: 'IN_TRANSIT' }]);
    const { body } = await execute(id, 'mark-paid');
    expect(body).toMatchObject({ id, accountId: 'acct_test', status: 'PAID' });
    expect((await execute(id, 'mark-paid')).body).toEqual(body);
    expect((await exportAs(name, { existing: true })).body.payouts).toMatchObject([{ id, status: 'PAID' }]);
    expect(await world.findings()).toEqual([]);
  });

  test('has returned the money of one that it had executed: its amount returns once', async () => {
    const id = await payOut(430);
    await exportAs(newId('exp'));
    await execute(id, 'mark-paid');
    const failureCode = 'account_closed';
    expect(codeOf(await execute(id, 'fail', { failureCode }))).toEqual([409, 'resource_invalid_state']);
    const fail = () => execute(id, 'fail', { failureCode, returned: true });
    for (const { body } of await Promise.all([fail(), fail(), fail()]))
      expect(body).toMatchObject({ status: 'FAILED', failureCode: 'account_closed' });
    expect(codeOf(await execute(id, 'mark-paid'))).toEqual([409, 'resource_invalid_state']);
    const { body } = await world.live<{ data: { net: number }[] }>('GET', `/balance-transactions?sourceId=${id}`);
    expect(body.data.map(({ net }) => net)).toEqual([430, -430]);
    const { rows } = await world.db('payments').query(
      `select account, sum(amount)::int as sum from ledger_entries join ledger_tx on ledger_tx.id = tx_id
       where source_id = $1 group by account having sum(amount) <> 0`,
      [id],
    );
    expect(rows).toEqual([]);
    expect(await world.findings()).toEqual([]);
  });

  test('has refused one: its amount returns once', async () => {
    const id = await payOut(450);
    await exportAs(newId('exp'));
    const fail = () => execute(id, 'fail', { failureCode: 'account_closed' });
    const answers = await Promise.all([fail(), fail(), fail()]);
    for (const { body } of answers) expect(body).toMatchObject({ status: 'FAILED', failureCode: 'account_closed' });
    const path = `/balance-transactions?sourceId=${id}`;
    const { body } = await world.live<{ data: { net: number }[] }>('GET', path);
    expect(body.data.map(({ net }) => net)).toEqual([450, -450]);
    expect(await world.findings()).toEqual([]);
  });

  test('and the operator see live payouts of all accounts', async () => {
    const { body } = await world.operator<{ data: OperatorPayout[]; totalCount: number }>(
      'GET',
      '/operator/payouts?status=FAILED',
    );
    const failed = { accountId: 'acct_test', status: 'FAILED' };
    expect(body.data).toMatchObject([failed, failed]);
    expect(codeOf(await execute('po_none', 'mark-paid'))).toEqual([404, 'resource_missing']);
    const ids = [await payOut(10), await payOut(20), 'po_none'];
    const named = await world.operator<{ data: OperatorPayout[] }>('GET', `/operator/payouts?ids=${ids.join()}`);
    expect(named.body.data.map(({ id }) => id)).toEqual([ids[1], ids[0]]);
  });
});

describe('after a restore', () => {
  const release = () => world.operator<Restore & AnyBody>('POST', '/operator/restore/release');

  test('nothing is exported until the operator has compared: what the bank has executed is marked as paid, and the rest goes out', async () => {
    const exported = newId('exp');
    await exportAs(exported);
    const [executed, waiting] = [await payOut(610), await payOut(620)];
    expect(codeOf(await release())).toEqual([409, 'resource_invalid_state']);
    expect(codeOf(await execute(executed, 'mark-paid'))).toEqual([409, 'resource_invalid_state']);
    await world.db('payments').query(`insert into restores values (now() - interval '1 day', now(), null)`);
    const { body: held } = await world.operator<Restore>('GET', '/operator/restore');
    expect(held).toMatchObject({ releasedAt: null, held: { refunds: 0 } });
    expect(held.held.payouts).toBeGreaterThanOrEqual(2);
    expect(codeOf(await exportAs(newId('exp')))).toEqual([409, 'resource_invalid_state']);
    expect(codeOf(await exportAs(exported))).toEqual([409, 'resource_invalid_state']); // nor once more
    expect((await execute(executed, 'mark-paid')).body).toMatchObject({ id: executed, status: 'PAID' });
    const { body: released } = await release();
    expect(released).toMatchObject({ releasedAt: expect.any(String), held: { refunds: 0, payouts: 0 } });
    expect((await release()).body).toEqual(released);
    expect((await exportAs(exported)).status).toBe(200);
    const ids = idsOf((await exportAs(newId('exp'))).body);
    expect([ids.includes(waiting), ids.includes(executed)]).toEqual([true, false]);
    expect(await world.findings()).toEqual([]);
  });
});

test('no IBAN is in an event, in a response of merchants, or readable in the database', async () => {
  const { rows } = await world.db('payments').query(`
    select payouts::text as row from payouts union all select bank_accounts::text from bank_accounts
    union all select payload::text from outbox`);
  expect(rows.length).toBeGreaterThan(10);
  expect(JSON.stringify(rows)).not.toContain(iban.slice(4, 20));
});
