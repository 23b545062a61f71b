import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { ExchangeRate, ExchangeRateChanges } from '@mizan/contracts';
import { withDatabase } from '@mizan/service-kit';
import type { AnyBody } from '@mizan/testing';
import { type PaymentsWorld, startPayments } from '../payments.test-support.ts';
import { pruneRates } from './prune-rates.ts';

let world: PaymentsWorld;
beforeAll(async () => {
  world = await startPayments();
});
afterAll(() => world.stop());

const request = (base: string, quote = 'EGP') =>
  world.checkout<{ exchangeRate: ExchangeRate } & AnyBody>('POST', '/internal/calls/lockExchangeRate', { base, quote });
const hoursAgo = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString();
const setOwn = (body: object) => world.merchant<ExchangeRate & AnyBody>('PUT', '/test-helpers/exchange-rates', body);
const operator = () => world.operatorClient('payments');
const setAll = (body: object) => operator()<ExchangeRateChanges & AnyBody>('PUT', '/operator/exchange-rates', body);

describe('the rate of a checkout', () => {
  test('comes with test mode, and never ages there', async () => {
    const { body } = await request('KWD');
    expect(body.exchangeRate).toMatchObject({
      base: 'KWD',
      quote: 'EGP',
      rate: 157.123456,
      source: 'seed',
      isStale: false,
    });
  });
  test('400 exchange_rate_not_found where there is none, also against the direction of one', async () => {
    const { status, body } = await request('EGP', 'KWD');
    expect([status, body.error?.code, body.error?.param]).toEqual([400, 'exchange_rate_not_found', 'currency']);
  });
  test('is the one that test mode was given last, for this account alone', async () => {
    await setOwn({ base: 'GBP', quote: 'EGP', rate: 60 });
    const { body: own } = await setOwn({ base: 'GBP', quote: 'EGP', rate: '61.000001' });
    expect((await request('GBP')).body.exchangeRate).toEqual(own);
    expect(own.rate).toBe(61.000001);
    const other = world.siblingClient('payments', 'checkout', { merchantId: 'acct_other' });
    const { body } = await other<{ exchangeRate: ExchangeRate }>('POST', '/internal/calls/lockExchangeRate', {
      base: 'GBP',
      quote: 'EGP',
    });
    expect(body.exchangeRate.source).toBe('seed');
  });
  test.each([999_999_999.999999, '999999999.999999', 0.000001, '0.000001', 157.123456, '157.123456'])(
    'is kept to the last of six decimals, as a number or as text: %p',
    async (rate) => {
      const { body } = await setOwn({ base: 'EUR', quote: 'SAR', rate });
      expect(body.rate).toBe(Number(rate));
      const stored = await world
        .db('payments')
        .query<{ rate: string }>('select rate::text from exchange_rates where id = $1', [body.id]);
      expect(stored.rows).toEqual([{ rate: Number(rate).toFixed(6) }]);
    },
  );
  test('is stale after 26 hours of real time: refused, and the account is notified once', async () => {
    await setOwn({ base: 'CAD', quote: 'EGP', rate: 35, fetchedAt: hoursAgo(25.9) });
    expect((await request('CAD')).status).toBe(200);
    const { body: stale } = await setOwn({ base: 'CAD', quote: 'EGP', rate: 35, fetchedAt: hoursAgo(26.1) });
    expect((await request('CAD')).status).toBe(200); // the newer one still holds
    const { body: only } = await setOwn({ base: 'AUD', quote: 'EGP', rate: 31, fetchedAt: hoursAgo(26.1) });
    expect((await request('AUD')).body.error?.code).toBe('exchange_rate_not_found');
    expect((await request('AUD')).body.error?.code).toBe('exchange_rate_not_found');
    expect(await world.eventsOf(stale.id)).toEqual([]);
    expect(await world.eventsOf(only.id)).toMatchObject([
      { type: 'exchange_rate.stale', version: 1, object: { base: 'AUD', isStale: true } },
    ]);
  });
  test.each([
    [{ base: 'GBP', quote: 'EGP', rate: 0 }, 'rate'],
    [{ base: 'GBP', quote: 'EGP', rate: 1.0000001 }, 'rate'],
    [{ base: 'GBP', quote: 'EGP', rate: '1e3' }, 'rate'],
    [{ base: 'GBP', quote: 'EGP', rate: '48.5000000' }, 'rate'],
    [{ base: 'GBP', quote: 'EGP', rate: '-48.5' }, 'rate'],
    [{ base: 'GBP', quote: 'EGP', rate: 0.0000001 }, 'rate'],
    [{ base: 'GBP', quote: 'EGP', rate: 1_000_000_000 }, 'rate'],
    [{ base: 'EGP', quote: 'EGP', rate: 1 }, 'quote'],
    [{ base: 'XXX', quote: 'EGP', rate: 1 }, 'base'],
    [{ base: 'GBP', quote: 'EGP', rate: 1, fetchedAt: '2199-01-01' }, 'fetchedAt'],
  ])('400 parameter_invalid: %j', async (body, param) => {
    const answer = await setOwn(body);
    expect([answer.status, answer.body.error?.code, answer.body.error?.param]).toEqual([
      400,
      'parameter_invalid',
      param,
    ]);
  });
});

describe('the operator', () => {
  test('sets rates of both modes for all accounts, which go before those that test mode came with', async () => {
    const { body } = await setAll({ source: 'central bank', rates: [{ base: 'EUR', quote: 'EGP', rate: 53.1 }] });
    expect(body.changes.map(({ livemode, rate, previousRate }) => [livemode, rate, previousRate])).toEqual([
      [false, 53.1, null],
      [true, 53.1, null],
    ]);
    expect((await request('EUR')).body.exchangeRate).toMatchObject({ id: body.changes[0]?.id, source: 'central bank' });
    const live = world.siblingClient('payments', 'checkout', { merchantId: 'acct_test', livemode: true });
    const inLive = await live<{ exchangeRate: ExchangeRate }>('POST', '/internal/calls/lockExchangeRate', {
      base: 'EUR',
      quote: 'EGP',
    });
    expect(inLive.body.exchangeRate).toMatchObject({ id: body.changes[1]?.id, livemode: true });
  });
  test('whose rate has become stale leaves test mode the one that it came with, and live mode none', async () => {
    const pair = { base: 'OMR', quote: 'EGP' };
    await setAll({ rates: [{ ...pair, rate: 126, fetchedAt: hoursAgo(26.1) }] });
    expect((await request('OMR')).body.exchangeRate).toMatchObject({ source: 'seed', isStale: false });
    const live = world.siblingClient('payments', 'checkout', { merchantId: 'acct_test', livemode: true });
    const { body } = await live<AnyBody>('POST', '/internal/calls/lockExchangeRate', pair);
    expect(body.error?.code).toBe('exchange_rate_not_found');
    const { body: next } = await setAll({ rates: [{ ...pair, rate: 127 }] });
    expect(next.changes.map(({ previousRate }) => previousRate)).toEqual([126, 126]);
    expect((await request('OMR')).body.exchangeRate.rate).toBe(127);
  });
  test('has no rate in live mode before setting one: what test mode comes with is not true', async () => {
    const live = world.siblingClient('payments', 'checkout', { merchantId: 'acct_test', livemode: true });
    const { body } = await live<AnyBody>('POST', '/internal/calls/lockExchangeRate', { base: 'KWD', quote: 'EGP' });
    expect(body.error?.code).toBe('exchange_rate_not_found');
  });
  test('is warned of large steps and of few digits, and a dry run writes nothing', async () => {
    await setAll({ rates: [{ base: 'QAR', quote: 'EGP', rate: 13 }] });
    const { body } = await setAll({
      dryRun: true,
      mode: 'live',
      rates: [
        { base: 'QAR', quote: 'EGP', rate: 1.3 },
        { base: 'EGP', quote: 'KWD', rate: 0.006364 },
      ],
    });
    expect(body.changes.map(({ id, previousRate, warnings }) => [id, previousRate, warnings.length])).toEqual([
      [null, 13, 1],
      [null, null, 1],
    ]);
    expect((await request('QAR')).body.exchangeRate.rate).toBe(13);
  });
  test('is warned of a rate that does not apply, because a newer one does or it is stale, also in a dry run', async () => {
    const pair = { base: 'SAR', quote: 'EGP' };
    await setAll({ mode: 'live', rates: [{ ...pair, rate: 13 }] });
    const set = async (hours: number, dryRun: boolean) => {
      const { body } = await setAll({
        dryRun,
        mode: 'live',
        rates: [{ ...pair, rate: 13.1, fetchedAt: hoursAgo(hours) }],
      });
      return body.changes.flatMap(({ warnings }) => warnings.map((warning) => warning.replace(/ at .*/, '')));
    };
    const older = 'It does not apply: 13, fetched';
    expect(await set(1, true)).toEqual([older]);
    expect(await set(1, false)).toEqual([older]);
    expect(await set(26.1, true)).toEqual(['It cannot be used: it was fetched more than 26 hours ago,', older]);
    expect(await set(0, true)).toEqual([]);
  });
  test('400 parameter_invalid for a pair twice, and then sets none of them', async () => {
    const pair = { base: 'JOD', quote: 'EGP' };
    const { status, body } = await setAll({
      rates: [
        { ...pair, rate: 70 },
        { ...pair, rate: 71 },
      ],
    });
    expect([status, body.error?.param]).toEqual([400, 'rates[1]']);
    expect((await request('JOD')).body.exchangeRate.source).toBe('seed');
  });
  test('sees the rates that hold, one for each pair and mode', async () => {
    await setAll({ mode: 'live', rates: [{ base: 'LYD', quote: 'EGP', rate: 9 }] });
    await setAll({ mode: 'live', rates: [{ base: 'LYD', quote: 'EGP', rate: 9.1 }] });
    const { body } = await operator()<{ data: ExchangeRate[]; totalCount: number }>(
      'GET',
      '/operator/exchange-rates?base=LYD',
    );
    expect(body.totalCount).toBe(2);
    expect(body.data.map(({ livemode, rate }) => [livemode, rate])).toEqual([
      [true, 9.1],
      [false, 8.95],
    ]);
    const beyond = await operator()('GET', '/operator/exchange-rates?base=LYD&page=2');
    expect(beyond.body).toEqual({ data: [], totalCount: 2 });
  });
});

test('rates that no longer hold go after 90 days, those that hold or that a payment began with stay', async () => {
  const pair = { base: 'CNY', quote: 'EGP' };
  const idsOf = (changes: { id: string | null }[]) => changes.map(({ id }) => id ?? '');
  const set = async (rate: number) => {
    const { body } = await setAll({ mode: 'live', rates: [{ ...pair, rate }] });
    return idsOf(body.changes)[0] ?? '';
  };
  const [used, old, young, last] = [await set(6.1), await set(6.2), await set(6.3), await set(6.4)];
  const presentmentDetails = { amount: 1_000, currency: 'CNY', exchangeRate: 6.1, exchangeRateId: used } as const;
  await world.confirm({ presentmentDetails });
  const db = world.db('payments');
  const age = (id: string, days: number) =>
    db.query(`update exchange_rates set created_at = now() - $2 * interval '1 day' where id = $1`, [id, days]);
  for (const id of [used, old, last]) await age(id, 90.1);
  await age(young, 89.9);
  await db.query(`insert into stale_rate_notices values ('acct_test', true, $1, now())`, [old]);

  const pass = () =>
    withDatabase('payments', world.databaseUrls('payments').runtimeUrl, (own) => pruneRates({ db: own }));
  expect([await pass(), await pass()]).toEqual([1, 0]);
  const left = await db.query<{ id: string }>(`select id from exchange_rates where base = 'CNY' and livemode`);
  expect(left.rows.map(({ id }) => id).sort()).toEqual([used, young, last].sort());
  expect((await db.query('select 1 from stale_rate_notices where rate_id = $1', [old])).rows).toEqual([]);
  expect((await request('KWD')).body.exchangeRate.source).toBe('seed');
});
