import type { Product } from '@mizan/contracts';
import type pg from 'pg';
import { row, ratioRow, type Row } from './goals.ts';
import { inTurn, load, median, type Target } from './load.ts';
import type { BenchStack } from './stack.ts';

const rounds = 3;
const products = 200;

export interface SeededProducts {
  readonly productId: string;
  readonly floorProductId: string;
  readonly floorPriceId: string;
}

/** Products on both sides: the same number, the same names, two prices each. */
export async function seedProducts(stack: BenchStack): Promise<SeededProducts> {
  const { dev, admin } = stack;
  const authorization = `Bearer ${dev.keys.testSecret}`;
  let productId = '';
  for (let i = 0; i < products; i++) {
    const prices = [
      { currency: 'EGP', unitAmount: 1000 + i },
      { currency: 'EGP', unitAmount: 2000 + i },
    ];
    const body = JSON.stringify({ name: `Product ${i}`, description: 'Something to sell', prices });
    const response = await fetch(`${dev.baseUrl}/products`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body,
    });
    productId = ((await response.json()) as Product).id;
  }
  await seedFloor(admin);
  return { productId, floorProductId: 'p0', floorPriceId: 'p0a' };
}

async function seedFloor(admin: pg.Pool): Promise<void> {
  await admin.query(
    `insert into floor.products select 'p' || i, 'acct', 'Product ' || i, 'Something to sell', true, '{}' from generate_series(0, ${products - 1}) i on conflict do nothing`,
  );
  await admin.query(
    `insert into floor.prices select 'p' || i || s, 'p' || i, 'EGP', 1000 + i, 100000000 from generate_series(0, ${products - 1}) i, unnest(array['a', 'b']) s on conflict do nothing`,
  );
}

/** Reads, writes and lists through the gateway against the floor's, in turn. */
export async function measureRequests(
  stack: BenchStack,
  seeded: { productId: string; floorProductId: string },
): Promise<Row[]> {
  const { dev, floorUrl } = stack;
  const headers = { authorization: `Bearer ${dev.keys.testSecret}` };
  const body = () => JSON.stringify({ name: 'Benchmark', description: 'Something to sell' });
  const compare = async (ours: Target, floor: Target) => {
    await load(floor); // both warm
    await load(ours);
    const { a, b } = await inTurn(
      rounds,
      () => load(ours),
      () => load(floor),
    );
    const of = (loads: typeof a, pick: (one: (typeof a)[number]) => number) => median(loads.map(pick));
    return {
      ours: of(a, (x) => x.perSecond),
      floor: of(b, (x) => x.perSecond),
      oursP99: of(a, (x) => x.p99),
      floorP99: of(b, (x) => x.p99),
    };
  };
  const get = await compare(
    { url: `${dev.baseUrl}/products/${seeded.productId}`, headers },
    { url: `${floorUrl}/products/${seeded.floorProductId}` },
  );
  const list = await compare(
    { url: `${dev.baseUrl}/products?limit=20`, headers },
    { url: `${floorUrl}/products?limit=20` },
  );
  const post = await compare(
    { url: `${dev.baseUrl}/products`, method: 'POST', headers, body, keyed: true },
    { url: `${floorUrl}/products`, method: 'POST', body },
  );
  const p99 = get.oursP99 / get.floorP99;
  return [
    ratioRow('GET product by id through the gateway, 32 connections', 0.45, get.ours, get.floor),
    row(
      'the same, p99',
      "≤ 3 × the floor's",
      `${p99.toFixed(1)} × (${get.oursP99} ms of ${get.floorP99} ms)`,
      p99 <= 3,
    ),
    ratioRow('POST product with idempotency row and event', 0.45, post.ours, post.floor),
    ratioRow('list of 20 with prices', 0.5, list.ours, list.floor),
  ];
}
