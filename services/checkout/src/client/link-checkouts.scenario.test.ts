import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import type { ConfirmedCheckout } from '@mizan/contracts';
import { asInEvents } from '@mizan/testing';
import { Problem } from '@mizan/service-kit';
import { card, cards, startCheckout, type CheckoutWorld } from '../checkout.test-support.ts';
import { linksOf, type Links } from '../payment-links/payment-links.test-support.ts';
import { linkBuyers, slugOf, type LinkBuyers } from './link-buyers.test-support.ts';

let world: CheckoutWorld;
let links: Links;
let buyers: LinkBuyers;
beforeAll(async () => {
  world = await startCheckout();
  links = linksOf(world);
  buyers = linkBuyers(world);
});
afterAll(() => world.stop());
afterEach(() => {
  world.siblings.before = world.siblings.after = () => {};
});

test('a link is seen by its id or its slug without a secret, as a checkout without an id; seeing it makes nothing', async () => {
  const { price } = world.siblings.addPrice({ unitAmount: 1_000 }, {}, 3);
  const link = await links.create({ lineItems: [{ price: price.id, quantity: 2 }], metadata: { margin: 'thirty' } });
  const bySlug = await buyers.view(slugOf(link));
  expect(bySlug).toMatchObject({
    status: 200,
    body: {
      object: 'checkout.session',
      status: 'open',
      isExpired: false,
      amountTotal: 2_000,
      url: link.url,
      paymentLinkId: link.id,
      merchantName: 'Nile Soap House',
      lineItems: [{ id: link.lineItems[0]?.id, quantity: 2, availability: 'low_stock' }],
      paymentMethodTypes: expect.arrayContaining([expect.objectContaining({ type: 'card' })]),
    },
  });
  for (const hidden of ['id', 'clientSecret', 'metadata']) expect(bySlug.body).not.toHaveProperty(hidden);
  expect(JSON.stringify(bySlug.body)).not.toMatch(/_secret_|thirty|not for buyers/);
  expect((await buyers.view(link.id)).body.lineItems).toEqual(bySlug.body.lineItems);
  expect(await buyers.sessionsOf(link)).toEqual([]);
});

test('the first change opens a session with everything of the link, and answers its id and secret', async () => {
  const { price } = world.siblings.addPrice({ unitAmount: 1_000 });
  const link = await links.create({
    lineItems: [{ price: price.id, adjustableQuantity: { enabled: true } }],
    submitType: 'BOOK',
    customerCreation: 'always',
    afterCompletion: { type: 'redirect', redirect: { url: 'https://shop.example/thanks' } },
    customFields: [{ key: 'note', label: 'Note', type: 'TEXT', text: { defaultValue: 'none' } }],
    brandingSettings: { colorMode: 'dark', colors: { foreground: '#777777', background: '#888888' } },
    metadata: { campaign: 'ramadan' },
    phoneNumberCollection: true,
  });
  const line = link.lineItems[0]?.id;
  const { status, body } = await buyers.change(slugOf(link), { lineItems: [{ id: line, quantity: 3 }] });
  expect({ status, amountTotal: body.amountTotal }).toEqual({ status: 200, amountTotal: 3_000 });
  const session = await world.readSession(body.id ?? '');
  expect(session).toMatchObject({
    status: 'open',
    uiMode: 'hosted',
    clientSecret: body.clientSecret,
    paymentLinkId: link.id,
    amountTotal: 3_000,
    submitType: link.submitType,
    customerCreation: link.customerCreation,
    afterCompletion: link.afterCompletion,
    customFields: link.customFields,
    brandingSettings: link.brandingSettings,
    metadata: link.metadata,
    phoneNumberCollection: true,
    lineItems: [{ id: line, quantity: 3 }],
  });
  expect(await world.eventsOf(session.id)).toMatchObject([
    { type: 'checkout.session.created', version: 1, object: asInEvents(session) },
  ]);
  expect((await world.view(session)).body.id).toBe(session.id);
  expect((await buyers.view(session.id)).body.error?.code).toBe('invalid_client_secret');
  expect((await links.read(link.id)).lineItems[0]?.quantity).toBe(1);
});

test('every buyer gets a session of their own; a repeat with the same key gets the same one', async () => {
  const link = await links.create();
  const [one, other] = [await buyers.open(link), await buyers.open(link)];
  expect(other.id).not.toBe(one.id);
  const [first, again] = await Promise.all([
    buyers.change(slugOf(link), {}, 'a-random-key-of-this-buyer'),
    buyers.change(slugOf(link), {}, 'a-random-key-of-this-buyer'),
  ]);
  const repeated = await buyers.change(slugOf(link), {}, 'a-random-key-of-this-buyer');
  const ids = [first, again, repeated].flatMap(({ status, body }) => (status === 200 ? [body.id] : []));
  expect(new Set(ids).size).toBe(1);
  expect(await buyers.sessionsOf(link)).toHaveLength(3);
});

test('no buyer finds or blocks what another one did at a link under an equal key', async () => {
  const link = await links.create();
  const browser = world.buyerClient('checkout');
  const change = (body: object, ip: string) =>
    browser<{ id: string }>('PATCH', `/client/checkout/${slugOf(link)}`, body, {
      idempotencyKey: '1',
      headers: { 'x-client-ip': ip },
    });
  const opened = await Promise.all(['192.0.2.1', '192.0.2.2', '2001:db8::1'].map((ip) => change({}, ip)));
  expect(opened.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(new Set(opened.map(({ body }) => body.id)).size).toBe(3);
  expect((await change({}, '2001:db8::2')).body.id).toBe(opened[2]?.body.id);

  const pay = (number: string, ip: string) =>
    browser<ConfirmedCheckout>(
      'POST',
      `/client/checkout/${slugOf(link)}/confirm`,
      { paymentMethod: card(number) },
      { idempotencyKey: '1', headers: { 'x-client-ip': ip } },
    );
  const first = await pay(cards.good, '192.0.2.1');
  const other = await pay('5555555555554444', '192.0.2.1');
  expect([first.status, other.status]).toEqual([200, 200]);
  expect(other.body.checkoutSession.id).not.toBe(first.body.checkoutSession.id);
  expect((await pay(cards.good, '198.51.100.7')).body).toEqual(first.body); // the buyer has left the Wi-Fi
});

test('payments learns at which link, from which network and from where a confirm is', async () => {
  const link = await links.create();
  const seen: unknown[] = [];
  world.siblings.before = (name, request) => {
    if (name !== 'confirmPayment') return;
    const { link, geocoding } = request as { link?: unknown; geocoding?: unknown };
    seen.push([link, geocoding]);
  };
  const confirm = (path: string, headers: Record<string, string>) =>
    world.buyerClient('checkout')('POST', path, { paymentMethod: card() }, { headers });
  const place = { country: 'EG', city: 'القاهرة' };
  await confirm(`/client/checkout/${slugOf(link)}/confirm`, {
    'x-client-ip': '2001:db8::7',
    'x-client-place': encodeURIComponent(JSON.stringify(place)),
  });
  const session = await world.openSession();
  await confirm(`/client/checkout/${session.id}/confirm`, {
    'x-client-ip': '192.0.2.1',
    'client-secret': session.clientSecret ?? '',
  });
  expect(seen).toEqual([
    [{ paymentLinkId: link.id, network: '2001:db8:0:0::/64' }, place],
    [undefined, null],
  ]);
});

test('a confirm without a change before opens the session and pays it; a repeat with the same key pays once', async () => {
  const link = await links.create();
  const first = await buyers.confirm(link.id, { paymentMethod: card(), expectedAmountTotal: 12_500 }, 'pay-once');
  expect(first).toMatchObject({
    status: 200,
    body: { checkoutSession: { status: 'complete', paymentStatus: 'paid' }, paymentIntent: { status: 'SUCCEEDED' } },
  });
  const { id = '', clientSecret } = first.body.checkoutSession;
  expect((await world.readSession(id)).clientSecret).toBe(clientSecret);
  expect(
    (await buyers.confirm(link.id, { paymentMethod: card(), expectedAmountTotal: 12_500 }, 'pay-once')).body,
  ).toEqual(first.body);
  expect(await buyers.sessionsOf(link)).toHaveLength(1);
  expect((await world.eventsOf(id)).map(({ type }) => type)).toEqual([
    'checkout.session.created',
    'checkout.session.completed',
  ]);
});

test('killed after the payment took effect: the same confirm then answers the session it paid, and pays once', async () => {
  const link = await links.create();
  const child = await world.replica('checkout').spawn();
  world.siblings.after = async (name) => {
    if (name !== 'confirmPayment') return;
    world.siblings.after = () => {};
    child.kill('SIGKILL');
    await child.ended;
  };
  await expect(buyers.confirm(link.id, undefined, 'the-key')).rejects.toThrow();
  await world.replica('checkout').stop();
  await world.replica('checkout').start();
  await world
    .db('checkout')
    .query(`update idempotency_keys set locked_until = now() - interval '1 s' where state <> 'finished'`);
  const answer = await buyers.confirm(link.id, undefined, 'the-key');
  expect(answer).toMatchObject({ status: 200, body: { checkoutSession: { status: 'complete' } } });
  const [session] = await buyers.sessionsOf(link);
  expect(answer.body.checkoutSession).toMatchObject({ id: session?.id, clientSecret: session?.clientSecret });
  expect(await buyers.sessionsOf(link)).toHaveLength(1);
});

test('a refused first change opens nothing', async () => {
  const { price } = world.siblings.addPrice({}, {}, 1);
  const link = await links.create({
    lineItems: [{ price: price.id, adjustableQuantity: { enabled: true } }],
    customFields: [{ key: 'code', label: 'Code', type: 'NUMERIC' }],
  });
  const line = { id: link.lineItems[0]?.id, quantity: 2 };
  expect((await buyers.change(link.id, { lineItems: [line] })).body.error?.code).toBe('price_sold_out');
  const wrong = { customFields: [{ key: 'code', numeric: { value: 'x' } }] };
  expect((await buyers.change(link.id, wrong)).body.error?.code).toBe('validation_error');
  expect((await buyers.confirm(link.id, { paymentMethod: card(), expectedAmountTotal: 1 })).status).toBe(409);
  expect(await buyers.sessionsOf(link)).toEqual([]);
});

test('a link that passes the fee on shows the total of a confirm without a change, and a change first makes it succeed', async () => {
  const { price } = world.siblings.addPrice({ unitAmount: 100_000 });
  const link = await links.create({ lineItems: [{ price: price.id }], feeConfig: { feesPassThrough: true } });
  const expectedAmountTotal = (await buyers.view(link.id)).body.amountTotal;
  const refused = await buyers.confirm(link.id, { paymentMethod: card(), expectedAmountTotal });
  expect(refused).toMatchObject({
    status: 409,
    body: { error: { code: 'resource_invalid_state', param: 'expectedAmountTotal' } },
  });
  expect(JSON.stringify(refused.body)).toContain('The total is 103590 in the smallest unit of EGP.');
  expect(await buyers.sessionsOf(link)).toEqual([]);
  const { body: opened } = await buyers.change(link.id, { paymentMethodType: 'card' });
  expect(opened.amountTotal).toBe(103_590);
  const own = { id: opened.id ?? '', clientSecret: opened.clientSecret ?? '' };
  const paid = await world.confirm(own, { paymentMethod: card(), expectedAmountTotal: opened.amountTotal });
  expect(paid.body).toMatchObject({ checkoutSession: { status: 'complete', amountTotal: 103_590 } });
});

test('a buyer who saw a link in one currency does not pay the same number in another', async () => {
  const link = await links.create();
  const { currency: expectedCurrency, amountTotal: expectedAmountTotal } = (await buyers.view(link.id)).body;
  const { price } = world.siblings.addPrice({ currency: 'USD', unitAmount: expectedAmountTotal });
  await links.change(link.id, { lineItems: [{ price: price.id }], currency: 'USD' });
  const body = { paymentMethod: card(), expectedAmountTotal };
  expect(await buyers.confirm(link.id, { ...body, expectedCurrency })).toMatchObject({
    status: 409,
    body: { error: { code: 'resource_invalid_state', param: 'expectedCurrency' } },
  });
  expect(await buyers.sessionsOf(link)).toEqual([]);
  const paid = await buyers.confirm(link.id, { ...body, expectedCurrency: 'USD' });
  expect(paid.body.checkoutSession).toMatchObject({ paymentStatus: 'paid', currency: 'USD' });
});

test('a change of the link while a request is prepared: the buyer must look again, and no session is opened', async () => {
  const link = await links.create();
  let isChanged = false;
  world.siblings.before = async (name) => {
    if (name !== 'resolveCustomer' || isChanged) return;
    isChanged = true;
    await links.change(link.id, { metadata: { changed: true } });
  };
  expect(await buyers.confirm(link.id)).toMatchObject({
    status: 409,
    body: { error: { code: 'resource_invalid_state' } },
  });
  expect(await buyers.sessionsOf(link)).toEqual([]);
});

test('what is no longer on sale is shown as such and opens no session; without the catalog the page still shows it', async () => {
  const offer = world.siblings.addPrice();
  const link = await links.create({ lineItems: [{ price: offer.price.id }] });
  world.siblings.prices.set(offer.price.id, { ...offer, price: { ...offer.price, active: false } });
  expect((await buyers.view(link.id)).body.lineItems[0]?.availability).toBe('inactive');
  expect((await buyers.change(link.id, {})).body.error?.code).toBe('price_inactive');
  world.siblings.before = (name) => {
    if (name === 'getCheckoutPrices') throw new Problem('internal_error', 'Down.', { status: 503 });
  };
  expect(await buyers.view(link.id)).toMatchObject({ status: 200, body: { amountTotal: 12_500 } });
  expect((await buyers.change(link.id, {})).status).toBeGreaterThanOrEqual(500);
});
