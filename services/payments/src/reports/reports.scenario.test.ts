import { get, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type BalanceTransaction, type Payout, type Refund, reportColumns, type ReportName } from '@mizan/contracts';
import { newId } from '@mizan/service-kit';
import { type AnyBody, type Api, demoProfile, eventually } from '@mizan/testing';
import { type PaymentsWorld, startPayments } from '../payments.test-support.ts';

const today = 'from=2020-01-01&to=2100-01-01';

let world: PaymentsWorld;
let merchantId: string;
let api: Api;
beforeAll(async () => {
  const profileOf = (id: string) => {
    const profile = demoProfile(id);
    const dinars = profile.feeSchedule.filter(({ currency }) => currency === 'EGP');
    return {
      ...profile,
      feeSchedule: [...profile.feeSchedule, ...dinars.map((fee) => ({ ...fee, currency: 'KWD' as const }))],
    };
  };
  world = await startPayments({
    env: { MIZAN_TEST_SETTLEMENT: 'instant' },
    answers: { getAccount: (_request, scope) => profileOf(scope.merchantId) },
  });
});
afterAll(() => world.stop());
beforeEach(() => {
  merchantId = newId('acct');
  api = world.merchantClient('payments', { merchantId });
});

/** The records of a report, as a reader that knows RFC 4180 has them. */
function recordsOf(csv: string): string[][] {
  const records: string[][] = [[]];
  for (const [, quoted, plain, end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    records.at(-1)?.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'));
    if (end === '\r\n') records.push([]);
  }
  return records.slice(0, -1);
}

type Row = Readonly<Record<string, string>>;
/** The rows of a complete report by column. */
async function rowsOf(name: ReportName, query = today, as = api): Promise<Row[]> {
  const { status, body } = await as<string>('GET', `/reports/${name}.csv?${query}`);
  expect([status, status === 200 ? '' : body]).toEqual([200, '']);
  const [header = [], ...records] = recordsOf(body);
  expect(header).toEqual(reportColumns[name]);
  const rows = records.slice(0, -1).map((record) => {
    expect(record).toHaveLength(header.length);
    return Object.fromEntries(header.map((column, i) => [column, record[i] ?? '']));
  });
  expect(body.slice(body.lastIndexOf('\n', body.length - 2) + 1)).toBe(`# end,${rows.length}\r\n`);
  return rows;
}
/** The cells that are not empty. */
const filled = (row: Row | undefined) =>
  Object.fromEntries(Object.entries(row ?? {}).filter(([, cell]) => cell !== ''));

async function sell(amount: number, options: object = {}): Promise<string> {
  const checkout = world.siblingClient('payments', 'checkout', { merchantId });
  const { status, body } = await checkout<{ paymentIntent: { id: string } }>(
    'POST',
    '/internal/calls/confirmPayment',
    world.confirmRequest({ amount, ...options }),
    { idempotencyKey: newId('key') },
  );
  expect(status).toBe(200);
  return body.paymentIntent.id;
}
const read = async <Body>(path: string) => (await api<Body>('GET', path)).body;
/** Copies the newest row of a table, one at each of these times. */
async function copyAt(table: string, ...times: string[]): Promise<string[]> {
  const ids = times.map(() => newId('txn'));
  const { rowCount } = await world.db('payments').query(
    `insert into ${table} select (jsonb_populate_record(null::${table}, to_jsonb(t) || jsonb_build_object('id', c.id, 'created_at', c.at))).*
     from (select * from ${table} where merchant_id = $1 order by created_at desc limit 1) t, unnest($2::text[], $3::timestamptz[]) c (id, at)`,
    [merchantId, ids, times],
  );
  expect(rowCount).toBe(times.length);
  return ids;
}

interface Opened {
  readonly answer: IncomingMessage;
  text(): string;
  /** Whether it ended as HTTP says that it should. */
  readonly over: Promise<boolean>;
}

/** Starts a download and reads its first piece; the rest follows when {@link Opened.answer} is resumed. */
async function open(name: ReportName, as = { merchantId }): Promise<Opened> {
  const headers = await world.merchantHeaders('payments', as);
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get(`${world.urls.payments}/reports/${name}.csv?${today}`, { headers }, resolve).once('error', reject);
  });
  let text = '';
  answer.setEncoding('utf8');
  answer.on('data', (piece: string) => (text += piece)).on('error', () => undefined);
  await new Promise((started) => answer.once('data', started));
  answer.pause();
  return {
    answer,
    text: () => text,
    over: new Promise((resolve) => answer.once('close', () => resolve(answer.complete))),
  };
}
/** Enough rows that the sockets cannot hold their report. */
async function manyRows(count = 6_000): Promise<void> {
  await sell(10_000);
  await world.db('payments').query(
    `insert into balance_transactions
     select (jsonb_populate_record(null::balance_transactions, to_jsonb(t) || jsonb_build_object('id', 'txn_many' || $1 || lpad(i::text, 8, '0'), 'description', repeat('x', 4000),
       'created_at', '2024-01-01'::timestamptz + i * interval '1 second'))).*
     from (select * from balance_transactions where merchant_id = $1 limit 1) t, generate_series(1, $2::int) i`,
    [merchantId, count],
  );
}

describe('a report', () => {
  test('is a CSV file of its period, with a header and an end line', async () => {
    const answer = await api<string>('GET', '/reports/payouts.csv?from=2026-01-01&to=2026-02-01&timezone=Africa/Cairo');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="payouts_2026-01-01_2026-02-01.csv"');
    expect(answer.body).toBe(`${reportColumns.payouts.join(',')}\r\n# end,0\r\n`);
  });

  test.each([
    ['timezone=Mars/Base', 'timezone'],
    ['to=2019-12-31', 'to'],
    ['to=2020-01-01', 'to'],
    ['from=yesterday', 'from'],
  ])('with %s is refused', async (wrong, param) => {
    const query = new URLSearchParams({ from: '2020-01-01', to: '2100-01-01' });
    for (const [name, value] of new URLSearchParams(wrong)) query.set(name, value);
    const { status, body } = await api<AnyBody>('GET', `/reports/balance.csv?${query}`);
    expect([status, body.error?.code, body.error?.param]).toEqual([400, 'parameter_invalid', param]);
    expect((await rowsOf('balance')).length).toBe(0); // it has taken no download
  });

  test('needs its permission', async () => {
    const unable = world.merchantClient('payments', {
      merchantId,
      permissions: ['BALANCE_READ', 'PAYMENT_INTENT_READ'],
    });
    const able = world.merchantClient('payments', { merchantId, permissions: ['REPORT_READ'] });
    for (const name of Object.keys(reportColumns) as ReportName[]) {
      expect((await unable('GET', `/reports/${name}.csv?${today}`)).status).toBe(401);
      expect(await rowsOf(name, today, able)).toEqual([]);
    }
  });

  test('has rows of its own merchant and mode alone', async () => {
    const intentId = await sell(10_000);
    await api('POST', '/refunds', { paymentIntentId: intentId, amount: 1_000 });
    expect([(await rowsOf('balance')).length, (await rowsOf('payments')).length]).toEqual([2, 1]);
    expect((await rowsOf('refunds')).length).toBe(1);
    for (const name of Object.keys(reportColumns) as ReportName[]) {
      expect(await rowsOf(name, today, world.merchantClient('payments', { merchantId: newId('acct') }))).toEqual([]);
      expect(await rowsOf(name, today, world.merchantClient('payments', { merchantId, livemode: true }))).toEqual([]);
    }
  });

  test('starts and ends with the days of its time zone, whatever the clocks do', async () => {
    await sell(10_000);
    // Cairo sets its clocks forward at midnight of 2026-04-24 (the day starts at 22:00 UTC) and back on 2026-10-30.
    const [before, first, last, after] = await copyAt(
      'balance_transactions',
      '2026-04-23T21:59:59.999Z',
      '2026-04-23T22:00:00.000Z',
      '2026-04-24T20:59:59.999Z',
      '2026-04-24T21:00:00.000Z',
    );
    const day = (date: string, next: string, timezone: string) =>
      rowsOf('balance', `from=${date}&to=${next}&timezone=${timezone}`).then((rows) => rows.map(({ id }) => id));
    expect(await day('2026-04-24', '2026-04-25', 'Africa/Cairo')).toEqual([first, last]);
    expect(await day('2026-04-25', '2026-04-26', 'Africa/Cairo')).toEqual([after]);
    expect(await day('2026-04-23', '2026-04-24', 'Africa/Cairo')).toEqual([before]);
    expect(await day('2026-04-24', '2026-04-25', 'UTC')).toEqual([last, after]);
    expect(await day('2026-04-23T22:00:00Z', '2026-04-24T23:00:00%2B02:00', 'Africa/Cairo')).toEqual([first, last]);
  });

  test('is oldest first, and rows of the same moment are in the order of their IDs', async () => {
    await sell(10_000);
    const at = '2026-01-01T00:00:00.000Z';
    const ids = await copyAt('balance_transactions', ...Array.from({ length: 600 }, () => at));
    const rows = await rowsOf('balance', 'from=2026-01-01&to=2026-01-02');
    expect(rows.map(({ id }) => id)).toEqual([...ids].sort());
  });
});

describe('the cells', () => {
  test('of balance transactions are those of the list, and the net amount in major units', async () => {
    await sell(10_000);
    const refunded = await sell(20_000, { currency: 'KWD' });
    await api('POST', '/refunds', { paymentIntentId: refunded, amount: 1_005 });
    const { data } = await read<{ data: BalanceTransaction[] }>('/balance-transactions');
    const rows = await rowsOf('balance');
    expect(rows.map(({ id }) => id)).toEqual(data.map(({ id }) => id).reverse());
    for (const item of data) {
      const decimals = item.currency === 'KWD' ? 3 : 2;
      expect(rows.find(({ id }) => id === item.id)).toEqual({
        id: item.id,
        object: 'balance_transaction',
        settlesTo: 'platform',
        type: item.type,
        gross: String(item.gross),
        fee: String(item.fee),
        net: String(item.net),
        amountDecimal: (item.net / 10 ** decimals).toFixed(decimals),
        currency: item.currency,
        status: item.status,
        availableOn: item.availableOn,
        feeDetails: item.feeDetails.length > 0 ? JSON.stringify(item.feeDetails) : '',
        'source.type': item.source?.type,
        'source.id': item.source?.id,
        exchangeRate: item.exchangeRate === null ? '' : String(item.exchangeRate),
        description: item.description ?? '',
        createdAt: item.createdAt,
      });
    }
    expect(rows.find(({ type }) => type === 'refund')?.['amountDecimal']).toBe('-1.005');
  });

  test('of payments are flat, without secrets, and what a spreadsheet would run is text', async () => {
    const customer = {
      id: newId('cus'),
      name: '=HYPERLINK("http://x")',
      email: 'mona@example.com',
      phone: '+201001234567',
    };
    const id = await sell(12_345, { customer });
    await api('PATCH', `/payment-intents/${id}`, { description: '-2+3', metadata: { order: 'حذاء, "جلد"' } });
    const declined = await sell(7_000, { currency: 'KWD', card: '4000000000000002' });
    const [paid, failed] = await rowsOf('payments');
    const intent = await read<{
      clientSecret: string;
      latestCharge: { id: string; balanceTransaction: BalanceTransaction };
    }>(`/payment-intents/${id}`);
    expect(filled(paid)).toMatchObject({
      id,
      object: 'payment_intent',
      amount: '12345',
      amountDecimal: '123.45',
      amountReceived: '12345',
      amountRefunded: '0',
      currency: 'EGP',
      status: 'SUCCEEDED',
      description: "'-2+3",
      'amountDetails.productAmount': '12345',
      'latestCharge.id': intent.latestCharge.id,
      'latestCharge.paymentMethodDetails.card.last4': '4242',
      'latestCharge.balanceTransaction.fee': String(intent.latestCharge.balanceTransaction.fee),
      charges: intent.latestCharge.id,
      'customer.id': customer.id,
      'customer.name': `'=HYPERLINK("http://x")`,
      'customer.phone': "'+201001234567",
      metadata: '{"order":"حذاء, \\"جلد\\""}',
      livemode: 'false',
    });
    expect(filled(failed)).toMatchObject({
      id: declined,
      amountDecimal: '7.000',
      status: 'REQUIRES_PAYMENT_METHOD',
      'lastPaymentError.code': 'card_declined',
    });
    expect(JSON.stringify([paid, failed])).not.toContain(intent.clientSecret);
    expect(JSON.stringify([paid, failed])).not.toContain('_secret_');
  });

  test('of payments have the fee and net of all captures, as the balance report has them one by one', async () => {
    const sellInParts = async (...parts: number[]) => {
      const id = await sell(60_000, { captureMethod: 'manual' });
      for (const [i, amountToCapture] of parts.entries())
        await api('POST', `/payment-intents/${id}/capture`, { amountToCapture, finalCapture: i === parts.length - 1 });
      return id;
    };
    const disputed = await sellInParts(30_000, 30_000);
    await world.db('payments').query(
      `insert into balance_transactions
       select (jsonb_populate_record(null::balance_transactions, to_jsonb(t) || jsonb_build_object('id', $2::text, 'type', 'dispute'))).*
       from (select * from balance_transactions where merchant_id = $1 limit 1) t`,
      [merchantId, newId('txn')],
    );
    const refunded = await sellInParts(10_000, 20_000, 5_001);
    await api('POST', '/refunds', { paymentIntentId: refunded, amount: 1_000 });
    const whole = await sell(10_000);
    const declined = await sell(10_000, { card: '4000000000000002' });

    const movements = await rowsOf('balance');
    const expected = (await rowsOf('payments')).map(({ id, 'latestCharge.id': charge }) => {
      const captures = movements.filter((row) => row['type'] === 'charge' && row['source.id'] === charge);
      const sumOf = (column: string) => String(captures.reduce((sum, capture) => sum + Number(capture[column]), 0));
      return { id, captures, received: sumOf('gross'), fee: sumOf('fee'), net: sumOf('net') };
    });
    expect(expected.map(({ id, captures }) => [id, captures.length])).toEqual([
      [disputed, 2],
      [refunded, 3],
      [whole, 1],
      [declined, 0],
    ]);
    expect(new Set(expected[0]?.captures.map(({ fee }) => fee)).size).toBe(2);
    const shown = (await rowsOf('payments')).map((row) => ({
      id: row['id'],
      received: row['amountReceived'],
      fee: row['latestCharge.balanceTransaction.fee'],
      net: row['latestCharge.balanceTransaction.net'],
      latest: row['latestCharge.balanceTransaction.id'],
    }));
    expect(shown).toEqual(
      expected.map(({ captures, fee, net, ...row }) =>
        captures.length === 0
          ? { ...row, fee: '', net: '', latest: '' }
          : { ...row, fee, net, latest: captures.at(-1)?.['id'] },
      ),
    );
  });

  test('of refunds', async () => {
    const paymentIntentId = await sell(10_000, { currency: 'KWD' });
    const body = { paymentIntentId, amount: 2_500, reason: 'REQUESTED_BY_CUSTOMER', metadata: { why: 'مقاس' } };
    const made = (await api<Refund & AnyBody>('POST', '/refunds', body)).body;
    const refund = await read<Refund>(`/refunds/${made.id}`);
    const [row] = await rowsOf('refunds');
    expect(filled(row)).toMatchObject({
      id: refund.id,
      object: 'refund',
      amount: '2500',
      amountDecimal: '2.500',
      currency: 'KWD',
      status: refund.status,
      chargeId: refund.chargeId,
      paymentIntentId,
      balanceTransactionId: refund.balanceTransactionId,
      createdAt: refund.createdAt,
      reason: 'REQUESTED_BY_CUSTOMER',
      feeAmount: '0',
      metadata: '{"why":"مقاس"}',
    });
  });

  test('of payouts', async () => {
    await sell(10_000);
    const iban = 'EG380019000500000000263180002';
    const account = await api<{ id: string }>('POST', '/bank-accounts', { holderName: 'Siwa', currency: 'EGP', iban });
    const payout = { amount: 1_205, currency: 'EGP', bankAccountId: account.body.id, statementDescriptor: 'SIWA' };
    const { id, createdAt, updatedAt } = (await api<Payout>('POST', '/payouts', payout)).body;
    expect(await rowsOf('payouts')).toEqual([
      {
        id,
        object: 'payout',
        amount: '1205',
        amountDecimal: '12.05',
        currency: 'EGP',
        status: 'PENDING',
        bankAccountId: account.body.id,
        arrivalDate: '',
        statementDescriptor: 'SIWA',
        failureCode: '',
        automatic: 'false',
        createdAt,
        updatedAt,
      },
    ]);
  });
});

describe('a download', () => {
  const second = () => api<AnyBody>('GET', `/reports/payouts.csv?${today}`);

  test('is the only one of its key, until the client disconnects', async () => {
    await manyRows();
    const { answer } = await open('balance');
    expect(answer.statusCode).toBe(200);
    const refused = await second();
    expect([refused.status, refused.body.error?.code]).toEqual([429, 'rate_limit']);
    expect(refused.body.error?.message).toContain('one at a time');
    expect(refused.headers.get('ratelimit-reason')).toBe('concurrency');
    expect((await api('GET', '/balance-transactions')).status).toBe(200);
    answer.destroy();
    await eventually(async () => expect((await second()).status).toBe(200));
  });

  test('neither repeats nor skips rows when others are added meanwhile', async () => {
    await manyRows();
    const download = await open('balance');
    await copyAt('balance_transactions', '2023-06-01T00:00:00Z', '2024-01-01T00:00:01.500Z', '2025-12-01T00:00:00Z');
    download.answer.resume();
    expect(await download.over).toBe(true);
    const ids = recordsOf(download.text())
      .slice(1, -1)
      .map(([id = '']) => id);
    const old = ids.filter((id) => id.startsWith('txn_many'));
    expect(old).toHaveLength(6_000);
    expect(old).toEqual([...old].sort());
    expect(new Set(ids).size).toBe(ids.length);
    expect(download.text()).toMatch(new RegExp(`\r\n# end,${ids.length}\r\n$`));
  });

  test('of a service that is killed has no end line, and the key downloads again when the lease has ended', async () => {
    await manyRows();
    const child = await world.replica('payments').spawn();
    const download = await open('balance');
    child.kill('SIGKILL');
    download.answer.resume();
    expect(await download.over).toBe(false);
    expect(download.text()).toMatch(/^id,object,/);
    expect(download.text()).not.toContain('# end,');
    await world.replica('payments').stop();
    await world.replica('payments').start();
    expect((await second()).status).toBe(429);
    const lapse = `update report_downloads set leased_until = leased_until - interval '30 seconds' where merchant_id = $1`;
    await world.db('payments').query(lapse, [merchantId]);
    expect((await second()).status).toBe(200);
  });

  test('of a service that stops is cut off', async () => {
    await manyRows();
    const download = await open('balance');
    await world.replica('payments').stop();
    download.answer.resume();
    expect(await download.over).toBe(false);
    expect(download.text()).not.toContain('# end,');
    await world.replica('payments').start();
    await eventually(async () => expect((await second()).status).toBe(200));
  });
});
