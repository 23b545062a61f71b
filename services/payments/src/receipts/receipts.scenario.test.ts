import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Charge, OrderSummary } from '@mizan/contracts';
import { newId, Problem, withDatabase } from '@mizan/service-kit';
import { type AnyBody, eventually, launchBrowser } from '@mizan/testing';
import { type PaymentsWorld, startPayments } from '../payments.test-support.ts';
import { assignReceiptNumbers } from './assign-receipt-numbers.ts';

let world: PaymentsWorld;
let isCheckoutAway = false;
const orders = new Map<string, OrderSummary>();
const orderCalls: string[] = [];
/** Two soaps of 50.00 and one of 20.00, with a discount of 20.00. */
const soaps = (itemCount = 2): OrderSummary => ({
  items: [
    { name: 'Laurel soap <b>', quantity: 2, amount: 10_000, currency: 'EGP' },
    { name: 'صابون زيت الزيتون', quantity: 1, amount: 2_000, currency: 'EGP' },
  ],
  itemCount,
  totals: { currency: 'EGP', subtotal: 12_000, discount: 2_000, tax: 0, shipping: 0, vat: 0, fee: 0, total: 10_000 },
});
beforeAll(async () => {
  world = await startPayments({
    nats: true,
    answers: {
      getOrderSummary: ({ checkoutSessionId }) => {
        orderCalls.push(checkoutSessionId);
        const order = orders.get(checkoutSessionId);
        if (order) return order;
        throw new Problem(isCheckoutAway ? 'internal_error' : 'resource_missing', 'said the test');
      },
    },
  });
});
afterAll(() => world.stop());

const year = new Date().getUTCFullYear();
const open = async (url: string | null | undefined, headers: Record<string, string> = {}) => {
  const address = new URL(url ?? '');
  const response = await fetch(`${world.urls.payments}${address.pathname}${address.search}`, { headers });
  return { status: response.status, headers: response.headers, text: await response.text() };
};
const receiptUrlOf = async (intentId: string): Promise<string> => {
  const { latestCharge } = await world.intent(intentId);
  if (!latestCharge?.receiptUrl) throw new Error('no receipt');
  return latestCharge.receiptUrl;
};
const numbersOf = async (livemode = false): Promise<number[]> => {
  const { rows } = await world
    .db('payments')
    .query<{ number: number }>(`select number from receipts where livemode = $1 order by number`, [livemode]);
  return rows.map(({ number }) => number);
};
const upTo = (n: number) => Array.from({ length: n }, (_, index) => index + 1);

describe('the receipt of a charge', () => {
  test('has an address from its first capture on, and not before', async () => {
    const held = await world.confirm({ captureMethod: 'manual' });
    expect(held.latestCharge?.receiptUrl).toBeNull();
    const { body } = await world.merchant<AnyBody>('POST', `/payment-intents/${held.id}/capture`, {
      amountToCapture: 4_000,
      finalCapture: false,
    });
    expect(body).toMatchObject({ latestCharge: { receiptUrl: expect.stringContaining('/receipts/ch_') } });
    const { status, text } = await open(await receiptUrlOf(held.id));
    expect(status).toBe(200);
    expect(text).toContain('EGP&nbsp;40.00'.replace('&nbsp;', '\u00a0'));
  });

  test('shows amount, date, method, number and merchant in English and Arabic, and no e-mail address or phone number', async () => {
    const intent = await world.confirm({
      amount: 123_456,
      description: 'Order 7 <b>',
      receiptEmail: 'mona@example.com',
      customer: { id: 'cus_1', name: 'Mona', email: 'mona@example.com', phone: '+201000000000' },
    });
    const url = await receiptUrlOf(intent.id);
    await eventually(async () => expect((await open(url)).text).toMatch(new RegExp(`R-${year}-\\d{6}`)));
    const english = await open(url, { 'accept-language': 'en-GB' });
    expect(english.text).toMatch(/<html lang="en" dir="ltr">/);
    for (const said of ['EGP\u00a01,234.56', 'Visa •••• 4242', 'Order 7 &lt;b&gt;', 'Test mode', '<svg'])
      expect(english.text).toContain(said);
    expect(english.text).not.toMatch(/mona|\+20/i);
    expect((await open(`${url}?locale=ar`)).text).toMatch(/<html lang="ar" dir="rtl">[\s\S]*رقم الإيصال/);
    expect(english.headers.get('cache-control')).toBe('no-store');
    expect(english.headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  test('has an address that cannot be derived from the id of the charge', async () => {
    const [one, other] = [await world.confirm(), await world.confirm()];
    const url = await receiptUrlOf(one.id);
    const id = one.latestCharge?.id ?? '';
    const mac = url.slice(url.lastIndexOf('-') + 1);
    for (const token of [id, `${id}-`, `${id}-${'A'.repeat(22)}`, `${other.latestCharge?.id}-${mac}`, 'x']) {
      const { status, text } = await open(`https://pay.example/receipts/${token}`);
      expect([token, status]).toEqual([token, 404]);
      expect(text).toContain('No such receipt');
    }
    expect((await open(`https://pay.example/receipts/${id}-${mac}`)).status).toBe(200);
  });

  test('says that a refund is in progress until the buyer has the money', async () => {
    const intent = await world.confirm({
      amount: 10_000,
      receiptEmail: 'mona@example.com',
      paymentMethod: { type: 'fawry', testOutcome: 'succeed', phone: '+201001234567' },
    });
    const url = await receiptUrlOf(intent.id);
    const { id, status } = await world.refund({ paymentIntentId: intent.id });
    expect([status, (await open(url)).text]).toEqual([
      'REQUIRES_ACTION',
      expect.stringContaining('<span class="status">Refund in progress</span>'),
    ]);
    await world.merchant('POST', `/refunds/${id}/mark-paid`, {});
    expect((await open(url)).text).toContain('<span class="status">Refunded</span>');
  });

  test('lists the refunds, each of which has a receipt of its own', async () => {
    const intent = await world.confirm({ amount: 10_000 });
    const refund = await world.refund({ paymentIntentId: intent.id, amount: 2_500 });
    const { text } = await open(await receiptUrlOf(intent.id));
    const [, address = ''] = /href="([^"]*\/receipts\/re_[^"]*)"/.exec(text) ?? [];
    expect(text).toContain('Paid, partly refunded');
    const own = await open(address);
    expect([own.status, own.text.includes('Refund from'), own.text.includes('EGP\u00a025.00')]).toEqual([
      200,
      true,
      true,
    ]);
    const numbered = await eventually(async () => {
      const { body } = await world.merchant<AnyBody>('GET', `/refunds/${refund.id}`);
      expect(body).toMatchObject({ receiptNumber: expect.stringMatching(new RegExp(`^R-${year}-\\d{6}$`)) });
      return body as unknown as { receiptNumber: string };
    });
    expect((await open(address)).text).toContain(numbered.receiptNumber);
    const paid = await eventually(async () => {
      const receipt = await open(await receiptUrlOf(intent.id));
      expect(receipt.text).toMatch(/R-\d{4}-\d{6}/);
      return /R-\d{4}-\d{6}/.exec(receipt.text)?.[0];
    });
    for (const receiptNumber of [paid, numbered.receiptNumber]) {
      const { body } = await world.merchant<AnyBody>('GET', `/payment-intents?receiptNumber=${receiptNumber}`);
      expect(body).toMatchObject({ data: [{ id: intent.id }], totalCount: 1 });
    }
    const none = await world.merchant<AnyBody>('GET', '/payment-intents?receiptNumber=R-2026-999999');
    expect(none.body).toMatchObject({ data: [], totalCount: 0 });
  });

  test('lists what was bought, with quantities, discount and total, and is read once from the checkout', async () => {
    const checkoutSessionId = newId('cs_test');
    orders.set(checkoutSessionId, soaps(5));
    const url = await receiptUrlOf((await world.confirm({ checkoutSessionId })).id);
    const { text } = await open(url);
    const cells = [...text.matchAll(/<t[dh](?: [^>]*)?>\s*(?:<bdi>)?(.*?)(?:<\/bdi>)?\s*<\/t[dh]>/gs)].map(
      ([, cell]) => cell,
    );
    expect(cells).toEqual([
      ...['Item', 'Qty', 'Amount'],
      ...['Laurel soap &lt;b&gt;', '2', 'EGP\u00a0100.00'],
      ...['صابون زيت الزيتون', '1', 'EGP\u00a020.00'],
      'and 3 more',
      ...['Subtotal', 'EGP\u00a0120.00', 'Discount', '-EGP\u00a020.00', 'Total', 'EGP\u00a0100.00'],
    ]);
    expect(text).toContain(checkoutSessionId);
    expect((await open(url, { 'accept-language': 'ar-EG' })).text).toMatch(/المنتج[\s\S]*٢[\s\S]*الإجمالي/);
    expect(orderCalls.filter((id) => id === checkoutSessionId)).toHaveLength(1);
  });

  test('of money that its payment did not need says that it is returned, and lists no items of the order', async () => {
    const checkoutSessionId = newId('cs_test');
    orders.set(checkoutSessionId, soaps());
    const card = '4000000000007023'; // approved later
    const first = await world.confirm({ checkoutSessionId, amount: 9_000, description: 'Order 7', card });
    const chargeId = first.latestCharge?.id ?? '';
    const query = (sql: string, id: string) => world.db('payments').query(sql, [id]);
    await query(`update payment_intents set status = 'REQUIRES_PAYMENT_METHOD' where id = $1`, first.id);
    await query(`update charges set status = 'FAILED', failure_code = 'generic_decline' where id = $1`, chargeId);
    await world.confirm({ checkoutSessionId, amount: 9_000, description: 'Order 7', attempt: 2 });
    await world.makeDue('charges', `id = '${chargeId}'`);
    const url = await eventually(async () => {
      const { body } = await world.merchant<Charge>('GET', `/charges/${chargeId}`);
      expect(body).toMatchObject({ status: 'REFUNDED', outcome: { surplus: true } });
      return body.receiptUrl;
    });
    const { text } = await open(url);
    expect(text).toContain('<bdi>Order 7 · The payment did not need this money. It is returned to you.</bdi>');
    expect([text.includes('EGP\u00a090.00'), text.includes('<table>')]).toEqual([true, false]);
    expect((await open(`${url}?locale=ar`)).text).toContain(
      'لم تكن هناك حاجة إلى هذا المبلغ لإتمام الدفع، ولذلك يُرد إليك.',
    );
    const needed = (await open(await receiptUrlOf(first.id))).text;
    expect([needed.includes('did not need'), needed.includes('<table>')]).toEqual([false, true]);
  });

  test('is shown without its items while the checkout is away, and lists them afterwards', async () => {
    const checkoutSessionId = newId('cs_test');
    const url = await receiptUrlOf((await world.confirm({ checkoutSessionId })).id);
    isCheckoutAway = true;
    const { status, text } = await open(url);
    isCheckoutAway = false;
    expect([status, text.includes('EGP\u00a0100.00'), text.includes('<table>')]).toEqual([200, true, false]);
    expect(text).toContain('The items cannot be shown right now.');
    expect((await open(url)).text).not.toContain('cannot be shown'); // deleted meanwhile: nothing to wait for
    orders.set(checkoutSessionId, soaps());
    expect((await open(url)).text).toContain('Laurel soap');
  });

  test('prints on one page of A4', async () => {
    const checkoutSessionId = newId('cs_test');
    orders.set(checkoutSessionId, soaps());
    const url = await receiptUrlOf((await world.confirm({ checkoutSessionId })).id);
    const browser = await launchBrowser();
    try {
      const page = await browser.newPage();
      for (const locale of ['en', 'ar']) {
        await page.goto(`${world.urls.payments}${new URL(url).pathname}?locale=${locale}`);
        const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
        expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1);
        expect(pdf).toMatch(/\/MediaBox \[0 0 59[45]\.\d* 84[12]/);
      }
    } finally {
      await browser.close();
    }
  });

  test('is readable on paper and without a script, and its page breaks no policy', async () => {
    const url = await receiptUrlOf((await world.confirm()).id);
    const browser = await launchBrowser();
    try {
      const page = await (await browser.newContext({ viewport: { width: 360, height: 740 } })).newPage();
      const complaints: string[] = [];
      page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
      await page.goto(`${world.urls.payments}${new URL(url).pathname}`);
      expect(await page.isVisible('button')).toBe(true);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
      await page.emulateMedia({ media: 'print' });
      expect(await page.isVisible('button')).toBe(false);
      expect(await page.isVisible('svg')).toBe(true);
      expect(complaints).toEqual([]);
    } finally {
      await browser.close();
    }
  });
});

describe('receipt numbers', () => {
  test('have no gap and no number twice when charges and refunds come at once', async () => {
    const intents = await Promise.all(upTo(12).map(() => world.confirm()));
    await Promise.all(intents.map(({ id }) => world.refund({ paymentIntentId: id, amount: 1_000 })));
    const { rows } = await world
      .db('payments')
      .query<{ count: number }>(
        `select (select count(*) from charges where amount_captured > 0)::int + (select count(*) from refunds)::int as count`,
      );
    await eventually(async () => expect(await numbersOf()).toEqual(upTo(rows[0]?.count ?? 0)));
  });

  test('have no gap when the process is killed while they are assigned', async () => {
    const service = await world.replica('payments').spawn({ NODE_ENV: 'test', MIZAN_FAILPOINT: 'receipts.numbered' });
    await world.confirm().catch(() => undefined); // its answer may be lost with the process
    expect(await service.ended).toBe('killed by SIGKILL');
    await world.replica('payments').stop();
    await world.replica('payments').start();
    const { latestCharge } = await world.confirm();
    const { rows } = await eventually(async () => {
      const found = await world
        .db('payments')
        .query<{ number: number }>('select number from receipts where charge_id = $1', [latestCharge?.id]);
      expect(found.rows).toHaveLength(1);
      return found;
    });
    expect(await numbersOf()).toEqual(upTo(rows[0]?.number ?? 0)); // that of the payment before comes with its event, again
  });

  test('are assigned once when several replicas take the same charges, and one that fails takes none', async () => {
    const scope = { merchantId: 'acct_receipts', livemode: true };
    const copied = upTo(20).map(() => newId('ch'));
    await world.db('payments').query(
      `insert into payment_intents select (jsonb_populate_record(null::payment_intents, to_jsonb(p)
         || jsonb_build_object('id', replace(id, 'pi_', 'pi_r'), 'merchant_id', 'acct_receipts', 'livemode', true))).*
       from payment_intents p limit 1`,
    );
    await world.db('payments').query(
      `insert into charges select (jsonb_populate_record(null::charges, to_jsonb(c) || jsonb_build_object('id', n.id,
         'merchant_id', 'acct_receipts', 'livemode', true, 'attempt', n.attempt,
         'payment_intent_id', (select id from payment_intents where merchant_id = 'acct_receipts')))).*
       from (select * from charges where amount_captured > 0 and status = 'SUCCEEDED' limit 1) c, unnest($1::text[]) with ordinality as n (id, attempt)`,
      [copied],
    );
    await withDatabase('payments', world.databaseUrls('payments').runtimeUrl, async (db) => {
      const assign = (ids: readonly string[], fails: boolean) =>
        db.transact(scope, async (tx) => {
          await assignReceiptNumbers(
            tx,
            ids.map((id) => ({ id, year: 2026 })),
          );
          if (fails) throw new Error('rolled back');
        });
      const turns = upTo(24).map((turn) => [copied.slice(turn % 10, (turn % 10) + 11), turn % 3 === 0] as const);
      const outcomes = await Promise.allSettled(turns.map(([ids, fails]) => assign(ids, fails)));
      expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(8);
      await assign([...copied, newId('ch')], false); // one of them was deleted
      await assign(copied, false);
    });
    expect(await numbersOf(true)).toEqual(upTo(20));
  });

  test('start again at 1 when test data are deleted, also when an event of what was deleted comes late', async () => {
    await world.confirm();
    const gateway = world.siblingClient('payments', 'gateway');
    expect(
      (await gateway('POST', '/internal/calls/clearPaymentsData', {}, { idempotencyKey: newId('key') })).status,
    ).toBe(200);
    const next = await world.confirm();
    await eventually(async () => expect(await numbersOf()).toEqual([1]));
    expect((await open(await receiptUrlOf(next.id))).text).toContain(`R-${year}-000001`);
  });
});
