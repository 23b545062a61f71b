import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Coupon, PromotionCode } from '@mizan/contracts';
import { startCheckout, type CheckoutWorld } from '../checkout.test-support.ts';

let world: CheckoutWorld;
beforeAll(async () => {
  world = await startCheckout();
});
afterAll(() => world.stop());

type Refused = { error?: { code: string; param?: string } };
const coupon = async (body: object = { percentOff: 10 }) =>
  (await world.merchant<Coupon>('POST', '/coupons', body)).body;
const create = (body: object) => world.merchant<PromotionCode & Refused>('POST', '/promotion-codes', body);
const change = (id: string, body: object) =>
  world.merchant<PromotionCode & Refused>('PATCH', `/promotion-codes/${id}`, body);
const list = async (query: string) =>
  (await world.merchant<{ data: PromotionCode[]; totalCount: number }>('GET', `/promotion-codes?${query}`)).body;
const refusal = ({ status, body }: { status: number; body: Refused }) => [status, body.error?.code, body.error?.param];

test('a code is kept in upper case, shows its coupon, and its event shows the same', async () => {
  const given = await coupon({ percentOff: 10, maxRedemptions: 100 });
  world.siblings.customers.set('cus_bound', { id: 'cus_bound', type: 'registered', metadata: {} });
  const { status, body } = await create({
    coupon: given.id,
    code: 'eid-2026',
    maxRedemptions: 100,
    expiresAt: '2040-01-01T00:00:00Z',
    customerId: 'cus_bound',
    restrictions: { firstTimeTransaction: true, minimumAmount: 1_000, minimumAmountCurrency: 'EGP' },
    metadata: { by: 'mail' },
  });
  expect([status, body]).toEqual([
    201,
    {
      id: expect.stringMatching(/^promo_\w{24}$/),
      object: 'promotion_code',
      code: 'EID-2026',
      couponId: given.id,
      coupon: given,
      active: true,
      maxRedemptions: 100,
      timesRedeemed: 0,
      expiresAt: '2040-01-01T00:00:00.000Z',
      customerId: 'cus_bound',
      restrictions: { firstTimeTransaction: true, minimumAmount: 1_000, minimumAmountCurrency: 'EGP' },
      metadata: { by: 'mail' },
      livemode: false,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    },
  ]);
  expect((await world.merchant('GET', `/promotion-codes/${body.id}`)).body).toEqual(body);
  expect(await world.eventsOf(body.id)).toEqual([{ type: 'promotion_code.created', version: 1, object: body }]);
});

test('a generated code has eight characters that cannot be mistaken for others', async () => {
  const { id } = await coupon();
  for (let i = 0; i < 5; i++)
    expect((await create({ couponId: id })).body.code).toMatch(/^[ABCDEFGHJKMNPQRSTUVWXYZ23456789]{8}$/);
});

describe('a code is refused', () => {
  test.each([
    [{ code: 'ab' }, 'parameter_invalid', 'code'],
    [{ code: 'with space' }, 'parameter_invalid', 'code'],
    [{ code: 'ÄÖÜ' }, 'parameter_invalid', 'code'],
    [{ code: 'x'.repeat(51) }, 'parameter_invalid', 'code'],
    [{ expiresAt: '2001-01-01' }, 'parameter_invalid', 'expiresAt'],
    [{ maxRedemptions: 11 }, 'parameter_out_of_range', 'maxRedemptions'],
    [{ expiresAt: '2041-01-01' }, 'parameter_out_of_range', 'expiresAt'],
    [{ restrictions: { minimumAmount: 5 } }, 'parameter_requires_another', 'restrictions.minimumAmount'],
    [{ restrictions: { nonsense: 5 } }, 'parameter_unknown', 'restrictions.nonsense'],
  ])('%j', async (body, code, param) => {
    const { id } = await coupon({ percentOff: 10, maxRedemptions: 10, redeemBy: '2040-01-01' });
    expect(refusal(await create({ couponId: id, ...body }))).toEqual([400, code, param]);
  });

  test('without a coupon, with an unknown one, with one that is switched off, for an unknown customer', async () => {
    expect(refusal(await create({ code: 'NOCOUPON' }))).toEqual([400, 'parameter_invalid', 'couponId']);
    expect(refusal(await create({ couponId: 'coupon_none' }))).toEqual([404, 'resource_missing', 'couponId']);
    const off = await coupon({ percentOff: 5, active: false });
    expect(refusal(await create({ couponId: off.id }))).toEqual([400, 'coupon_invalid', 'couponId']);
    const { id } = await coupon();
    const stranger = await create({ couponId: id, customerId: 'cus_unknown' });
    expect(refusal(stranger)).toEqual([404, 'resource_missing', 'customerId']);
  });

  test('while an active code has its text, in any case, also when twenty requests arrive at once', async () => {
    const { id } = await coupon();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => create({ couponId: id, code: i % 2 ? 'TAKEN' : 'taken' })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 201))
      expect(refusal(answer)).toEqual([409, 'promotion_code_exists', 'code']);
  });
});

test('the text of an inactive code is free, and the inactive one cannot come back meanwhile', async () => {
  const { id } = await coupon();
  const first = (await create({ couponId: id, code: 'AGAIN' })).body;
  await change(first.id, { active: false });
  const second = (await create({ couponId: id, code: 'AGAIN' })).body;
  expect(refusal(await change(first.id, { active: true }))).toEqual([409, 'promotion_code_exists', 'code']);
  expect((await list('code=again')).data.map((each) => each.id)).toEqual([second.id, first.id]);
});

test('a code is found by its whole text in any case, and by coupon, customer and state', async () => {
  const { id } = await coupon();
  const found = (await create({ couponId: id, code: 'FIND-ME' })).body;
  await create({ couponId: id, code: 'FIND-ME-NOT' });
  for (const text of ['FIND-ME', 'find-me', 'Find-Me'])
    expect(await list(`code=${text}`)).toEqual({ data: [found], totalCount: 1, nextCursor: null });
  expect(await list('code=FIND-')).toEqual({ data: [], totalCount: 0, nextCursor: null });
  expect((await list(`couponId=${id}`)).totalCount).toBe(2);
  expect((await list(`couponId=${id}&active=false`)).totalCount).toBe(0);
  expect((await list('customerId=cus_missing')).totalCount).toBe(0);
  const { rows } = await world.db('checkout').query('select 1 from promotion_codes');
  expect((await list('limit=1')).totalCount).toBe(rows.length);
});

test('active, metadata and restrictions change; what is left out of the restrictions stays; the rest cannot change', async () => {
  const { id } = await coupon();
  const code = (await create({ couponId: id, restrictions: { minimumAmount: 500, minimumAmountCurrency: 'EGP' } }))
    .body;
  const changed = await change(code.id, { restrictions: { firstTimeTransaction: true }, metadata: { a: 1 } });
  expect(changed.body).toEqual({
    ...code,
    restrictions: { firstTimeTransaction: true, minimumAmount: 500, minimumAmountCurrency: 'EGP' },
    metadata: { a: 1 },
    updatedAt: changed.body.updatedAt,
  });
  expect((await world.eventsOf(code.id)).at(-1)).toMatchObject({ type: 'promotion_code.updated', version: 2 });
  expect(refusal(await change(code.id, { restrictions: { minimumAmount: null } }))).toEqual([
    400,
    'parameter_requires_another',
    'restrictions.minimumAmountCurrency',
  ]);
  for (const [field, value] of Object.entries({ code: 'OTHER', couponId: 'coupon_x', maxRedemptions: 5 }))
    expect(refusal(await change(code.id, { [field]: value }))).toEqual([400, 'parameter_invalid', field]);
  expect((await change(code.id, changed.body)).body).toEqual(changed.body);
});

test.each([
  ['deducts an amount', { amountOff: 100, currency: 'EGP' }],
  ['requires a minimum', { percentOff: 10, minimumAmount: 100, minimumAmountCurrency: 'EGP' }],
])('a minimum in another currency than that in which its coupon %s is refused', async (_what, terms) => {
  const { id } = await coupon(terms);
  const minimumIn = (minimumAmountCurrency: string) => ({
    restrictions: { minimumAmount: 500, minimumAmountCurrency },
  });
  const refused = [400, 'parameter_invalid', 'restrictions.minimumAmountCurrency'];
  expect(refusal(await create({ couponId: id, ...minimumIn('USD') }))).toEqual(refused);
  const { body: code } = await create({ couponId: id });
  expect(refusal(await change(code.id, minimumIn('USD')))).toEqual(refused);
  expect((await change(code.id, minimumIn('EGP'))).status).toBe(200);
});

test('another merchant and the other mode see nothing of it and may use the same text', async () => {
  const { id } = await coupon();
  const code = (await create({ couponId: id, code: 'MINE' })).body;
  for (const stranger of [
    { merchantId: 'acct_other', livemode: false },
    { merchantId: 'acct_test', livemode: true },
  ]) {
    const api = world.merchantClient('checkout', stranger);
    expect((await api('GET', `/promotion-codes/${code.id}`)).status).toBe(404);
    expect((await api('GET', '/promotion-codes?code=MINE')).body).toEqual({
      data: [],
      totalCount: 0,
      nextCursor: null,
    });
    const own = await api<Coupon>('POST', '/coupons', { percentOff: 5 });
    expect((await api('POST', '/promotion-codes', { couponId: own.body.id, code: 'MINE' })).status).toBe(201);
  }
});
