import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Balance, BalanceTransaction, BankAccount, Payout, PayoutSchedule } from '@mizan/contracts';
import { newId } from '@mizan/service-kit';
import { type AnyBody, type Api, eventually } from '@mizan/testing';
import { type PaymentsWorld, startPayments } from '../payments.test-support.ts';

const iban = 'EG380019000500000000263180002';

let world: PaymentsWorld;
let api: Api;
let merchantId: string;
let checkout: ReturnType<PaymentsWorld['siblingClient']>;
let account: BankAccount;
beforeAll(async () => {
  world = await startPayments({ env: { MIZAN_TEST_SETTLEMENT: 'instant' } });
});
afterAll(() => world.stop());
/** Each test has an account of its own, in test mode, with nothing but what it is paid. */
beforeEach(async () => {
  merchantId = newId('acct');
  api = world.merchantClient('payments', { merchantId });
  checkout = world.siblingClient('payments', 'checkout', { merchantId });
  account = (await addAccount()).body;
});

type Answer<Body> = Body & AnyBody;
const addAccount = (changes: object = {}) =>
  api<Answer<BankAccount>>('POST', '/bank-accounts', { holderName: 'Siwa Trading', currency: 'EGP', iban, ...changes });
const payOut = (amount: number, changes: object = {}) =>
  api<Answer<Payout>>('POST', '/payouts', { amount, currency: 'EGP', bankAccountId: account.id, ...changes });
const schedule = (body: object) => api<Answer<PayoutSchedule>>('PUT', '/payout-schedules/EGP', body);
async function sell(amount: number): Promise<string> {
  const { status, body } = await checkout<{ paymentIntent: { id: string } }>(
    'POST',
    '/internal/calls/confirmPayment',
    world.confirmRequest({ amount }),
    { idempotencyKey: newId('key') },
  );
  expect(status).toBe(200);
  return body.paymentIntent.id;
}
async function payable(): Promise<number> {
  const { body } = await api<Balance>('GET', '/balance');
  return body.payable.find(({ currency }) => currency === 'EGP')?.amount ?? 0;
}
const simulate = (id: string, outcome: string) =>
  api<Answer<Payout>>('POST', `/test-helpers/payouts/${id}/simulate`, { outcome });
const get = async (id: string) => (await api<Payout>('GET', `/payouts/${id}`)).body;
const listed = async (id: string) =>
  (await api<{ data: BalanceTransaction[] }>('GET', `/payouts/${id}/balance-transactions?limit=100`)).body.data;
const typesOf = async (id: string) => (await world.eventsOf(id)).map(({ type }) => type);
const codeOf = ({ status, body }: { status: number; body: AnyBody }) => [status, body.error?.code, body.error?.param];

describe('a bank account', () => {
  test('shows the end of its IBAN alone, which is stored encrypted', async () => {
    const { status, body } = await addAccount({ iban: 'eg٣٨ 0019 0005-0000 0000 2631 8000٢' });
    expect(status).toBe(201);
    expect(body).toMatchObject({ object: 'bank_account', country: 'EG', last4: '0002', currency: 'EGP' });
    expect(JSON.stringify(body)).not.toContain('26318');
    const { rows } = await world.db('payments').query('select bank_accounts::text as row from bank_accounts');
    expect(JSON.stringify(rows)).not.toMatch(/26318|EG38/);
  });

  test.each(['EG380019000500000000263180003', 'DE', '4242424242424242', 'EG38-0019', 'ZZ00'])(
    'with the IBAN %j is refused',
    async (wrong) => {
      const answer = await addAccount({ iban: wrong });
      expect(codeOf(answer)).toEqual([400, 'parameter_invalid', 'iban']);
      expect(answer.body.error?.message).not.toContain(wrong);
    },
  );

  test('cannot be deleted while a payout or a schedule needs it', async () => {
    await sell(10_000);
    const { body: payout } = await payOut(1_000);
    const remove = async () => codeOf(await api<AnyBody>('DELETE', `/bank-accounts/${account.id}`));
    expect(await remove()).toEqual([409, 'resource_in_use', undefined]);
    await api('POST', `/payouts/${payout.id}/cancel`);
    await schedule({ interval: 'daily', bankAccountId: account.id });
    expect(await remove()).toEqual([409, 'resource_in_use', undefined]);
    await schedule({ interval: 'manual' });
    expect(await remove()).toEqual([200, undefined, undefined]);
    expect((await api('GET', `/bank-accounts/${account.id}`)).status).toBe(404);
    expect(await get(payout.id)).toMatchObject({ bankAccountId: account.id });
  });
});

describe('a payout', () => {
  test('debits what is payable at once, and is paid', async () => {
    await sell(10_000);
    const before = await payable();
    const { status, body } = await payOut(4_000, { statementDescriptor: 'Siwa weekly' });
    expect([status, body]).toMatchObject([
      201,
      { object: 'payout', status: 'PENDING', amount: 4_000, automatic: false, arrivalDate: null },
    ]);
    expect(await payable()).toBe(before - 4_000);
    expect(await listed(body.id)).toMatchObject([
      { type: 'payout', gross: -4_000, net: -4_000, source: { type: 'payout', id: body.id } },
    ]);
    expect((await simulate(body.id, 'pay')).body).toMatchObject({ status: 'PAID' });
    expect(await payable()).toBe(before - 4_000);
    expect(await typesOf(body.id)).toEqual(['payout.created', 'payout.updated', 'payout.paid']);
    expect(codeOf(await simulate(body.id, 'pay'))).toEqual([409, 'resource_invalid_state', undefined]);
    expect(await world.findings()).toEqual([]);
    expect((await simulate(body.id, 'fail')).body).toMatchObject({ status: 'FAILED' });
    expect(await payable()).toBe(before);
    expect(await typesOf(body.id)).toEqual(['payout.created', 'payout.updated', 'payout.paid', 'payout.failed']);
    expect(await world.findings()).toEqual([]);
  });

  test('that fails or is canceled gives its money back, once', async () => {
    await sell(10_000);
    const before = await payable();
    const [failing, canceled] = [(await payOut(2_000)).body, (await payOut(3_000)).body];
    expect((await simulate(failing.id, 'fail')).body).toMatchObject({ status: 'FAILED', failureCode: 'declined' });
    const cancels = await Promise.all(
      Array.from({ length: 5 }, () => api<Answer<Payout>>('POST', `/payouts/${canceled.id}/cancel`)),
    );
    expect(cancels.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    expect(await payable()).toBe(before);
    expect(await typesOf(failing.id)).toEqual(['payout.created', 'payout.updated', 'payout.failed']);
    expect(await typesOf(canceled.id)).toEqual(['payout.created', 'payout.canceled']);
    const { body } = await api<{ data: BalanceTransaction[] }>('GET', `/balance-transactions?sourceId=${failing.id}`);
    expect(body.data.map(({ type, net }) => [type, net])).toEqual([
      ['payout_failure', 2_000],
      ['payout', -2_000],
    ]);
    expect(await world.findings()).toEqual([]);
  });

  test('is refused beyond what is payable, in another currency, and to another account', async () => {
    expect(codeOf(await payOut(100))).toEqual([400, 'merchant_no_balance', undefined]);
    await sell(10_000);
    const rest = await payable();
    expect(codeOf(await payOut(rest + 1))).toEqual([400, 'insufficient_balance', 'amount']);
    expect(codeOf(await payOut(100, { currency: 'USD' }))).toEqual([400, 'currency_invalid', 'bankAccountId']);
    expect(codeOf(await payOut(100, { bankAccountId: 'ba_none' }))).toEqual([404, 'resource_missing', 'bankAccountId']);
    for (const amount of [0, -1, 1.5]) expect(codeOf(await payOut(amount))).toEqual([400, 'amount_invalid', 'amount']);
    const other = world.merchantClient('payments', { merchantId: newId('acct') });
    const body = { amount: 100, currency: 'EGP', bankAccountId: account.id };
    expect((await other('POST', '/payouts', body)).status).toBe(404);
    expect(await payable()).toBe(rest);
  });

  test('never takes more than what is payable: fifty at once', async () => {
    await sell(10_000);
    const rest = await payable();
    const each = Math.floor(rest / 7);
    const answers = await Promise.all(Array.from({ length: 50 }, () => payOut(each)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(7);
    expect(new Set(answers.filter(({ status }) => status !== 201).map((answer) => codeOf(answer)[1]))).toEqual(
      new Set(['insufficient_balance']),
    );
    expect(await payable()).toBe(rest - 7 * each);
    expect(await world.findings()).toEqual([]);
  });

  test('and refunds at once never leave less than nothing', async () => {
    const intents = await Promise.all([sell(10_000), sell(10_000), sell(10_000)]);
    const rest = await payable();
    await Promise.all([
      ...intents.map((paymentIntentId) => api('POST', '/refunds', { paymentIntentId })),
      ...Array.from({ length: 10 }, () => payOut(Math.floor(rest / 4))),
    ]);
    expect(await payable()).toBeGreaterThanOrEqual(0);
    expect(await world.findings()).toEqual([]);
  });
});

describe('a schedule', () => {
  /** Lets its next midnight come. */
  async function comeDue(): Promise<void> {
    const db = world.db('payments');
    await db.query(
      `update payout_schedules set next_payout_at = date_trunc('milliseconds', now()) where merchant_id = $1`,
      [merchantId],
    );
    await eventually(async () => {
      const due = `select 1 from payout_schedules where merchant_id = $1 and next_payout_at <= now()`;
      expect((await db.query(due, [merchantId])).rows).toEqual([]);
    });
  }
  const payouts = async () => (await api<{ data: Payout[] }>('GET', '/payouts')).body.data;

  test('pays out all that became available, lists it, and never again', async () => {
    const intent = await sell(10_000);
    await sell(7_000);
    await api('POST', '/refunds', { paymentIntentId: intent, amount: 500 });
    const manual = (await payOut(1_000)).body;
    const rest = await payable();
    const set = await schedule({ interval: 'daily', bankAccountId: account.id });
    expect(set.body).toMatchObject({ object: 'payout_schedule', interval: 'daily', delayDays: 0, minimumAmount: 0 });
    expect(set.body.nextPayoutAt).toMatch(/T00:00:00.000Z$/);
    await comeDue();
    const [automatic] = await payouts();
    expect(automatic).toMatchObject({ automatic: true, amount: rest, status: 'PENDING', bankAccountId: account.id });
    const rows = await listed(automatic?.id ?? '');
    expect(rows.map(({ type }) => type).sort()).toEqual(['charge', 'charge', 'payout', 'refund']);
    expect(rows.find(({ type }) => type === 'payout')?.source?.id).toBe(manual.id);
    expect(rows.reduce((sum, { net }) => sum + net, 0)).toBe(rest);
    expect(await payable()).toBe(0);
    await comeDue();
    expect(await payouts()).toHaveLength(2);
    await sell(3_000);
    const later = await payable();
    await comeDue();
    expect((await payouts())[0]).toMatchObject({ automatic: true, amount: later });
    expect(await world.findings()).toEqual([]);
  });

  test('pays out again what has failed', async () => {
    await sell(10_000);
    const rest = await payable();
    await schedule({ interval: 'weekly', weekday: 1, bankAccountId: account.id });
    await comeDue();
    const [first] = await payouts();
    await simulate(first?.id ?? '', 'fail');
    await comeDue();
    const [second] = await payouts();
    expect(second).toMatchObject({ amount: rest, status: 'PENDING' });
    expect((await listed(second?.id ?? '')).map(({ type }) => type)).toEqual(['payout_failure']);
    expect((await listed(first?.id ?? '')).map(({ type }) => type)).toEqual(['charge']);
    expect(await world.findings()).toEqual([]);
  });

  test.each([
    ['is younger than delayDays', { delayDays: 2 }],
    ['does not reach minimumAmount', { minimumAmount: 50_000 }],
  ])('leaves what %s', async (_, change) => {
    await sell(10_000);
    const rest = await payable();
    await schedule({ interval: 'daily', bankAccountId: account.id, ...change });
    await comeDue();
    expect(await payouts()).toEqual([]);
    expect(await payable()).toBe(rest);
  });

  test.each([
    [{ interval: 'daily' }, 'bankAccountId'],
    [{ interval: 'weekly' }, 'weekday'],
    [{ interval: 'daily', weekday: 2 }, 'weekday'],
    [{ interval: 'monthly' }, 'monthDay'],
    [{ interval: 'hourly' }, 'interval'],
    [{ interval: 'daily', delayDays: 91 }, 'delayDays'],
  ])('%j is refused', async (body, param) => {
    const given = param === 'bankAccountId' ? body : { bankAccountId: account.id, ...body };
    expect(codeOf(await schedule(given))).toEqual([400, 'parameter_invalid', param]);
  });

  test('of a currency that there is not is missing, and of an account in another one invalid', async () => {
    const set = (currency: string) =>
      api<AnyBody>('PUT', `/payout-schedules/${currency}`, { interval: 'daily', bankAccountId: account.id });
    expect(codeOf(await set('XXX'))).toEqual([404, 'resource_missing', 'currency']);
    expect(codeOf(await set('USD'))).toEqual([400, 'currency_invalid', 'bankAccountId']);
    expect((await api<{ data: PayoutSchedule[] }>('GET', '/payout-schedules')).body.data).toEqual([]);
  });
});
