import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { serviceNames, type Balance, type TestDataDeleted } from '@mizan/contracts';
import { eventually, startWebhookSink, type AnyBody, type WebhookSink } from '@mizan/testing';
import { runMizan } from './mizan.test-support.ts';
import { startPlatform, Storefront } from './storefront.test-support.ts';

const operatorToken = 'the operator token of these tests, long enough';

let shop: Storefront;
let sink: WebhookSink;
beforeAll(async () => {
  sink = await startWebhookSink();
  shop = new Storefront(await startPlatform({ MIZAN_RATE_LIMIT: 'off', MIZAN_OPERATOR_TOKEN: operatorToken }));
});
afterAll(async () => {
  await shop.world.stop();
  await sink.close();
});

const reset = (body: unknown = { confirm: 'RESET' }, key?: string) =>
  shop.world.api<TestDataDeleted & AnyBody>('DELETE', '/test-helpers/data', body, key ? { key } : {});
const settle = () => shop.expect(200, 'POST', '/test-helpers/clock', { advance: 1 });
const ledgerAddsUp = async () => {
  const { gatewayUrl } = shop.world;
  const { status, out } = await runMizan([
    '--base-url',
    gatewayUrl,
    '--operator-token',
    operatorToken,
    'ledger',
    'verify',
  ]);
  expect({ status, out }).toMatchObject({ status: 0 });
};

/** Rows of an account and mode by table, in all schemas: those that it may keep left out. */
async function rowsOf(merchantId: string, livemode: boolean): Promise<Record<string, number>> {
  const ledger = ['ledger_tx', 'ledger_entries', 'ledger_accounts', 'ledger_sums'];
  const kept = ['outbox', ...ledger, 'balance_announcements', 'event_sequences'];
  const found: Record<string, number> = {};
  for (const service of serviceNames.filter((name) => name !== 'gateway')) {
    const db = shop.world.db(service);
    const { rows: tables } = await db.query<{ name: string }>(
      `select relname as name from pg_class join pg_attribute on attrelid = pg_class.oid
       where relnamespace = $1::regnamespace and relkind in ('r', 'p') and not relispartition
         and attname in ('merchant_id', 'livemode') and relname <> all($2)
       group by relname having count(*) = 2`,
      [service, kept],
    );
    for (const { name } of tables) {
      const { rows } = await db.query<{ count: number }>(
        `select count(*)::int as count from ${service}.${name} where merchant_id = $1 and livemode = $2`,
        [merchantId, livemode],
      );
      if (rows[0]?.count) found[`${service}.${name}`] = rows[0].count;
    }
  }
  return found;
}

const balance = async () => (await shop.expect<Balance>(200, 'GET', '/balance')).available;

/** Something of every kind that an account can have. */
async function aDayOfSales(): Promise<void> {
  await shop.expect(201, 'POST', '/webhook-endpoints', { url: sink.url, enabledEvents: ['*'] });
  const { intentId } = await shop.buy(12_500, 5);
  await shop.expect(201, 'POST', '/refunds', { paymentIntentId: intentId, amount: 2_500 });
  const { price } = await shop.stock(9_000);
  await shop.expect(201, 'POST', '/payment-links', { lineItems: [{ price: price.id, quantity: 1 }] });
  const coupon = await shop.expect<{ id: string }>(201, 'POST', '/coupons', {
    name: 'Ten',
    percentOff: 10,
    duration: 'once',
  });
  await shop.expect(201, 'POST', '/promotion-codes', { couponId: coupon.id, code: 'TENPERCENT' });
  const session = await shop.openSession(price, { discounts: [{ coupon: coupon.id }] });
  await shop.confirm(session);
  await shop.expect(201, 'POST', '/payment-intents', {
    amount: 5_000,
    currency: 'EGP',
    confirm: true,
    captureMethod: 'manual',
    paymentMethod: { id: 'pm_test_card_succeed' },
  });
  await shop.expect(201, 'POST', '/payment-method-configurations', {
    name: 'Cards',
    paymentMethodTypes: [{ type: 'card', enabled: true }],
  });
  await shop.expect(200, 'POST', '/test-helpers/expectations', {
    match: { operation: 'authorize', reference: intentId },
    fault: { status: 503 },
  });
  await shop.expect(201, 'POST', '/customers', { email: 'keyed@example.com' }, 'a key');
}

test('empties test mode in every service, to the balance it began with', async () => {
  const { account, keys } = shop.world.accounts;
  await eventually(async () => expect(await balance()).not.toEqual([]));
  const before = await balance();
  const live = await rowsOf(account.id, true);
  await aDayOfSales();
  const made = await rowsOf(account.id, false);
  expect(Object.keys(made).length).toBeGreaterThan(20);
  expect(made['payments.provider_expectations']).toBe(1);
  const { status, body } = await reset();
  expect([status, body]).toEqual([200, { object: 'test_data', deleted: true, rowsDeleted: expect.any(Number) }]);
  expect(await rowsOf(account.id, false)).toEqual({
    'payments.balance_transactions': 1,
    'payments.row_counts': 1,
  });
  for (const list of [
    'products',
    'prices',
    'customers',
    'checkout/sessions',
    'payment-links',
    'payment-intents',
    'charges',
    'refunds',
    'coupons',
    'promotion-codes',
    'webhook-endpoints',
    'events',
  ])
    expect(await shop.expect(200, 'GET', `/${list}`)).toMatchObject({ data: [], totalCount: 0 });
  expect(await balance()).toEqual(before);
  expect(await rowsOf(account.id, true)).toEqual(live);
  expect((await shop.world.api('GET', '/account', undefined, { key: keys.testSecret })).status).toBe(200);
  await ledgerAddsUp();
});

test('a second time there is nothing left to remove but the float, and the balance stays', async () => {
  const before = await balance();
  const { status, body } = await reset();
  expect([status, body.rowsDeleted]).toEqual([200, 2]);
  expect(await balance()).toEqual(before);
  await ledgerAddsUp();
});

test('goes on as ever afterwards; numbers of events go on where they were', async () => {
  const lastSequence = async () =>
    (
      await shop.world
        .db('webhooks')
        .query<{ last: string }>(
          'select last_sequence as last from event_sequences where merchant_id = $1 and not livemode',
          [shop.world.accounts.account.id],
        )
    ).rows.map(({ last }) => Number(last))[0] ?? 0;
  const sequences = async () =>
    (await shop.expect<{ data: { sequence: number }[] }>(200, 'GET', '/events?limit=100')).data.map(
      ({ sequence }) => sequence,
    );
  await aDayOfSales();
  await settle();
  await reset();
  const last = await lastSequence();
  await aDayOfSales();
  await settle();
  expect(Math.min(...(await sequences()))).toBe(last + 1);
  await ledgerAddsUp();
});

test('interrupted in the middle it is finished by asking again', async () => {
  const { account } = shop.world.accounts;
  await reset();
  await aDayOfSales();
  await settle();
  const catalog = shop.world.db('catalog');
  await catalog.query(`
    create function catalog.refuse() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$;
    create trigger refuse before delete on catalog.products for each row execute function catalog.refuse()`);
  expect((await reset()).status).toBe(500);
  await ledgerAddsUp();
  const left = Object.keys(await rowsOf(account.id, false));
  expect(left).toContain('catalog.prices'); // referring to products, so removed before them, in the same transaction
  expect(left).toContain('customers.customers');
  expect(left).not.toContain('checkout.checkout_sessions');
  await catalog.query('drop trigger refuse on catalog.products; drop function catalog.refuse()');
  expect((await reset()).status).toBe(200);
  expect(await rowsOf(account.id, false)).toEqual({ 'payments.balance_transactions': 1, 'payments.row_counts': 1 });
  await shop.expect(201, 'POST', '/products', { name: 'Under a key that a customer had' }, 'a key');
});

test('a payment whose provider answers after its data were deleted is missing, which is no fault of the platform', async () => {
  await reset();
  const slow = { match: { operation: 'authorize' }, fault: { delayMs: 5_000 } };
  await shop.expect(200, 'POST', '/test-helpers/expectations', slow);
  const paying = shop.world.api<AnyBody>('POST', '/payment-intents', {
    amount: 5_000,
    currency: 'EGP',
    confirm: true,
    paymentMethod: { id: 'pm_test_card_succeed' },
  });
  const { account } = shop.world.accounts;
  await eventually(async () => expect(await rowsOf(account.id, false)).toMatchObject({ 'payments.charges': 1 }));
  expect((await reset()).status).toBe(200);
  const { status, body } = await paying;
  expect([status, body.error?.code]).toEqual([404, 'resource_missing']);
});

test('a ledger stays whole while payments and refunds go on', async () => {
  const buying = Array.from({ length: 6 }, async () => {
    const made = await shop.world.api<{ id: string }>('POST', '/payment-intents', {
      amount: 5_000,
      currency: 'EGP',
      confirm: true,
      paymentMethod: { id: 'pm_test_card_succeed' },
    });
    return shop.world.api('POST', '/refunds', { paymentIntentId: made.body.id, amount: 1_000 });
  });
  await Promise.all([reset(), ...buying]);
  await settle();
  await ledgerAddsUp();
  expect((await shop.ledgerSums()).every((sum) => sum === 0)).toBe(true);
});

test.each([
  ['no confirmation', {}],
  ['another word', { confirm: 'reset' }],
])('400 parameter_invalid for %s, and nothing is removed', async (_case, body) => {
  const { product } = await shop.stock(100);
  const answer = await reset(body);
  expect([answer.status, answer.body.error?.code, answer.body.error?.param]).toEqual([
    400,
    'parameter_invalid',
    'confirm',
  ]);
  await shop.expect(200, 'GET', `/products/${product.id}`);
});

test('live mode knows no such path', async () => {
  const answer = await reset({ confirm: 'RESET' }, shop.world.accounts.keys.liveSecret);
  expect([answer.status, answer.body.error?.code, answer.body.error?.param]).toEqual([404, 'resource_missing', 'path']);
});
