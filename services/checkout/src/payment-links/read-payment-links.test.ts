import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { PaymentLink } from '@mizan/contracts';
import { startCheckout, type CheckoutWorld } from '../checkout.test-support.ts';
import { linksOf, type Links } from './payment-links.test-support.ts';

let world: CheckoutWorld;
let links: Links;
let soap: PaymentLink;
let oil: PaymentLink;
let mug: PaymentLink;
beforeAll(async () => {
  world = await startCheckout();
  links = linksOf(world);
  const sell = (name: string, unitAmount: number, more: object = {}) => {
    const { price } = world.siblings.addPrice({ unitAmount }, { name, ...more });
    return links.create({ lineItems: [{ price: price.id }] });
  };
  soap = await sell('Olive oil soap', 1_000, { unitLabel: 'bar' });
  oil = await sell('Olive oil', 2_000, { description: 'Cold pressed, 100% pure' });
  mug = await sell('Mug', 3_000);
  await links.change(mug.id, { active: false });
});
afterAll(() => world.stop());

const idsOf = async (query: string) => {
  const { status, body } = await links.list(query);
  expect({ status, error: body.error }).toEqual({ status: 200, error: undefined });
  return body.data.map(({ id }) => id);
};

test('a page has the newest first, thin, with the number of all', async () => {
  const { body } = await links.list('?limit=2');
  expect(body.totalCount).toBe(3);
  expect(Object.keys(body)).toEqual(['data', 'totalCount', 'nextCursor']);
  expect(body.data.map(({ id }) => id)).toEqual([mug.id, oil.id]);
  expect(Object.keys(body.data[1] ?? {}).sort()).toEqual(
    [
      'active',
      'afterCompletion',
      'computedAmount',
      'createdAt',
      'currency',
      'expiresAt',
      'id',
      'lineItems',
      'merchantId',
      'submitType',
      'successfulTransactions',
      'updatedAt',
    ].sort(),
  );
  expect(await idsOf('?limit=2&page=2')).toEqual([soap.id]);
  expect((await links.list('?page=9')).body).toEqual({ data: [], totalCount: 3, nextCursor: null });
});

test('active distinguishes links in use from those that are not', async () => {
  expect(await idsOf('?active=true')).toEqual([oil.id, soap.id]);
  expect(await idsOf('?active=false')).toEqual([mug.id]);
  expect((await links.list('?active=false')).body.totalCount).toBe(1);
});

test('a search finds names, descriptions and unit labels of the products, any of its terms, and ids', async () => {
  expect(await idsOf('?search=OLIVE')).toEqual([oil.id, soap.id]);
  expect(await idsOf('?search=bar,mug')).toEqual([mug.id, soap.id]);
  expect(await idsOf('?search=100%25 pure')).toEqual([oil.id]);
  expect(await idsOf(`?search=${soap.id}`)).toEqual([soap.id]);
  expect(await idsOf('?search=_ug')).toEqual([]);
  expect(await idsOf('?search=,')).toEqual([mug.id, oil.id, soap.id]);
});

test('amounts: equal, between inclusive, above and below', async () => {
  expect(await idsOf('?amount=eq:2000')).toEqual([oil.id]);
  expect(await idsOf('?amount=bt:1000,2000')).toEqual([oil.id, soap.id]);
  expect(await idsOf('?amount=gt:2000')).toEqual([mug.id]);
  expect(await idsOf('?amount=lt:2000')).toEqual([soap.id]);
});

test('dates are days of the time zone, between is bt', async () => {
  const created = (id: string, at: string) =>
    world.db('checkout').query(`update payment_links set created_at = $2 where id = $1`, [id, at]);
  const other = linksOf(world, world.merchantClient('checkout', { merchantId: 'acct_dates' }));
  const [early, late] = [await other.create(), await other.create()];
  await created(early.id, '2026-03-01T21:30:00Z'); // 23:30 in Cairo
  await created(late.id, '2026-03-01T22:30:00Z'); // the next day in Cairo
  const find = async (query: string) => (await other.list(`?${query}`)).body.data.map(({ id }) => id);
  expect(await find('date=eq:2026-03-01')).toEqual([late.id, early.id]);
  expect(await find('date=eq:2026-03-01&timezone=Africa/Cairo')).toEqual([early.id]);
  expect(await find('date=between:2026-03-02,2026-03-03&timezone=Africa/Cairo')).toEqual([late.id]);
  expect(await find('date=bt:2026-03-01,2026-03-02&timezone=Africa/Cairo')).toEqual([late.id, early.id]);
  expect(await find('date=last:1,days')).toEqual([]);
});

test.each([
  ['active=yes', 'parameter_invalid', 'active'],
  ['amount=bt:9,1', 'parameter_invalid', 'amount'],
  ['amount=1000', 'parameter_invalid', 'amount'],
  ['date=between:2026-03-02', 'parameter_invalid', 'date'],
  ['timezone=Mars', 'parameter_invalid', 'timezone'],
  ['limit=101', 'parameter_out_of_range', 'limit'],
  ['page=x', 'parameter_invalid', 'page'],
  ['unknown=1', 'parameter_unknown', 'unknown'],
])('%s is refused under its name', async (query, code, param) => {
  expect(await links.list(`?${query}`)).toMatchObject({ status: 400, body: { error: { code, param } } });
});
