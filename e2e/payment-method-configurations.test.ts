import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { CheckoutSession, HostedCheckout, PaymentLink, PaymentMethodConfiguration, Price } from '@mizan/contracts';
import { eventually } from '@mizan/testing';
import { startPlatform, Storefront } from './storefront.test-support.ts';

let shop: Storefront;
let price: Price;
beforeAll(async () => {
  shop = new Storefront(await startPlatform({ MIZAN_RATE_LIMIT: 'off' }));
  ({ price } = await shop.stock(12_500));
});
afterAll(() => shop.world.stop());

const path = '/payment-method-configurations';
const create = () =>
  shop.expect<PaymentMethodConfiguration>(201, 'POST', path, {
    name: 'Cards only',
    paymentMethodTypes: [{ type: 'card', limits: [{ currency: 'EGP', maxTransactionAmount: 50_000 }] }],
  });
const remove = (id: string) => shop.world.api('DELETE', `${path}/${id}`);
const inUse = { status: 409, body: { error: { code: 'configuration_in_use' } } };
const deletable = (id: string) => eventually(async () => expect(await remove(id)).toMatchObject({ status: 200 }));

const ends: [string, number, (session: CheckoutSession) => Promise<unknown>][] = [
  ['is paid', 12_500, (session) => shop.confirm(session)],
  ['is free and complete', 0, (session) => shop.confirm(session)],
  ['is expired', 12_500, ({ id }) => shop.expect(200, 'POST', `/checkout/sessions/${id}/expire`)],
];
test.each(ends)(
  'a configuration stays until the session that uses it %s, and the session shows what it offered for ever',
  async (_how, amount, end) => {
    const { id } = await create();
    const offered = amount === 0 ? (await shop.stock(0)).price : price;
    const session = await shop.openSession(offered, { paymentMethodConfigurationId: id });
    expect(session.paymentMethodTypes).toMatchObject([{ type: 'card', maxTransactionAmount: 50_000 }]);
    expect(await remove(id)).toMatchObject(inUse);
    await end(session);
    await deletable(id);
    expect(await shop.session(session.id)).toMatchObject({
      paymentMethodConfigurationId: id,
      paymentMethodTypes: session.paymentMethodTypes,
    });
  },
);

test('a configuration stays as long as a payment link names it, whose checkouts offer what it enables', async () => {
  const [first, second] = [await create(), await create()];
  const lineItems = [{ price: price.id }];
  const link = await shop.expect<PaymentLink>(201, 'POST', '/payment-links', {
    lineItems,
    paymentMethodConfigurationId: first.id,
  });
  expect(link.paymentMethodConfigurationId).toBe(first.id);
  const { body: shown } = await shop.world.api<HostedCheckout>('GET', `/client/checkout/${link.id}`, undefined, {
    key: null,
  });
  expect(shown.paymentMethodTypes).toMatchObject([{ type: 'card', maxTransactionAmount: 50_000 }]);
  expect(await remove(first.id)).toMatchObject(inUse);

  const change = (body: object) => shop.expect<PaymentLink>(200, 'PATCH', `/payment-links/${link.id}`, body);
  expect(await change({ paymentMethodConfigurationId: second.id })).toMatchObject({
    paymentMethodConfigurationId: second.id,
  });
  await deletable(first.id);
  await shop.expect(404, 'PATCH', `/payment-links/${link.id}`, { paymentMethodConfigurationId: first.id });
  await shop.expect(200, 'POST', '/test-helpers/clock', { advance: '2d' });
  expect(await remove(second.id)).toMatchObject(inUse);
  expect(await change({ paymentMethodConfigurationId: null })).not.toHaveProperty('paymentMethodConfigurationId');
  await deletable(second.id);
});

test('a session that was refused keeps its configuration only until it would have expired', async () => {
  const { id } = await create();
  const lineItems = [{ price: (await shop.stock(60_000)).price.id }]; // more than these cards take
  const body = { lineItems, paymentMethodConfigurationId: id, expiresAfterMinutes: 5 };
  await shop.expect(400, 'POST', '/checkout/sessions', body);
  expect(await remove(id)).toMatchObject(inUse);
  await shop.expect(200, 'POST', '/test-helpers/clock', { advance: '6m' });
  await deletable(id);
});

test('the default configuration decides about sessions that name none, within two seconds of its change', async () => {
  const { data } = await shop.expect<{ data: PaymentMethodConfiguration[] }>(200, 'GET', path);
  const standard = data.find(({ isDefault }) => isDefault);
  const change = (paymentMethodTypes: unknown) =>
    shop.expect(200, 'PATCH', `${path}/${standard?.id}`, { paymentMethodTypes });
  await change([{ type: 'instapay' }, { type: 'card' }]);
  const offered = async (types: readonly string[]) => {
    const session = await shop.openSession(price);
    expect(session.paymentMethodConfigurationId).toBe(standard?.id);
    expect(session.paymentMethodTypes.map(({ type }) => type)).toEqual(types);
  };
  const soonOffered = (types: readonly string[]) => eventually(() => offered(types), { timeoutMs: 2_000 });
  await soonOffered(['instapay', 'card']);
  await change([{ type: 'card' }]);
  await soonOffered(['card']); // by the event of the change: the last answer would be kept for longer
  await change(standard?.paymentMethodTypes);
});
