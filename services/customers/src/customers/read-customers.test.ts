import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { operations, type Customer, type ListCustomer } from '@mizan/contracts';
import { startCustomers, unknownBuyer, type CustomersWorld } from '../customers.test-support.ts';

interface List {
  data: ListCustomer[];
  totalCount: number;
}

let world: CustomersWorld;
let [mona, omar]: Customer[] = [];
let guestId = '';
beforeAll(async () => {
  world = await startCustomers({ nats: false });
  mona = await world.createCustomer({ name: 'Mona Adel', email: 'mona_a@example.com', address: { country: 'EG' } });
  omar = await world.createCustomer({ name: 'عمر', phone: '01012345678' });
  guestId = (await world.resolve({ email: 'guest@shop.example', name: 'Guest 100%' })).body.customer.id;
});
afterAll(() => world.stop());

const list = async (query: Record<string, string> = {}, as = world.merchant) =>
  (await as<List>('GET', `/customers?${new URLSearchParams(query)}`)).body;
const idsOf = ({ data }: List) => data.map(({ id }) => id);

test('lists customers and guests, newest first, with only data, totalCount and nextCursor', async () => {
  const body = await list();
  expect(idsOf(body)).toEqual([guestId, omar?.id, mona?.id]);
  expect(Object.keys(body)).toEqual(['data', 'totalCount', 'nextCursor']);
  expect(body.totalCount).toBe(3);
  expect(operations.listCustomers.response.strict().safeParse(body).success).toBe(true);
});

test('an item has country and spending but no metadata', async () => {
  expect((await list()).data.at(-1)).toEqual({
    id: mona?.id,
    type: 'registered',
    createdAt: mona?.createdAt,
    name: 'Mona Adel',
    email: 'mona_a@example.com',
    phone: null,
    country: 'EG',
    latestPaymentMethod: null,
    spendData: mona?.spendData,
  });
  expect((await list()).data[1]?.country).toBeNull();
});

test('pages follow each other, and one beyond the end is empty', async () => {
  const pages = await Promise.all(['1', '2', '3'].map((page) => list({ page, limit: '2' })));
  expect(pages.map(idsOf)).toEqual([[guestId, omar?.id], [mona?.id], []]);
  for (const { totalCount } of pages) expect(totalCount).toBe(3);
});

describe('search', () => {
  test.each([
    ['a part of the name', 'adel', () => [mona?.id]],
    ['an Arabic name', 'عم', () => [omar?.id]],
    ['a part of the e-mail, whatever its case', 'EXAMPLE.COM', () => [mona?.id]],
    ['a part of the phone', '1012345', () => [omar?.id]],
    ['any of several terms', 'mona, guest', () => [guestId, mona?.id]],
    ['wildcards as themselves', '100%', () => [guestId]],
    ['an underscore as itself', 'a_a', () => [mona?.id]],
    ['nothing across two fields', 'Adelmona', () => []],
  ])('finds %s', async (_what, search, expected) => {
    const body = await list({ search });
    expect(idsOf(body)).toEqual(expected());
    expect(body.totalCount).toBe(expected().length);
  });

  test('finds an id only as a whole', async () => {
    expect(idsOf(await list({ search: guestId }))).toEqual([guestId]);
    expect(idsOf(await list({ search: guestId.slice(0, -1) }))).toEqual([]);
  });
});

test('type filters and counts', async () => {
  expect(await list({ type: 'guest' })).toMatchObject({ data: [{ id: guestId }], totalCount: 1 });
  expect(await list({ type: 'registered', search: 'example' })).toMatchObject({
    data: [{ id: mona?.id }],
    totalCount: 1,
  });
  expect(await list({ type: 'registered' })).toMatchObject({ totalCount: 2 });
});

test.each([
  ['type', 'vip', 'parameter_invalid'],
  ['page', '0', 'parameter_out_of_range'],
  ['limit', '101', 'parameter_out_of_range'],
  ['limit', 'ten', 'parameter_invalid'],
  ['email', 'x', 'parameter_unknown'],
])('400 for %s=%s', async (param, value, code) => {
  const { status, body } = await world.merchant('GET', `/customers?${param}=${value}`);
  expect(status).toBe(400);
  expect(body.error).toMatchObject({ code, param });
});

test('another merchant and the other mode see none of it', async () => {
  for (const merchant of [{ merchantId: 'acct_other' }, { merchantId: 'acct_test', livemode: true }]) {
    const as = world.merchantClient('customers', merchant);
    for (const search of ['', 'mona', guestId])
      expect(await list({ search }, as)).toEqual({ data: [], totalCount: 0, nextCursor: null });
  }
});

test('stored counts equal the rows after guests were created and promoted at once', async () => {
  const as = world.merchantClient('customers', { merchantId: 'acct_large' });
  const checkout = world.siblingClient('customers', 'checkout', { merchantId: 'acct_large' });
  const emails = Array.from({ length: 20 }, (_, i) => `b${i}@example.com`);
  const createGuest = (email: string) =>
    checkout('POST', '/internal/calls/resolveCustomer', { ...unknownBuyer, email }, { idempotencyKey: email });
  const register = (email: string) => as('POST', '/customers', { email });
  const halfOfThem = emails.filter((_, i) => i % 2 === 1);
  await Promise.all([...emails.map(createGuest), ...halfOfThem.map(register)]);
  for (const [type, expected] of [
    ['guest', 10],
    ['registered', 10],
  ] as const) {
    const body = await list({ type, limit: '100' }, as);
    expect([body.data.length, body.totalCount]).toEqual([expected, expected]);
  }
  expect((await list({}, as)).totalCount).toBe(20);
});
