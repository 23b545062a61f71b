import { Pool } from 'undici';
import { row, type Row } from './goals.ts';
import { percentile } from './load.ts';
import type { BenchStack } from './stack.ts';

const sizes = [1_000, 10_000, 100_000, 1_000_000];
const otherMerchants = 1_000;
const productsOfOthers = 100;
const requests = 60;

/** Products that a search or a metadata filter finds, whatever the size. */
const few = 5;

/** The requests to the list, as query strings. */
const queries = {
  'first page': { query: 'limit=20', finds: undefined },
  'page 1,000': { query: 'limit=20&page=1000', finds: undefined },
  search: { query: 'limit=20&search=needle42', finds: few },
  'metadata filter': { query: `limit=20&metadata=${encodeURIComponent('{"tag":"rare42"}')}`, finds: few },
} as const;
type QueryName = keyof typeof queries;

/**
 * How lists grow with what a merchant has: the same requests on a thousand to a million products of one merchant, beside
 * a thousand other merchants. Every answer carries `totalCount`: kept by counters for the whole list, counted from the
 * matches where a filter has few.
 */
export async function measureLists(stack: BenchStack): Promise<Row[]> {
  const { otherAccount } = stack.dev;
  await stack.admin.query(
    `insert into catalog.products ${productsOf(`'acct_crowd' || (i % ${otherMerchants})`, 0, otherMerchants * productsOfOthers)}`,
  );
  const curves = new Map<QueryName, number[]>();
  let have = 0;
  for (const size of sizes) {
    await grow(stack, otherAccount.id, have, size);
    have = size;
    for (const name of Object.keys(queries) as QueryName[])
      curves.set(name, [
        ...(curves.get(name) ?? []),
        await p95Of(stack, queries[name].query, queries[name].finds ?? size),
      ]);
  }
  return [...curves].map(([name, ms]) => {
    const growth = (ms.at(-1) ?? Number.NaN) / (ms[0] ?? Number.NaN);
    const curve = ms.map((each) => each.toFixed(1)).join(', ');
    return row(
      `${name} of products with totalCount, 1e6 rows against 1e3, p95`,
      '≤ 3 ×',
      `${growth.toFixed(1)} × (${curve} ms at 1e3, 1e4, 1e5, 1e6)`,
      growth <= 3,
    );
  });
}

/** A select of products numbered from `from` to `to`, in the columns of the table that have no default. */
const productsOf = (merchant: string, from: number, to: number): string => `
  (id, merchant_id, livemode, name, description, active, is_system_created, metadata, version, created_at, updated_at)
  select 'prod_' || ${merchant} || '_' || lpad(i::text, 8, '0'), ${merchant}, false,
    'Product ' || i || case when i < ${few * 200} and i % 200 = 42 then ' needle42' else '' end, 'Something to sell', true, false,
    jsonb_build_object('tag', case when i < ${few * 200} and i % 200 = 42 then 'rare42' else 'common' || i % 7 end),
    1, now() - i * interval '1 second', now()
  from generate_series(${from}, ${to} - 1) as i`;

async function grow({ admin }: BenchStack, merchantId: string, from: number, to: number): Promise<void> {
  await admin.query(`insert into catalog.products ${productsOf(`'${merchantId}'`, from, to)}`);
  await admin.query(
    `insert into catalog.row_counts (merchant_id, livemode, counted, slot, rows) values ($1, false, 'products.active', 0, $2)
     on conflict (merchant_id, livemode, counted, slot) do update set rows = excluded.rows`,
    [merchantId, to],
  );
  await admin.query('vacuum analyze catalog.products');
}

async function p95Of({ dev }: BenchStack, query: string, expected: number): Promise<number> {
  const pool = new Pool(dev.baseUrl, { connections: 1 });
  const headers = { authorization: `Bearer ${dev.otherAccount.keys.testSecret}` };
  const ms: number[] = [];
  for (let i = 0; i < requests; i++) {
    const startedAt = performance.now();
    const { statusCode, body } = await pool.request({ method: 'GET', path: `/products?${query}`, headers });
    const { totalCount } = (await body.json()) as { totalCount: number };
    if (statusCode !== 200 || totalCount !== expected)
      throw new Error(`${query}: ${statusCode}, ${totalCount} instead of ${expected}`);
    if (i >= requests / 3) ms.push(performance.now() - startedAt); // the first third warms up
  }
  await pool.close();
  return percentile(ms, 0.95);
}
