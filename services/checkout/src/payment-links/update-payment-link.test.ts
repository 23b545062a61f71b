import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { startCheckout, type CheckoutWorld } from '../checkout.test-support.ts';
import { linksOf, type Links } from './payment-links.test-support.ts';

let world: CheckoutWorld;
let links: Links;
beforeAll(async () => {
  world = await startCheckout();
  links = linksOf(world);
});
afterAll(() => world.stop());
afterEach(() => {
  world.siblings.before = () => {};
});

const refusal = async (id: string, body: object) => {
  const answer = await links.change(id, body);
  return { status: answer.status, code: answer.body.error?.code, param: answer.body.error?.param };
};

test('new lines replace all lines and the amount follows; what is left out stays', async () => {
  const [soap, oil] = [1_000, 2_000].map((unitAmount) => world.siblings.addPrice({ unitAmount }));
  const link = await links.create({
    lineItems: [{ price: soap?.price.id, quantity: 2 }],
    metadata: { a: 1, b: 2 },
    customFields: [{ key: 'note', label: 'Note', type: 'TEXT' }],
  });
  const { body } = await links.change(link.id, {
    lineItems: [{ price: oil?.price.id }, { id: link.lineItems[0]?.id, quantity: 4 }],
    metadata: { a: null, c: 3 },
  });
  expect(body).toMatchObject({
    computedAmount: 6_000,
    lineItems: [
      { price: { id: oil?.price.id }, quantity: 1 },
      { id: link.lineItems[0]?.id, quantity: 4 },
    ],
    metadata: { b: 2, c: 3 },
    customFields: link.customFields,
    url: link.url,
  });
  expect(await links.read(link.id)).toEqual(body);
  expect((await links.eventsOf(link.id)).at(-1)).toEqual({
    type: 'payment_link.updated',
    version: 2,
    object: body,
    previousAttributes: { computedAmount: 2_000, lineItems: link.lineItems, metadata: { a: 1, b: 2 } },
  });
});

test('custom fields and what follows the payment are replaced as a whole; null removes the expiry', async () => {
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
  const link = await links.create({
    expiresAt,
    maxCompletions: 3,
    customFields: [
      { key: 'note', label: 'Note', type: 'TEXT' },
      { key: 'size', label: 'Size', type: 'TEXT' },
    ],
    afterCompletion: { type: 'hosted_confirmation', hostedConfirmation: { customMessage: 'Thanks' } },
  });
  expect(link.expiresAt).toBe(expiresAt);
  const replaced = await links.change(link.id, {
    customFields: [{ key: 'size', label: 'Size', type: 'TEXT' }],
    afterCompletion: { type: 'redirect', redirect: { url: 'https://shop.example/thanks' } },
  });
  expect(replaced.body.customFields.map(({ key }) => key)).toEqual(['size']);
  expect(replaced.body.afterCompletion).toEqual({ type: 'redirect', redirect: { url: 'https://shop.example/thanks' } });
  const emptied = await links.change(link.id, { customFields: [], expiresAt: null, maxCompletions: null });
  expect(emptied.body).toMatchObject({ customFields: [], expiresAt: null, maxCompletions: null });
});

test('a link as it was read, and an empty body, change nothing and publish nothing', async () => {
  const link = await links.create({
    brandingSettings: { colors: { foreground: '#777777', background: '#888888' } },
    customFields: [{ key: 'note', label: 'Note', type: 'TEXT', text: { defaultValue: 'none' } }],
    expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
  });
  expect(await links.change(link.id, {})).toMatchObject({ status: 200, body: link });
  expect(await links.change(link.id, link)).toMatchObject({ status: 200, body: link });
  expect(await links.eventsOf(link.id)).toHaveLength(1);
});

test('one currency: another one needs all lines and its name', async () => {
  const link = await links.create();
  const dollars = world.siblings.addPrice({ currency: 'USD' });
  const mixed = { lineItems: [{ id: link.lineItems[0]?.id }, { price: dollars.price.id }] };
  expect(await refusal(link.id, mixed)).toEqual({
    status: 400,
    code: 'parameter_invalid',
    param: 'lineItems[1].price',
  });
  const all = { lineItems: [{ price: dollars.price.id }] };
  expect(await refusal(link.id, all)).toEqual({ status: 400, code: 'parameter_invalid', param: 'lineItems[0].price' });
  expect(await refusal(link.id, { currency: 'USD' })).toMatchObject({ code: 'parameter_invalid', param: 'currency' });
  expect((await links.change(link.id, { ...all, currency: 'USD' })).body).toMatchObject({ currency: 'USD' });
});

test.each<[string, object, number, string, string]>([
  ['an end in the past', { expiresAt: '2020-01-01T00:00:00Z' }, 400, 'parameter_invalid', 'expiresAt'],
  ['no lines', { lineItems: [] }, 400, 'parameter_invalid', 'lineItems'],
  ['a line that is not there', { lineItems: [{ id: 'li_none' }] }, 404, 'resource_missing', 'lineItems[0].id'],
  [
    'VAT without a rate',
    { feeConfig: { vatCollectionEnabled: true } },
    400,
    'parameter_invalid',
    'feeConfig.vatCollectionRate',
  ],
  ['a parameter that is none', { slug: 'mine' }, 400, 'parameter_unknown', 'slug'],
])('%s is refused and changes nothing', async (_name, body, status, code, param) => {
  const link = await links.create();
  expect(await refusal(link.id, body)).toEqual({ status, code, param });
  expect(await links.read(link.id)).toEqual(link);
});

test('changes at the same moment all count, one after the other', async () => {
  const link = await links.create();
  const keys = ['a', 'b', 'c', 'd', 'e'];
  await Promise.all(keys.map((key) => links.change(link.id, { metadata: { [key]: 1 } })));
  expect(Object.keys((await links.read(link.id)).metadata).sort()).toEqual(keys);
  expect((await links.eventsOf(link.id)).map(({ version }) => version)).toEqual([1, 2, 3, 4, 5, 6]);
});

/** Sends a change whose preparation waits until others are made. */
const changeAfter = (id: string, body: object, others: object) => {
  let isFirst = true;
  world.siblings.before = async (name) => {
    if (name !== 'getCheckoutPrices' || !isFirst) return;
    isFirst = false;
    expect((await links.change(id, others)).status).toBe(200);
  };
  return refusal(id, body);
};
const conflict = { status: 409, code: 'resource_invalid_state', param: undefined };

test('409 for new lines that were prepared for a link of another currency: it stays that of its prices', async () => {
  const link = await links.create();
  const line = link.lineItems[0]?.id;
  const dollars = world.siblings.addPrice({ currency: 'USD' });
  const lineItems = [{ id: line, price: dollars.price.id }];
  expect(
    await changeAfter(link.id, { lineItems: [{ id: line, quantity: 2 }] }, { lineItems, currency: 'USD' }),
  ).toEqual(conflict);
  expect(await links.read(link.id)).toMatchObject({
    currency: 'USD',
    lineItems: [{ quantity: 1, price: { id: dollars.price.id, currency: 'USD' } }],
  });
});

test('new lines are stored beside a change of what they do not depend on', async () => {
  const link = await links.create();
  const lineItems = [{ id: link.lineItems[0]?.id, quantity: 2 }];
  expect(await changeAfter(link.id, { lineItems }, { metadata: { a: 1 } })).toMatchObject({ status: 200 });
  expect(await links.read(link.id)).toMatchObject({ metadata: { a: 1 }, lineItems: [{ quantity: 2 }] });
});
