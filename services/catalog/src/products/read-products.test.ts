import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { operations, type Product, type ProductListItem } from '@mizan/contracts';
import { startCatalog, type CatalogWorld } from '../catalog.test-support.ts';

interface List {
  data: ProductListItem[];
  totalCount: number;
  page: number;
  limit: number;
  totalPages: number;
}

let world: CatalogWorld;
let [tea, coffee, sugar]: Product[] = [];
beforeAll(async () => {
  world = await startCatalog({ nats: false });
  tea = await world.createProduct({
    name: 'Green Tea',
    metadata: { origin: 'Kenya', grade: 1 },
    prices: [{ currency: 'EGP', unitAmount: 500, stock: 3, name: 'Box' }],
  });
  coffee = await world.createProduct({
    name: 'Coffee',
    description: '100% arabica_beans',
    metadata: { origin: 'Kenya', grade: 2 },
  });
  sugar = await world.createProduct({ name: 'سكر', unitLabel: 'Kilogram', active: false });
});
afterAll(() => world.stop());

const list = async (query: Record<string, string> = {}, as = world.merchant) =>
  (await as<List>('GET', `/products?${new URLSearchParams(query)}`)).body;
const idsOf = ({ data }: List) => data.map(({ id }) => id);

test('products come newest first, with page, limit and how many there are', async () => {
  const body = await list();
  expect(idsOf(body)).toEqual([sugar?.id, coffee?.id, tea?.id]);
  expect(body).toMatchObject({ totalCount: 3, page: 1, limit: 20, totalPages: 1 });
});

test('an item has neither object nor defaultPriceId and its prices eight fields', async () => {
  const item = (await list()).data.at(-1);
  const { object, defaultPriceId, ...rest } = tea as Product;
  const price = tea?.prices[0];
  expect(item).toEqual({
    ...rest,
    prices: [
      {
        id: price?.id,
        unitAmount: 500,
        currency: 'EGP',
        type: 'ONE_TIME',
        recurring: null,
        customUnitAmount: null,
        stock: 3,
        createdAt: price?.createdAt,
      },
    ],
  });
  expect([object, defaultPriceId]).toEqual(['product', price?.id]);
  expect(operations.listProducts.response.strict().safeParse(await list()).success).toBe(true);
});

test('pages follow each other without gap or repeat, and one beyond the end is empty', async () => {
  const pages = await Promise.all(['1', '2', '3'].map((page) => list({ page, limit: '2' })));
  expect(pages.map(idsOf)).toEqual([[sugar?.id, coffee?.id], [tea?.id], []]);
  for (const { totalCount, totalPages } of pages) expect([totalCount, totalPages]).toEqual([3, 2]);
});

describe('search', () => {
  test.each([
    ['a part of the name, whatever its case', 'GREEN', () => [tea]],
    ['a part of the description', 'arabica', () => [coffee]],
    ['a part of the unit label', 'kilo', () => [sugar]],
    ['Arabic text', 'سك', () => [sugar]],
    ['any of several terms', ' tea , ,coffee ', () => [coffee, tea]],
    ['a wildcard of LIKE as itself', '100%', () => [coffee]],
    ['an underscore as itself', 'arabica_b', () => [coffee]],
    ['nothing for an underscore that is not there', 'gree_', () => []],
    ['nothing across two fields', 'Coffee100', () => []],
    ['one letter', 'f', () => [coffee]],
  ])('finds %s', async (_what, search, expected) => {
    const found = expected();
    const body = await list({ search });
    expect(idsOf(body)).toEqual(found.map((each) => each?.id));
    expect(body.totalCount).toBe(found.length);
  });

  test('finds an id only as a whole', async () => {
    const id = coffee?.id ?? '';
    expect(idsOf(await list({ search: id }))).toEqual([id]);
    expect(idsOf(await list({ search: id.slice(0, -1) }))).toEqual([]);
  });

  test('with empty terms only is no filter', async () => {
    expect((await list({ search: ' , ' })).totalCount).toBe(3);
  });

  test('counts all matches, not only those of the page', async () => {
    expect(await list({ search: 'tea,coffee', limit: '1', page: '2' })).toMatchObject({
      data: [{ id: tea?.id }],
      totalCount: 2,
      totalPages: 2,
    });
  });
});

test.each([
  ['active', { active: 'true' }, () => [coffee, tea]],
  ['archived', { active: 'false' }, () => [sugar]],
  ['metadata that contains the filter', { metadata: '{"origin":"Kenya"}' }, () => [coffee, tea]],
  ['metadata that contains nothing, which any does, also none', { metadata: '{}' }, () => [sugar, coffee, tea]],
  ['metadata of both values', { metadata: '{"origin":"Kenya","grade":2}' }, () => [coffee]],
  ['metadata of the same type only', { metadata: '{"grade":"2"}' }, () => []],
  ['filters together', { search: 'e', metadata: '{"grade":1}', active: 'true' }, () => [tea]],
])('filters: %s', async (_what, query, expected) => {
  const found = expected();
  const body = await list(query);
  expect(idsOf(body)).toEqual(found.map((each) => each?.id));
  expect(body.totalCount).toBe(found.length);
});

test.each([
  ['page', 'x', 'parameter_invalid'],
  ['page', '1.5', 'parameter_invalid'],
  ['page', '0', 'parameter_out_of_range'],
  ['page', '2147483648', 'parameter_out_of_range'],
  ['limit', '101', 'parameter_out_of_range'],
  ['limit', '-1', 'parameter_out_of_range'],
  ['active', 'yes', 'parameter_invalid'],
  ['metadata', 'origin', 'parameter_invalid'],
  ['metadata', '[1]', 'parameter_invalid'],
  ['colour', 'red', 'parameter_unknown'],
])('400 for %s=%s', async (param, value, code) => {
  const { status, body } = await world.merchant('GET', `/products?${param}=${encodeURIComponent(value)}`);
  expect(status).toBe(400);
  expect(body.error).toMatchObject({ code, param });
});

test('the last possible page is empty, not an error', async () => {
  expect(await list({ page: '2147483647', limit: '100' })).toMatchObject({ data: [], totalCount: 3 });
});

test('another merchant and the other mode see none of it', async () => {
  for (const merchant of [{ merchantId: 'acct_other' }, { merchantId: 'acct_test', livemode: true }]) {
    const as = world.merchantClient('catalog', merchant);
    const queries: Record<string, string>[] = [
      {},
      { search: 'tea' },
      { search: tea?.id ?? '' },
      { metadata: '{"origin":"Kenya"}' },
    ];
    for (const query of queries)
      expect(await list(query, as)).toMatchObject({ data: [], totalCount: 0, totalPages: 0 });
  }
});

test('stored counts equal the rows after many products were created at once', async () => {
  const as = world.merchantClient('catalog', { merchantId: 'acct_large' });
  const make = (i: number) =>
    as('POST', '/products', { name: `P${i}`, active: i % 3 !== 0, prices: [{ currency: 'EGP', unitAmount: i }] });
  const answers = await Promise.all(Array.from({ length: 60 }, (_, i) => make(i)));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
  expect((await list({}, as)).totalCount).toBe(60);
  expect((await list({ active: 'true' }, as)).totalCount).toBe(40);
  expect((await list({ active: 'false' }, as)).totalCount).toBe(20);
  expect((await as('GET', '/prices')).body).toMatchObject({ totalCount: 60 });
});
