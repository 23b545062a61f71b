import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Coupon } from '@mizan/contracts';
import { startCheckout, type CheckoutWorld } from '../checkout.test-support.ts';

let world: CheckoutWorld;
beforeAll(async () => {
  world = await startCheckout();
});
afterAll(() => world.stop());

type Refused = { error?: { code: string; param?: string } };
const create = (body: object) => world.merchant<Coupon & Refused>('POST', '/coupons', body);
const change = (id: string, body: object) => world.merchant<Coupon & Refused>('PATCH', `/coupons/${id}`, body);
const read = (id: string) => world.merchant<Coupon & Refused>('GET', `/coupons/${id}`);
const refusal = ({ status, body }: { status: number; body: Refused }) => [status, body.error?.code, body.error?.param];

test('a coupon shows its value, its event shows the same, and GET shows it again', async () => {
  const product = world.siblings.addPrice().product.id;
  const created = await create({
    name: 'Ramadan',
    percentOff: 12.5,
    duration: 'repeating',
    durationInMonths: 3,
    maxRedemptions: 10,
    maxRedemptionsPerCustomer: 1,
    minimumAmount: 5_000,
    minimumAmountCurrency: 'EGP',
    redeemBy: '2040-01-01T00:00:00Z',
    appliesToProductIds: [product, product],
    metadata: { campaign: 'spring' },
  });
  expect([created.status, created.body]).toEqual([
    201,
    {
      id: expect.stringMatching(/^coupon_\w{24}$/),
      object: 'coupon',
      name: 'Ramadan',
      percentOff: 12.5,
      amountOff: null,
      currency: null,
      duration: 'repeating',
      durationInMonths: 3,
      maxRedemptions: 10,
      maxRedemptionsPerCustomer: 1,
      minimumAmount: 5_000,
      minimumAmountCurrency: 'EGP',
      timesRedeemed: 0,
      redeemBy: '2040-01-01T00:00:00.000Z',
      appliesToProductIds: [product],
      active: true,
      valid: true,
      metadata: { campaign: 'spring' },
      livemode: false,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    },
  ]);
  expect((await read(created.body.id)).body).toEqual(created.body);
  expect(await world.eventsOf(created.body.id)).toEqual([{ type: 'coupon.created', version: 1, object: created.body }]);
});

describe('a coupon is refused', () => {
  test.each([
    [{ percentOff: 10, amountOff: 100, currency: 'EGP' }, 'parameters_exclusive', 'amountOff'],
    [{}, 'parameter_missing', 'percentOff'],
    [{ amountOff: 100 }, 'parameter_missing', 'currency'],
    [{ percentOff: 10, currency: 'EGP' }, 'parameter_requires_another', 'currency'],
    [{ percentOff: 0 }, 'parameter_invalid', 'percentOff'],
    [{ percentOff: 100.01 }, 'parameter_invalid', 'percentOff'],
    [{ percentOff: 12.345 }, 'parameter_invalid', 'percentOff'],
    [{ percentOff: '10' }, 'parameter_invalid', 'percentOff'],
    [{ amountOff: 0, currency: 'EGP' }, 'amount_invalid', 'amountOff'],
    [{ amountOff: 1.5, currency: 'EGP' }, 'amount_invalid', 'amountOff'],
    [{ amountOff: 100, currency: 'XXX' }, 'parameter_invalid', 'currency'],
    [{ percentOff: 5, duration: 'repeating' }, 'parameter_missing', 'durationInMonths'],
    [{ percentOff: 5, durationInMonths: 2 }, 'parameter_invalid', 'durationInMonths'],
    [{ percentOff: 5, maxRedemptions: 0 }, 'parameter_invalid', 'maxRedemptions'],
    [{ percentOff: 5, minimumAmount: 100 }, 'parameter_requires_another', 'minimumAmount'],
    [{ percentOff: 5, minimumAmountCurrency: 'EGP' }, 'parameter_requires_another', 'minimumAmountCurrency'],
    [
      { amountOff: 5, currency: 'EGP', minimumAmount: 9, minimumAmountCurrency: 'USD' },
      'parameter_invalid',
      'minimumAmountCurrency',
    ],
    [{ percentOff: 5, redeemBy: '2001-01-01T00:00:00Z' }, 'parameter_invalid', 'redeemBy'],
    [{ percentOff: 5, discount: 1 }, 'parameter_unknown', 'discount'],
  ])('%j', async (body, code, param) => {
    expect(refusal(await create(body))).toEqual([400, code, param]);
  });

  test('when a product that it is limited to does not exist', async () => {
    const known = world.siblings.addPrice().product.id;
    const answer = await create({ percentOff: 5, appliesToProductIds: [known, 'prod_unknown'] });
    expect(refusal(answer)).toEqual([404, 'resource_missing', 'appliesToProductIds[1]']);
  });
});

test('name, metadata and active change, with the former values in the event; the rest cannot', async () => {
  const { body: coupon } = await create({ percentOff: 10, metadata: { a: 1, b: 2 } });
  const changed = await change(coupon.id, { name: 'Summer', active: false, metadata: { a: null, c: 3 } });
  expect(changed.body).toEqual({
    ...coupon,
    name: 'Summer',
    active: false,
    valid: false,
    metadata: { b: 2, c: 3 },
    updatedAt: changed.body.updatedAt,
  });
  const events = await world.eventsOf(coupon.id);
  expect(events.at(-1)).toEqual({ type: 'coupon.updated', version: 2, object: changed.body });
  expect(refusal(await change(coupon.id, { percentOff: 20 }))).toEqual([400, 'parameter_invalid', 'percentOff']);
  expect(refusal(await change(coupon.id, { nonsense: 20 }))).toEqual([400, 'parameter_unknown', 'nonsense']);
});

test('a client can send back what it read: nothing changes and nothing is published', async () => {
  const { body: coupon } = await create({ amountOff: 500, currency: 'EGP', redeemBy: '2040-01-01' });
  const answer = await change(coupon.id, coupon);
  expect([answer.status, answer.body]).toEqual([200, coupon]);
  expect(await world.eventsOf(coupon.id)).toHaveLength(1);
});

test('an unused coupon is deleted with its inactive codes; one with an active code is in use', async () => {
  const { body: coupon } = await create({ percentOff: 10 });
  const code = await world.merchant<{ id: string }>('POST', '/promotion-codes', { couponId: coupon.id });
  const remove = () => world.merchant<Refused>('DELETE', `/coupons/${coupon.id}`);
  expect(refusal(await remove())).toEqual([409, 'coupon_in_use', undefined]);
  await world.merchant('PATCH', `/promotion-codes/${code.body.id}`, { active: false });
  expect((await remove()).body).toEqual({ id: coupon.id, object: 'coupon', deleted: true });
  expect((await read(coupon.id)).status).toBe(404);
  expect((await world.merchant('GET', `/promotion-codes/${code.body.id}`)).status).toBe(404);
  expect((await world.eventsOf(coupon.id)).at(-1)).toEqual({ type: 'coupon.deleted', version: 2, object: coupon });
});

test('another merchant and the other mode see nothing of it', async () => {
  const { body: coupon } = await create({ percentOff: 10 });
  for (const stranger of [
    { merchantId: 'acct_other', livemode: false },
    { merchantId: 'acct_test', livemode: true },
  ]) {
    const api = world.merchantClient('checkout', stranger);
    expect((await api('GET', `/coupons/${coupon.id}`)).status).toBe(404);
    expect((await api('PATCH', `/coupons/${coupon.id}`, { active: false })).status).toBe(404);
    expect((await api('DELETE', `/coupons/${coupon.id}`)).status).toBe(404);
    expect((await api('GET', '/coupons')).body).toEqual({ data: [], totalCount: 0, nextCursor: null });
  }
});

test('the list is newest first, in pages, and filters by active', async () => {
  const made = [];
  for (let i = 0; i < 3; i++) made.unshift((await create({ percentOff: 1 + i })).body);
  await change(made[1]!.id, { active: false });
  const list = async (query: string) =>
    (await world.merchant<{ data: Coupon[]; totalCount: number }>('GET', `/coupons?${query}`)).body;
  const { data, totalCount } = await list('limit=3');
  expect(data.map(({ id }) => id)).toEqual(made.map(({ id }) => id));
  const { rows } = await world.db('checkout').query('select 1 from coupons');
  expect(totalCount).toBe(rows.length);
  expect((await list('active=false')).data.map(({ id }) => id)).toContain(made[1]!.id);
  expect((await list('active=true&limit=2')).data.map(({ id }) => id)).toEqual([made[0]!.id, made[2]!.id]);
  expect(await list('page=1000')).toEqual({ data: [], totalCount, nextCursor: null });
});
