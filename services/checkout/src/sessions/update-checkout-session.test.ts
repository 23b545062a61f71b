import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { CheckoutSession } from '@mizan/contracts';
import { eventually } from '@mizan/testing';
import { startCheckout, type CheckoutWorld } from '../checkout.test-support.ts';

let world: CheckoutWorld;
beforeAll(async () => {
  world = await startCheckout();
});
afterAll(() => world.stop());

type Patched = CheckoutSession & { error?: { code: string; param?: string } };
const change = (id: string, body: unknown) => world.merchant<Patched>('PATCH', `/checkout/sessions/${id}`, body);
const refusalOf = async (id: string, body: unknown) => {
  const answer = await change(id, body);
  return { status: answer.status, code: answer.body.error?.code, param: answer.body.error?.param };
};

test('what is named changes, what is left out stays, and GET shows the same', async () => {
  const session = await world.openSession({ metadata: { a: 1, b: 2 }, cancelUrl: 'https://shop.example/cart' });
  const body = {
    customerDetails: { name: 'Mona', email: 'mona@example.com' },
    customerCreation: 'always',
    customerUpdate: { address: 'auto' },
    afterCompletion: { type: 'redirect', redirect: { url: 'https://shop.example/thanks' } },
    locale: 'ar-EG',
    customFields: [{ key: 'note', label: 'Note', type: 'TEXT' }],
    nameCollection: true,
    phoneNumberCollection: true,
    brandingSettings: { colors: { foreground: '#777777', background: '#888888' } },
    paymentMethodTypes: ['card'],
    paymentIntentData: { description: 'Order 7', metadata: { order: '7' } },
  };
  const answer = await change(session.id, { ...body, metadata: { b: null, c: true } });
  expect(answer).toMatchObject({
    status: 200,
    body: {
      cancelUrl: 'https://shop.example/cart',
      billingAddressCollection: false,
      customerDetails: body.customerDetails,
      customerCreation: 'always',
      customerUpdate: { address: 'auto' },
      afterCompletion: body.afterCompletion,
      locale: 'ar-EG',
      customFields: [{ key: 'note', text: { value: null } }],
      nameCollection: true,
      brandingSettings: { warnings: [expect.stringContaining('contrast')] },
      paymentMethodTypes: [{ type: 'card' }],
      amountTotal: session.amountTotal,
    },
  });
  expect(answer.body.metadata).toEqual({ a: 1, c: true });
  expect(await world.readSession(session.id)).toEqual(answer.body);
  const cleared = await change(session.id, { cancelUrl: null, brandingSettings: null, metadata: null });
  expect(cleared.body).not.toHaveProperty('cancelUrl');
  expect(cleared.body).toMatchObject({ brandingSettings: {}, metadata: {} });
  expect(await world.eventsOf(session.id)).toHaveLength(1);
});

test('two changes at once leave no session that nothing can pay: the later one is refused', async () => {
  const { id } = await world.openSession();
  const holder = await world.db('checkout').connect();
  await holder.query('begin');
  await holder.query('select 1 from checkout_sessions where id = $1 for update', [id]);
  const changes = [change(id, { captureMethod: 'manual' }), change(id, { paymentMethodTypes: ['fawry'] })];
  await eventually(async () => {
    const { rows } = await world.db('checkout').query(`select 1 from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock' and query like '%checkout_sessions%'`);
    expect(rows).toHaveLength(2);
  });
  await holder.query('rollback');
  holder.release();
  const answers = await Promise.all(changes);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
});

test('an empty body, and the session as it was read, change nothing', async () => {
  const { price } = world.siblings.addPrice({}, {}, 3);
  const session = await world.openSession({
    lineItems: [{ price: price.id, quantity: 2, adjustableQuantity: { enabled: true } }],
    customFields: [
      { key: 'note', label: 'Note', type: 'TEXT' },
      { key: 'size', label: 'Size', type: 'DROPDOWN', dropdownOptions: [{ label: 'S', value: 's' }] },
    ],
    brandingSettings: { colors: { foreground: '#777777', background: '#888888' } },
  });
  await world.change(session, {
    customFields: [{ key: 'note', text: { value: 'Ring twice' } }],
    customerDetails: { email: 'mona@example.com' },
  });
  const read = await world.readSession(session.id);
  expect(await change(session.id, {})).toMatchObject({ status: 200, body: read });
  expect(await change(session.id, read)).toMatchObject({ status: 200, body: read });
  expect(await change(session.id, { expiresAfterMinutes: 1440 })).toMatchObject({ status: 200 });
});

test('new lines replace the old ones: those with an id keep it, its price and its quantity', async () => {
  const [soap, oil, mug] = [1_000, 2_000, 3_000].map((unitAmount) => world.siblings.addPrice({ unitAmount }));
  const session = await world.openSession({
    lineItems: [
      { price: soap?.price.id, quantity: 2 },
      { price: oil?.price.id, quantity: 3 },
    ],
  });
  const [first, second] = session.lineItems.map(({ id }) => id);
  const { body } = await change(session.id, {
    lineItems: [
      { price: mug?.price.id },
      { id: second },
      { id: first, quantity: 5 },
      { priceData: { currency: 'EGP', unitAmount: 400, productData: { name: 'Gift wrap' } } },
    ],
  });
  expect(body).toMatchObject({
    amountSubtotal: 14_400,
    amountTotal: 14_400,
    lineItems: [
      { price: { id: mug?.price.id }, quantity: 1, amountTotal: 3_000 },
      { id: second, price: { id: oil?.price.id }, quantity: 3, amountTotal: 6_000 },
      { id: first, price: { id: soap?.price.id }, quantity: 5, amountTotal: 5_000 },
      { description: 'Gift wrap', amountTotal: 400 },
    ],
  });
  const swapped = await change(session.id, { lineItems: [{ id: first, price: mug?.price.id }] });
  expect(swapped.body).toMatchObject({ amountTotal: 15_000, lineItems: [{ id: first, quantity: 5 }] });
  expect(await world.readSession(session.id)).toEqual(swapped.body);
});

test('a line that stays can be kept although its price has left the shop since; a new one cannot', async () => {
  const soap = world.siblings.addPrice({}, {}, 5);
  const session = await world.openSession({ lineItems: [{ price: soap.price.id, quantity: 2 }] });
  world.siblings.prices.set(soap.price.id, { ...soap, price: { ...soap.price, active: false }, available: 0 });
  const [line] = session.lineItems;
  expect((await change(session.id, { lineItems: [{ id: line?.id }] })).status).toBe(200);
  expect(await refusalOf(session.id, { lineItems: [{ id: line?.id, quantity: 3 }] })).toMatchObject({
    status: 409,
    code: 'price_sold_out',
  });
  const other = await world.openSession();
  expect(await refusalOf(other.id, { lineItems: [{ price: soap.price.id }] })).toMatchObject({
    code: 'price_inactive',
  });
});

test('a custom field that does not change keeps its answer, and another starts empty', async () => {
  const note = { key: 'note', label: 'Note', type: 'TEXT' };
  const session = await world.openSession({ customFields: [note, { key: 'size', label: 'Size', type: 'TEXT' }] });
  await world.change(session, {
    customFields: [
      { key: 'note', text: { value: 'Ring twice' } },
      { key: 'size', text: { value: 'L' } },
    ],
  });
  const { body } = await change(session.id, {
    customFields: [note, { key: 'size', label: 'Shoe size', type: 'TEXT' }],
  });
  expect(body.customFields.map(({ text }) => text?.value)).toEqual(['Ring twice', null]);
  expect((await change(session.id, { customFields: [] })).body.customFields).toEqual([]);
});
