import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId, withDatabase, type Tx } from '@mizan/service-kit';
import { startCatalog, type CatalogWorld } from '../catalog.test-support.ts';
import type { HeldItem } from './hold.entity.ts';
import { onPaymentIntentsSucceeded } from './on-payment-intent.ts';
import { paymentIntent } from './payment-events.test-support.ts';

let world: CatalogWorld;
beforeAll(async () => {
  world = await startCatalog({ nats: false });
});
afterAll(() => world.stop());

const scope = { merchantId: 'acct_test', livemode: false };

/** A session whose payment has succeeded, with the hold that was paid. */
interface Paid {
  readonly session: string;
  readonly holdId: string;
}

async function hold(items: HeldItem[], session = newId('cs_test')): Promise<Paid> {
  const holdId = newId('hold');
  const request = { holdId, checkoutSessionId: session, items };
  const { status } = await world.checkout('POST', '/internal/calls/holdStock', request);
  if (status !== 200) throw new Error(`not held: ${status}`);
  return { session, holdId };
}

/** Handles payments that succeeded in one transaction for each of the batches, all at once; returns each one's statements. */
const sell = (...batches: (readonly Paid[])[]): Promise<number[]> =>
  withDatabase('catalog', world.databaseUrls('catalog').runtimeUrl, (db) =>
    Promise.all(
      batches.map((batch) =>
        db.transact(scope, async (tx) => {
          let statements = 0;
          const sql = ((...statement: Parameters<Tx['sql']>) => {
            statements++;
            return tx.sql(...statement);
          }) as Tx['sql'];
          const events = batch.map(({ session, holdId }) => ({ object: paymentIntent(session, holdId) }));
          await onPaymentIntentsSucceeded({ ...tx, sql }, events);
          return statements;
        }),
      ),
    ),
  );

/** Holds that were released before they are paid, so that more are sold than there are. */
async function holdAndRelease(quantities: readonly number[], priceId: string): Promise<Paid[]> {
  const paid: Paid[] = [];
  for (const quantity of quantities) {
    const each = await hold([{ priceId, quantity }]);
    await world.checkout('POST', '/internal/calls/releaseStock', { holdId: each.holdId });
    paid.push(each);
  }
  return paid;
}

test('five payments of a batch take two statements, and each price has one price.updated', async () => {
  const [tea, mug] = await Promise.all([world.createPrice({ stock: 10 }), world.createPrice({ stock: 20 })]);
  const cart = [tea, mug].map(({ id: priceId }) => ({ priceId, quantity: 2 }));
  const paid = await Promise.all(Array.from({ length: 5 }, () => hold(cart)));
  expect(await sell(paid)).toEqual([2]);
  expect(await world.stockOf(tea.id)).toEqual({ stock: 0, held: 0 });
  expect(await world.stockOf(mug.id)).toEqual({ stock: 10, held: 0 });
  expect((await world.eventsOf(tea.id)).slice(1)).toMatchObject([
    { type: 'price.updated', version: 2, object: { stock: 0 }, previousAttributes: { stock: 10 } },
    { type: 'price.stock_depleted', version: 3, object: { stock: 0 } },
  ]);
  expect((await world.eventsOf(mug.id)).slice(1)).toMatchObject([
    { type: 'price.updated', version: 2, object: { stock: 10 }, previousAttributes: { stock: 20 } },
  ]);
});

test.each([
  ['never short', 50, [3, 4, 5]],
  ['sold out by the second', 7, [3, 4, 5]],
  ['short from the second on', 5, [3, 4, 5]],
  ['sold out by the last', 12, [3, 4, 5]],
])(
  'a price that is %s publishes as many depletions and oversales in a batch as one by one',
  async (_what, stock, sold) => {
    const [together, apart] = await Promise.all([world.createPrice({ stock }), world.createPrice({ stock })]);
    await sell(await holdAndRelease(sold, together.id));
    for (const each of await holdAndRelease(sold, apart.id)) await sell([each]);
    const [a, b] = await Promise.all([world.eventsOf(together.id), world.eventsOf(apart.id)]);
    const statesOf = (events: typeof a) =>
      events.map(({ type }) => type).filter((type) => !['price.created', 'price.updated'].includes(type));
    expect(statesOf(a)).toEqual(statesOf(b));
    expect(a.map(({ version }) => version)).toEqual(a.map((_, index) => index + 1));
    expect(await world.stockOf(together.id)).toEqual(await world.stockOf(apart.id));
    const { body } = await world.merchant('GET', `/prices/${together.id}`);
    expect(a.at(-1)?.object).toEqual(body);
  },
);

test('a session sells once, by its first payment of a batch, and its other attempts give their pieces back', async () => {
  const { id } = await world.createPrice({ stock: 30 });
  const first = await hold([{ priceId: id, quantity: 2 }]);
  const second = await hold([{ priceId: id, quantity: 3 }], first.session);
  const other = await hold([{ priceId: id, quantity: 5 }]);
  await sell([second, other, first]);
  expect(await world.stockOf(id)).toEqual({ stock: 22, held: 0 });
  await sell([first, second, other]);
  expect(await world.stockOf(id)).toEqual({ stock: 22, held: 0 });
  expect(await world.eventsOf(id)).toHaveLength(2);
});

test('two replicas that handle the same payments in opposite orders sell each once', async () => {
  const prices = await Promise.all(Array.from({ length: 3 }, () => world.createPrice({ stock: 100 })));
  const carts = Array.from({ length: 12 }, (_, i) => {
    const items = prices.map(({ id: priceId }) => ({ priceId, quantity: 1 }));
    return hold(i % 2 ? items : items.toReversed().slice(1));
  });
  const paid = await Promise.all(carts);
  await sell(paid, paid.toReversed(), paid, paid.toReversed());
  const stocks = await Promise.all(prices.map(({ id }) => world.stockOf(id)));
  expect(stocks).toEqual([88, 88, 94].map((stock) => ({ stock, held: 0 })));
});

test('nothing is held for another attempt of a session whose earlier one was paid: no event would release it', async () => {
  const { id: priceId } = await world.createPrice({ stock: 3 });
  const items = [{ priceId, quantity: 1 }];
  const paid = await hold(items);
  await world.checkout('POST', '/internal/calls/releaseStock', { holdId: paid.holdId }); // its failure was known first
  await sell([paid]);
  const another = { holdId: newId('hold'), checkoutSessionId: paid.session, items };
  const refused = await world.checkout('POST', '/internal/calls/holdStock', another);
  expect([refused.status, refused.body.error?.code]).toEqual([409, 'resource_invalid_state']);
  expect(await world.stockOf(priceId)).toEqual({ stock: 2, held: 0 });
});
