import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { countedRowsMax, localDay, operations, type Operation, type ServiceName } from '@mizan/contracts';
import { startStripeStandIn, type StripeStandIn } from '@mizan/stand-ins';
import { eventually, startWebhookSink, type WebhookSink } from '@mizan/testing';
import { z } from 'zod';
import { operatorToken, stripeKeys } from './live-platform.test-support.ts';
import { startPlatform, Storefront } from './storefront.test-support.ts';

interface Page {
  data: { id: string }[];
  totalCount: number;
  totalPages?: number;
  nextCursor: string | null;
}

let shop: Storefront;
let sink: WebhookSink;
let stripe: StripeStandIn;
let endpointId: string;
let payoutId: string;
beforeAll(async () => {
  sink = await startWebhookSink();
  stripe = await startStripeStandIn({ account: { secretKey: stripeKeys.secretKey } });
  const env = { MIZAN_RATE_LIMIT: 'off', MIZAN_OPERATOR_TOKEN: operatorToken, MIZAN_STRIPE_API_URL: stripe.url };
  shop = new Storefront(await startPlatform(env));
  const endpoint = { url: sink.url, enabledEvents: ['product.created'] };
  endpointId = (await shop.expect<{ id: string }>(201, 'POST', '/webhook-endpoints', endpoint)).id;
  await aSaleOfEverything();
});
afterAll(async () => {
  await shop.world.stop();
  await sink.close();
  await stripe.close();
});

/** At least one row in every list. */
async function aSaleOfEverything(): Promise<void> {
  const { price } = await shop.stock(12_500);
  await shop.expect(201, 'POST', '/payment-links', { lineItems: [{ price: price.id, quantity: 1 }] });
  const halfPrice = { name: 'Half', percentOff: 50, duration: 'once' };
  const coupon = await shop.expect<{ id: string }>(201, 'POST', '/coupons', halfPrice);
  await shop.expect(201, 'POST', '/promotion-codes', { couponId: coupon.id, code: 'HALF' });
  const session = await shop.openSession(price, { discounts: [{ coupon: coupon.id }] });
  const { body } = await shop.confirm(session);
  await shop.expect(201, 'POST', '/refunds', { paymentIntentId: body.paymentIntent?.id, amount: 1_000 });
  const card = { number: '4000000000000259', expMonth: 12, expYear: 2040, cvc: '123' };
  const disputed = { amount: 5_000, currency: 'EGP', confirm: true, paymentMethod: { type: 'card', card } };
  await shop.expect(201, 'POST', '/payment-intents', disputed);
  const iban = 'EG380019000500000000263180002';
  const account = { holderName: 'Siwa Trading', currency: 'EGP', iban };
  const { id: bankAccountId } = await shop.expect<{ id: string }>(201, 'POST', '/bank-accounts', account);
  const payout = { amount: 1_000, currency: 'EGP', bankAccountId };
  payoutId = (await shop.expect<{ id: string }>(201, 'POST', '/payouts', payout)).id;
}

/** Where the rows of a list are, and what copies of one must not share. */
interface Listed {
  readonly table: string;
  readonly newestBy?: string;
  readonly differing?: Record<string, string> | (() => Record<string, string>);
  /** Whose list it is, where that is not the endpoint's. */
  readonly of?: () => string;
}
const listed: Record<string, Listed> = {
  listProducts: { table: 'products' },
  listPrices: { table: 'prices' },
  listCustomers: { table: 'customers', differing: { email: 'null' } },
  listCheckoutSessions: { table: 'checkout_sessions' },
  listPaymentLinks: { table: 'payment_links', differing: { slug: `'slug' || i` } },
  listCoupons: { table: 'coupons' },
  listPromotionCodes: { table: 'promotion_codes', differing: { code: `'CODE' || i` } },
  listDiscounts: { table: 'discounts', newestBy: 'start_at', differing: { checkout_session_id: `'cs_test_' || i` } },
  listPaymentIntents: { table: 'payment_intents', differing: { checkout_session_id: 'null' } },
  listCharges: { table: 'charges', differing: { attempt: '1000 + i' } },
  listRefunds: { table: 'refunds' },
  listDisputes: { table: 'disputes', differing: { external_dispute_id: `'sim_' || i` } },
  listPayouts: { table: 'payouts' },
  listBankAccounts: { table: 'bank_accounts' },
  listPayoutBalanceTransactions: {
    table: 'balance_transactions',
    differing: () => ({ type: `'payout'`, source_id: `'${payoutId}'` }),
    of: () => payoutId,
  },
  listBalanceTransactions: { table: 'balance_transactions' },
  listEvents: { table: 'events', differing: { sequence: '1000000 + i' } },
  listWebhookDeliveries: { table: 'deliveries', differing: { replay_id: `'rpl_' || i` } },
};

/** Copies the newest row of a list, the copies numbered from 1: all as new as it is, or every second one. */
async function copyNewest(service: ServiceName, { table, newestBy = 'createdAt', ...its }: Listed, copies: number) {
  const differing = typeof its.differing === 'function' ? its.differing() : its.differing;
  const at = newestBy === 'createdAt' ? 'created_at' : newestBy;
  const changed = { id: `id || '_' || lpad(i::text, 6, '0')`, [at]: `${at} - (i % 2) * interval '1 ms'`, ...differing };
  const changes = Object.entries(changed).map(([column, value]) => `'${column}', ${value}`);
  await shop.world.db(service).query(
    `insert into ${table} select (jsonb_populate_record(null::${table}, to_jsonb(newest) || jsonb_build_object(${changes.join()}))).*
     from (select * from ${table} where merchant_id = $1 and not livemode order by ${at} desc, id desc limit 1) newest,
          generate_series(1, $2) i`,
    [shop.world.accounts.account.id, copies],
  );
}

const lists = (Object.entries(operations) as [string, Operation][]).filter(
  ([id, { query }]) => query instanceof z.ZodObject && 'cursor' in query.shape && id !== 'reconcilePayments', // which lists findings, not rows
);
const read = (path: string) => shop.expect<Page>(200, 'GET', path);

test('every list that can grow without end has a cursor', () => {
  expect(lists.map(([id]) => id).sort()).toEqual(Object.keys(listed).sort());
});

/** A value that no row has, for a filter that does not take any text. */
const ofNoRow: Readonly<Record<string, string>> = {
  amount: 'eq:1',
  base: 'CNY',
  currency: 'CNY',
  date: 'eq:2001-01-01',
  eventType: 'coupon.deleted',
  metadata: '{"shelf":"Z-9"}',
  quote: 'CNY',
  receiptNumber: 'R-1999-000001',
  type: 'coupon.deleted',
};

interface Filter {
  readonly id: string;
  readonly filter: string;
  readonly values: readonly string[];
  readonly operation: Operation;
}

const filters: readonly Filter[] = (Object.entries(operations) as [string, Operation][])
  .filter(([, { audience }]) => audience === 'merchant' || audience === 'operator')
  .flatMap(([id, operation]) => {
    const { query } = operation;
    if (!(query instanceof z.ZodObject) || !('page' in query.shape)) return [];
    return Object.entries(query.shape)
      .filter(([name]) => !['page', 'limit', 'cursor'].includes(name))
      .map(([filter, schema]) => ({ id, filter, operation, values: valuesOf(filter, schema as z.ZodType) }));
  });

/** All values of a filter that has few, else one that no row has. */
function valuesOf(filter: string, schema: z.ZodType): readonly string[] {
  const { type, enum: members } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  if (type === 'boolean') return ['true', 'false'];
  if (members && filter !== 'currency') return members.map(String);
  return [ofNoRow[filter] ?? 'none_0ABCdefGHIjklMNOpqrSTUvw'];
}

async function readFiltered({ operation }: Filter, query: Readonly<Record<string, string>>): Promise<Page> {
  const { account, keys } = shop.world.accounts;
  const isOfOperator = operation.audience === 'operator';
  const isLive = operation.path === '/provider-connections';
  const key = isOfOperator ? operatorToken : isLive ? keys.liveSecret : keys.testSecret;
  const path = operation.path.replace('{id}', isOfOperator ? account.id : endpointId);
  const answer = await shop.world.api<Page>('GET', `${path}?${new URLSearchParams(query)}`, undefined, { key });
  if (answer.status !== 200) throw new Error(`${path} ${JSON.stringify(query)}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

describe('a filter that the contract declares leaves out rows, and finds those that show its value', () => {
  beforeAll(async () => {
    const { account } = shop.world.accounts;
    const path = `/operator/accounts/${account.id}/provider-connections`;
    const connection = { provider: 'stripe', credentials: stripeKeys };
    expect(await shop.world.api('POST', path, connection, { key: operatorToken })).toMatchObject({ status: 201 });
    await shop.world.db('gateway').query(
      `insert into bus_users (id, team, types, durables, public_key, created_at, expires_at)
       values ('bususr_1', 'fulfilment', '{*}', '{}', $1, now(), now() + interval '1 day')`,
      [`U${'A'.repeat(55)}`],
    );
    await shop.world.db('webhooks').query(
      `insert into mails (id, merchant_id, livemode, template, about_id, event_id, status, attempts, queued_at, created_at)
       values ('mail_1', $1, false, 'receipt', 'ch_test_1', 'evt_test_1', 'CANCELED', 0, now(), now())`,
      [account.id],
    );
    // The operator's lists of payouts and disputes are of live mode alone.
    for (const table of ['payouts', 'disputes'])
      await shop.world.db('payments').query(
        `insert into ${table} select (jsonb_populate_record(null::${table}, to_jsonb(one) || jsonb_build_object('livemode', true, 'id', id || '_live'))).*
         from (select * from ${table} where not livemode limit 1) one`,
      );
  });

  test.each(filters.filter(({ filter }) => filter !== 'timezone'))('$id: $filter', async (filter) => {
    const all = await eventually(async () => {
      const page = await readFiltered(filter, { limit: '100' });
      expect(page.data).not.toEqual([]);
      return page;
    });
    const countOf = async (value: string) => (await readFiltered(filter, { [filter.filter]: value })).totalCount;
    const counts = await Promise.all(filter.values.map(countOf));
    expect(Math.min(...counts)).toBeLessThan(all.totalCount);
    // And it finds the rows that show a value of it; each list has one of those that are few.
    if (filter.values.length > 1) expect(Math.max(...counts)).toBeGreaterThan(0);
    const shown = all.data.map((row) => (row as Record<string, unknown>)[filter.filter]);
    for (const value of new Set(shown.filter((each) => typeof each === 'string' || typeof each === 'boolean')))
      expect([value, await countOf(String(value))]).toEqual([value, shown.filter((each) => each === value).length]);
  });

  test.each(filters.filter(({ filter }) => filter === 'timezone'))('$id: $filter', async (filter) => {
    // 26 hours apart: it is never the same day in both.
    const [east, west] = ['Pacific/Kiritimati', 'Etc/GMT+12'];
    const days = [0, 1].map((before) => localDay(new Date(Date.now() - before * 60_000), east));
    const countAt = async (timezone: string) =>
      Math.max(
        ...(await Promise.all(days.map((day) => readFiltered(filter, { date: `eq:${day}`, timezone })))).map(
          ({ totalCount }) => totalCount,
        ),
      );
    expect(await countAt(east)).toBeGreaterThan(await countAt(west));
  });
});

test.each(lists)('%s can be walked by cursor: each row once, newest first', async (id, { path, service }) => {
  const its = listed[id];
  if (!its) throw new Error(`no table is known for ${id}`);
  const list = path.replace('{id}', its.of?.() ?? endpointId);
  await eventually(async () => expect((await read(list)).data).not.toEqual([]));
  await copyNewest(service, its, 4);
  const all = (await read(`${list}?limit=100`)).data.map((row) => row.id);
  expect(all.length).toBeGreaterThanOrEqual(5);
  const walked: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: Page = await read(`${list}?limit=2${cursor && `&cursor=${cursor}`}`);
    walked.push(...page.data.map((row) => row.id));
    cursor = page.nextCursor;
  }
  expect(walked).toEqual(all);
});

test.each([
  ['products', 'products?search=boundary', 'catalog', { table: 'products', differing: { name: `'Boundary'` } }],
  ['prices', 'prices?currency=CNY', 'catalog', { table: 'prices', differing: { currency: `'CNY'` } }],
  [
    'events',
    'events?type=coupon.deleted',
    'webhooks',
    { table: 'events', differing: { type: `'coupon.deleted'`, sequence: '2000000 + i' } },
  ],
] as const)('a filtered list of %s counts its rows up to 10,000, and no further', async (_, list, service, copies) => {
  await copyNewest(service, copies, countedRowsMax - 1);
  expect((await read(`/${list}&limit=1`)).totalCount).toBe(countedRowsMax - 1);
  const further = {
    ...copies.differing,
    id: `'further_' || i`,
    ...(service === 'webhooks' && { sequence: '3000000 + i' }),
  };
  await copyNewest(service, { ...copies, differing: further }, 2);
  const { totalCount, totalPages = totalCount, nextCursor } = await read(`/${list}&limit=1`);
  expect([totalCount, totalPages, typeof nextCursor]).toEqual([countedRowsMax, countedRowsMax, 'string']);
});

test('the total of a whole list is stored, and exact beyond 10,000', async () => {
  const counted = `update row_counts r set rows = case when slot = (
      select min(slot) from row_counts where counted = r.counted) then 12345 else 0 end
    where counted = 'products.active'`;
  await shop.world.db('catalog').query(counted);
  await shop.world.db('webhooks').query('update event_sequences set last_sequence = 5000000, stored_count = 23456');
  expect((await read('/products?limit=1')).totalCount).toBe(12_345);
  expect((await read('/events?limit=1')).totalCount).toBe(23_456);
});
