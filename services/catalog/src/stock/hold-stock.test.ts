import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '@mizan/service-kit';
import { eventually } from '@mizan/testing';
import { startCatalog, type CatalogWorld } from '../catalog.test-support.ts';
import type { HeldItem } from './hold.entity.ts';

let world: CatalogWorld;
beforeAll(async () => {
  world = await startCatalog({ nats: false });
});
afterAll(() => world.stop());

const hold = (items: HeldItem[], ids: { holdId?: string; session?: string } = {}) => {
  const { holdId = newId('hold'), session = newId('cs_test') } = ids;
  return world.checkout('POST', '/internal/calls/holdStock', { holdId, checkoutSessionId: session, items });
};
const release = (holdId: string) => world.checkout('POST', '/internal/calls/releaseStock', { holdId });

/** Starts requests that need a price while its row is locked, and lets them go on when several of them wait for it. */
async function whileLocked<T>(priceId: string, requests: () => Promise<T>[]): Promise<T[]> {
  const lock = await world.db('catalog').connect();
  try {
    await lock.query('start transaction');
    await lock.query('select from prices where id = $1 for update', [priceId]);
    const answers = requests();
    await eventually(async () => {
      const { rowCount } = await world
        .db('catalog')
        .query(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
      expect(rowCount).toBeGreaterThan(1);
    });
    await lock.query('commit');
    return await Promise.all(answers);
  } finally {
    lock.release();
  }
}

/** The status of a request that is sent again, as any client does, while the service has no connection left for it. */
async function finalStatusOf(send: () => Promise<{ readonly status: number }>): Promise<number> {
  for (;;) {
    const { status } = await send();
    if (status !== 503) return status;
  }
}

describe('holding stock', () => {
  test('of the last piece succeeds for one of 100 buyers at once', async () => {
    const { id } = await world.createPrice({ stock: 1 });
    const answers = await Promise.all(Array.from({ length: 100 }, () => hold([{ priceId: id, quantity: 1 }])));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = answers.filter(({ status }) => status === 409);
    expect(refused).toHaveLength(99);
    for (const { body } of refused)
      expect(body.error).toMatchObject({ code: 'price_sold_out', message: `${id} is sold out.` });
    expect(await world.stockOf(id)).toEqual({ stock: 1, held: 1 });
  });

  test('holds exactly the available stock for buyers of several pieces of several prices', async () => {
    const [a, b] = await Promise.all([world.createPrice({ stock: 30 }), world.createPrice({ stock: 20 })]);
    const carts = Array.from({ length: 60 }, (_, i) => {
      const cart = [
        { priceId: a.id, quantity: 1 },
        { priceId: b.id, quantity: 1 },
      ];
      return hold(i % 2 ? cart : cart.toReversed());
    });
    const granted = (await Promise.all(carts)).filter(({ status }) => status === 200);
    expect(granted).toHaveLength(20);
    expect(await world.stockOf(a.id)).toEqual({ stock: 30, held: 20 });
    expect(await world.stockOf(b.id)).toEqual({ stock: 20, held: 20 });
  });

  test('is all or nothing', async () => {
    const [many, few] = await Promise.all([world.createPrice({ stock: 9 }), world.createPrice({ stock: 1 })]);
    const { status, body } = await hold([
      { priceId: many.id, quantity: 2 },
      { priceId: few.id, quantity: 2 },
    ]);
    expect([status, body.error?.code]).toEqual([409, 'price_sold_out']);
    expect(body.error?.message).toBe(`Only 1 left of ${few.id}.`);
    expect(await world.stockOf(many.id)).toEqual({ stock: 9, held: 0 });
    expect(await world.stockOf(few.id)).toEqual({ stock: 1, held: 0 });
  });

  test('adds up the lines of one price', async () => {
    const { id } = await world.createPrice({ stock: 3 });
    const lines = [
      { priceId: id, quantity: 2 },
      { priceId: id, quantity: 2 },
    ];
    expect((await hold(lines)).body.error?.code).toBe('price_sold_out');
    expect((await hold([{ priceId: id, quantity: 1 }, ...lines.slice(1)])).status).toBe(200);
    expect(await world.stockOf(id)).toEqual({ stock: 3, held: 3 });
  });

  test('leaves prices of unlimited stock alone', async () => {
    const [unlimited, limited] = await Promise.all([world.createPrice(), world.createPrice({ stock: 1 })]);
    expect((await hold([{ priceId: unlimited.id, quantity: 999_999 }])).status).toBe(200);
    const cart = [unlimited, limited].map(({ id }) => ({ priceId: id, quantity: 1 }));
    expect((await hold(cart)).status).toBe(200);
    expect(await world.stockOf(unlimited.id)).toEqual({ stock: null, held: 0 });
    expect(await world.stockOf(limited.id)).toEqual({ stock: 1, held: 1 });
  });

  test('again with the same hold id holds nothing more', async () => {
    const { id } = await world.createPrice({ stock: 5 });
    const ids = { holdId: newId('hold'), session: newId('cs_test') };
    for (let i = 0; i < 2; i++) {
      const { status, body } = await hold([{ priceId: id, quantity: 2 }], ids);
      expect([status, body]).toEqual([200, { holdId: ids.holdId }]);
    }
    expect(await world.stockOf(id)).toEqual({ stock: 5, held: 2 });
  });

  test.each([
    ['enough for all', 100],
    ['just enough for one', 2],
  ])('once for a hundred equal requests at once, with %s', async (_what, stock) => {
    const [a, b] = [await world.createPrice({ stock }), await world.createPrice({ stock: 100 })];
    const ids = { holdId: newId('hold'), session: newId('cs_test') };
    const items = [a, b].map(({ id }) => ({ priceId: id, quantity: 2 }));
    const answers = await whileLocked(a.id, () => Array.from({ length: 100 }, () => hold(items, ids)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await world.stockOf(a.id)).toEqual({ stock, held: 2 });
    expect(await world.stockOf(b.id)).toEqual({ stock: 100, held: 2 });
    await release(ids.holdId);
    expect(await world.stockOf(a.id)).toEqual({ stock, held: 0 });
  });

  test('reduces what the next checkout can buy, but not the stock', async () => {
    const { id } = await world.createPrice({ stock: 5 });
    await hold([{ priceId: id, quantity: 3 }]);
    const { body } = await world.checkout('POST', '/internal/calls/getCheckoutPrices', { priceIds: [id] });
    expect(body).toMatchObject({ prices: [{ available: 2, price: { stock: 5 } }] });
    expect((await world.eventsOf(id)).map(({ type }) => type)).toEqual(['price.created']);
  });

  test('is refused for an unknown price and for another merchant’s', async () => {
    const { id } = await world.createPrice({ stock: 5 });
    const asOther = world.siblingClient('catalog', 'checkout', { merchantId: 'acct_other' });
    const request = { holdId: 'h', checkoutSessionId: 'cs_test_1', items: [{ priceId: id, quantity: 1 }] };
    expect((await hold([{ priceId: 'price_unknown', quantity: 1 }])).status).toBe(404);
    const foreign = await asOther('POST', '/internal/calls/holdStock', request);
    expect(foreign.status).toBe(404);
    expect(await world.stockOf(id)).toEqual({ stock: 5, held: 0 });
  });
});

describe('another attempt of the same session', () => {
  test('at the same time may use the same last piece', async () => {
    const { id } = await world.createPrice({ stock: 1 });
    const session = newId('cs_test');
    const holdIds = [newId('hold'), newId('hold')];
    const attempts = await whileLocked(id, () =>
      holdIds.map((holdId) => hold([{ priceId: id, quantity: 1 }], { holdId, session })),
    );
    expect(attempts.map(({ status }) => status)).toEqual([200, 200]);
    expect((await hold([{ priceId: id, quantity: 1 }])).status).toBe(409);
    await Promise.all(holdIds.map(release));
    expect(await world.stockOf(id)).toEqual({ stock: 1, held: 0 });
  });

  test('may use what the earlier one still holds, and neither release affects the other', async () => {
    const { id } = await world.createPrice({ stock: 1 });
    const session = newId('cs_test');
    const [first, second] = [newId('hold'), newId('hold')];
    await hold([{ priceId: id, quantity: 1 }], { holdId: first, session });
    expect((await hold([{ priceId: id, quantity: 1 }], { holdId: second, session })).status).toBe(200);
    expect((await hold([{ priceId: id, quantity: 1 }])).status).toBe(409);
    await release(second);
    expect((await hold([{ priceId: id, quantity: 1 }])).status).toBe(409);
    await release(first);
    expect(await world.stockOf(id)).toEqual({ stock: 1, held: 0 });
  });

  test('cannot use it twice', async () => {
    const { id } = await world.createPrice({ stock: 2 });
    const session = newId('cs_test');
    await hold([{ priceId: id, quantity: 1 }], { session });
    expect((await hold([{ priceId: id, quantity: 3 }], { session })).status).toBe(409);
    expect((await hold([{ priceId: id, quantity: 2 }], { session })).status).toBe(200);
  });

  test('holds again under a hold id that was released', async () => {
    const { id } = await world.createPrice({ stock: 2 });
    const ids = { holdId: newId('hold'), session: newId('cs_test') };
    await hold([{ priceId: id, quantity: 1 }], ids);
    await release(ids.holdId);
    expect((await hold([{ priceId: id, quantity: 2 }], ids)).status).toBe(200);
    expect(await world.stockOf(id)).toEqual({ stock: 2, held: 2 });
  });
});

test('however attempts, repeats and releases of several sessions meet, what is held is what their holds say', async () => {
  const prices = await Promise.all([world.createPrice({ stock: 4 }), world.createPrice({ stock: 3 })]);
  const attempts = Array.from({ length: 12 }, (_, i) => ({ holdId: newId('hold'), session: `cs_test_mixed${i % 5}` }));
  const work = Array.from({ length: 240 }, (_, i) => () => {
    const attempt = attempts[Math.floor(Math.random() * attempts.length)] ?? { holdId: '' };
    if (i % 3 === 0) return release(attempt.holdId);
    const { id: priceId } = prices[i % 2] ?? { id: '' };
    return hold(
      [{ priceId, quantity: 1 + (i % 2) }, ...prices.map(({ id }) => ({ priceId: id, quantity: 1 }))],
      attempt,
    );
  });
  // No more at once than have connections: others could be refused because they would wait too long.
  const lanes = Array.from({ length: 16 }, async () => {
    for (let each = work.shift(); each; each = work.shift()) expect([200, 409]).toContain(await finalStatusOf(each));
  });
  await Promise.all(lanes);
  for (const { id } of prices) {
    const { rows } = await world.db('catalog').query(
      `select coalesce(sum((item ->> 'quantity')::int), 0)::int as held
       from holds, jsonb_array_elements(items) as item where state = 'held' and item ->> 'priceId' = $1`,
      [id],
    );
    expect(await world.stockOf(id)).toMatchObject(rows[0] as { held: number });
  }
});

describe('releasing stock', () => {
  test('releases it once', async () => {
    const { id } = await world.createPrice({ stock: 2 });
    const holdId = newId('hold');
    await hold([{ priceId: id, quantity: 2 }], { holdId });
    expect((await release(holdId)).body).toEqual({ released: true });
    expect((await release(holdId)).body).toEqual({ released: false });
    expect(await world.stockOf(id)).toEqual({ stock: 2, held: 0 });
  });

  test('of an unknown hold or another merchant’s changes nothing', async () => {
    const { id } = await world.createPrice({ stock: 2 });
    const holdId = newId('hold');
    await hold([{ priceId: id, quantity: 1 }], { holdId });
    expect((await release('hold_unknown')).body).toEqual({ released: false });
    const asOther = world.siblingClient('catalog', 'checkout', { merchantId: 'acct_other' });
    const foreign = await asOther('POST', '/internal/calls/releaseStock', { holdId });
    expect(foreign.body).toEqual({ released: false });
    expect(await world.stockOf(id)).toEqual({ stock: 2, held: 1 });
  });
});
