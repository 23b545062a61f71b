import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { newId, Problem } from '@mizan/service-kit';
import { asInEvents } from '@mizan/testing';
import { card, cards, startCheckout, type CheckoutWorld } from '../checkout.test-support.ts';
import { fingerprintOf } from '../payments.test-support.ts';

let world: CheckoutWorld;
beforeAll(async () => {
  world = await startCheckout();
});
afterAll(() => world.stop());
afterEach(() => {
  world.siblings.before = () => {};
  world.siblings.after = () => {};
  world.siblings.received.length = 0;
});

const code = (answer: { status: number; body: { error?: { code: string } } }) => ({
  status: answer.status,
  code: answer.body.error?.code,
});
const stillConfirming = { status: 409, code: 'payment_still_confirming' };
const stocked = (pieces: number) => world.siblings.addPrice({}, {}, pieces).price.id;

test('a paid session is complete, has its customer and its payment, and publishes one event', async () => {
  const session = await world.openSession({ customerDetails: { name: 'Mona', email: 'mona@example.com' } });
  const answer = await world.confirm(session, { paymentMethod: card(), expectedAmountTotal: 12_500 });
  expect(answer).toMatchObject({
    status: 200,
    body: {
      checkoutSession: { status: 'complete', paymentStatus: 'paid' },
      paymentIntent: { status: 'SUCCEEDED', amount: 12_500 },
    },
  });
  const read = await world.readSession(session.id);
  expect(read).toMatchObject({
    customerId: expect.any(String),
    customer: { email: 'mona@example.com' },
    paymentIntent: { status: 'SUCCEEDED' },
  });
  expect(read.paymentIntent).not.toHaveProperty('checkoutSessionId');
  const events = await world.eventsOf(session.id);
  expect(events.map(({ type, version }) => [type, version])).toEqual([
    ['checkout.session.created', 1],
    ['checkout.session.completed', 2],
  ]);
  expect(events[1]?.object).toEqual(asInEvents(read));
  expect(await world.confirm(session)).toMatchObject({
    status: 409,
    body: { error: { code: 'payment_already_completed' } },
  });
});

test('the buyer sees neither the merchant’s notes nor the stored customer', async () => {
  world.siblings.customers.set('cus_known', {
    id: 'cus_known',
    type: 'registered',
    metadata: { vip: true },
    email: 'secret@example.com',
  });
  const session = await world.openSession({ customerId: 'cus_known', metadata: { margin: 12 } });
  const { body } = await world.confirm(session);
  const seen = JSON.stringify([body, (await world.view(session)).body]);
  for (const hidden of ['margin', 'vip', 'secret@example.com', 'not for buyers', 'merchantMessage', 'feeConfig'])
    expect([hidden, seen.includes(hidden)]).toEqual([hidden, false]);
});

test.each([
  ['a recipient alone: the saved address', { name: 'Hoda' }, { name: 'Hoda', phone: '0100', address: { line1: 'A' } }],
  ['an address: that alone', { address: { line1: 'B' } }, { address: { line1: 'B' } }],
  ['nothing: what is saved', undefined, { name: 'Mona', phone: '0100', address: { line1: 'A' } }],
])(
  'a collected shipping address of a customer with a saved one is paid for when the buyer gives %s',
  async (_given, shipping, paid) => {
    world.siblings.customers.set('cus_shipped', {
      id: 'cus_shipped',
      type: 'registered',
      metadata: {},
      shipping: { name: 'Mona', phone: '0100', address: { line1: 'A' } },
    });
    const requests: unknown[] = [];
    world.siblings.before = (name, request) => {
      if (name === 'resolveCustomer' || name === 'confirmPayment') requests.push(request);
    };
    const session = await world.openSession({ customerId: 'cus_shipped', shippingAddressCollection: true });
    if (shipping) await world.change(session, { customerDetails: { shipping } });
    expect((await world.confirm(session, { paymentMethod: card() })).status).toBe(200);
    expect(requests.map((request) => (request as { shipping: unknown }).shipping)).toEqual([shipping ?? null, paid]);
  },
);

test('the saved address of the buyer of an earlier attempt is not that of the next one', async () => {
  const saved = { name: 'Mona', phone: '0100', address: { line1: 'A' } };
  world.siblings.customers.set('cus_first', {
    id: 'cus_first',
    type: 'registered',
    metadata: {},
    email: 'first@example.com',
    shipping: saved,
  });
  const session = await world.openSession({ shippingAddressCollection: true });
  const shipping = { address: { line1: 'B' } };
  await world.change(session, { customerDetails: { email: 'first@example.com', shipping } });
  expect((await world.confirm(session, { paymentMethod: card('4000000000000002') })).body).toMatchObject({
    checkoutSession: { status: 'open' },
  });
  await world.change(session, {
    customerDetails: { email: 'second@example.com', shipping: { name: 'Hoda', address: null } },
  });
  const { status, body } = await world.confirm(session, { paymentMethod: card() });
  expect([status, body.error?.code, body.error?.param]).toEqual([
    400,
    'parameter_missing',
    'customerDetails.shipping.address',
  ]);
});

test.each([
  ['of a customer who was deleted', true],
  ['that was removed', false],
])('the saved address %s since the checkout was opened is not counted on', async (_which, isDeleted) => {
  const customer = { id: newId('cus'), type: 'registered' as const, metadata: {} };
  const shipping = { name: 'Mona', phone: '0100', address: { line1: 'A' } };
  world.siblings.customers.set(customer.id, { ...customer, shipping });
  const session = await world.openSession({ customerId: customer.id, shippingAddressCollection: true });
  world.siblings.customers.set(customer.id, customer);
  if (isDeleted) world.siblings.customers.delete(customer.id);
  const { status, body } = await world.confirm(session, { paymentMethod: card() });
  expect([status, body.error?.code, body.error?.param]).toEqual([
    400,
    'parameter_missing',
    'customerDetails.shipping.address',
  ]);
});

test('the customer whom the merchant chose is deleted meanwhile: the buyer still pays, known by their details', async () => {
  const customerId = 'cus_deleted';
  world.siblings.customers.set(customerId, { id: customerId, type: 'registered', metadata: {} });
  const session = await world.openSession({ customerId });
  world.siblings.customers.delete(customerId);
  await world.change(session, { customerDetails: { email: 'left@example.com' } });
  expect((await world.confirm(session)).body).toMatchObject({ checkoutSession: { status: 'complete' } });
  const paid = await world.readSession(session.id);
  expect(paid.customer).toMatchObject({ type: 'guest', email: 'left@example.com' });
  expect(paid.customerId).toBe(paid.customer?.id);
});

test('401 invalid_client_secret without the secret of this very session', async () => {
  const [session, other] = [await world.openSession(), await world.openSession()];
  for (const clientSecret of ['', 'wrong', other.clientSecret, session.clientSecret.slice(0, -1)]) {
    const buyer = { id: session.id, clientSecret };
    for (const answer of [await world.view(buyer), await world.change(buyer, {}), await world.confirm(buyer)])
      expect(code(answer as never)).toEqual({ status: 401, code: 'invalid_client_secret' });
  }
});

test('of sixteen confirms that reach the session in one instant exactly one pays, the others must wait', async () => {
  const session = await world.openSession({ lineItems: [{ price: stocked(50) }] });
  const ready = Promise.withResolvers<void>();
  let arrived = 0;
  world.siblings.before = (name) => {
    if (name !== 'resolveCustomer') return;
    if (++arrived === 16) ready.resolve();
    return ready.promise;
  };
  const answers = await Promise.all(Array.from({ length: 16 }, () => world.confirm(session)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const answer of answers.filter(({ status }) => status !== 200))
    expect(['payment_still_confirming', 'payment_already_completed']).toContain(answer.body.error?.code);
  expect(world.siblings.received.filter((name) => name === 'holdStock')).toHaveLength(1);
  expect(world.siblings.received.filter((name) => name === 'confirmPayment')).toHaveLength(1);
  const { rows } = await world
    .db('checkout')
    .query('select attempt from checkout_sessions where id = $1', [session.id]);
  expect(rows).toEqual([{ attempt: 1 }]);
});

test('no refusal mentions a key that the buyer did not send: while another service works on the same, the buyer must wait', async () => {
  const inUse = () => {
    throw new Problem('idempotency_key_in_use', 'The first request with this Idempotency-Key is still running.', {
      status: 409,
    });
  };
  const session = await world.openSession();
  let running = 0;
  world.siblings.before = (name) => {
    if (name === 'resolveCustomer' && ++running > 1) inUse();
  };
  const answers = await Promise.all(Array.from({ length: 10 }, () => world.confirm(session)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const answer of answers.filter(({ status }) => status !== 200))
    expect(['payment_still_confirming', 'payment_already_completed']).toContain(answer.body.error?.code);

  world.siblings.before = (name) => {
    if (name === 'confirmPayment') inUse();
  };
  expect(code(await world.confirm(await world.openSession()))).toEqual(stillConfirming);
  const keyed = await world.openSession();
  const withKey = () => world.confirm(keyed, undefined, 'the-buyers-own');
  expect(code(await withKey())).toEqual({ status: 409, code: 'idempotency_key_in_use' });
  world.siblings.before = () => {};
  expect((await withKey()).body).toMatchObject({ checkoutSession: { status: 'complete' } });
});

test('a retry with the same key gets the first answer and pays nothing again', async () => {
  const session = await world.openSession();
  const first = await world.confirm(session, undefined, 'once');
  const again = await world.confirm(session, undefined, 'once');
  expect(again.body).toEqual(first.body);
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  expect(world.siblings.received.filter((name) => name === 'confirmPayment')).toHaveLength(1);
});

test('buyers’ keys are their own: equal ones of two buyers and of the merchant do not meet', async () => {
  const [one, other] = [await world.openSession(), await world.openSession()];
  const lineItems = [{ price: world.siblings.addPrice().price.id }];
  expect((await world.merchant('POST', '/checkout/sessions', { lineItems }, { idempotencyKey: 'equal' })).status).toBe(
    201,
  );
  for (const session of [one, other]) expect((await world.confirm(session, undefined, 'equal')).status).toBe(200);
});

test('nothing that is stored gives the card number away, not even a hash of the request', async () => {
  const session = await world.openSession();
  const body = {
    paymentMethod: { type: 'card', card: { number: cards.good, expMonth: 12, expYear: 2034, cvc: '917' } },
  };
  await world.confirm(session, body, 'hashed');
  const { rows } = await world.db('checkout').query<{ row: string; fingerprint: Buffer }>(
    `select k::text || coalesce(s::text, '') as row, k.fingerprint from idempotency_keys k, checkout_sessions s
     where k.key like '%hashed' and s.id = $1`,
    [session.id],
  );
  expect(rows[0]?.row).not.toContain(cards.good);
  expect(rows[0]?.row).not.toContain('"cvc"');
  const canonical = `POST /client/checkout/${session.id}/confirm\n{}\n{"paymentMethod":{"card":{"cvc":"917","expMonth":12,"expYear":2034,"number":"${cards.good}"},"type":"card"}}`;
  expect(rows[0]?.fingerprint.equals(createHash('sha256').update(canonical).digest())).toBe(false);
});

test('the buyer is recognized by the card, which payments describes without charging it', async () => {
  const resolved: unknown[] = [];
  world.siblings.before = (name, request) => {
    if (name === 'resolveCustomer') resolved.push(request);
  };
  await world.confirm(await world.openSession(), { paymentMethod: card(cards.foreign) });
  expect(resolved).toEqual([
    expect.objectContaining({ cardFingerprint: fingerprintOf(cards.foreign), earlierGuestId: null }),
  ]);
  expect(JSON.stringify(resolved)).not.toContain(cards.foreign);
  expect(world.siblings.received.filter((name) => name === 'describePaymentMethod')).toHaveLength(1);
});

test('the card is described by payments only where that decides something', async () => {
  world.siblings.customers.set('cus_chosen', { id: 'cus_chosen', type: 'registered', metadata: {} });
  await world.confirm(await world.openSession({ customerId: 'cus_chosen' }));
  const { price } = world.siblings.addPrice({ unitAmount: 0 });
  await world.confirm(await world.openSession({ lineItems: [{ price: price.id }] }));
  expect(world.siblings.received).toContain('resolveCustomer');
  expect(world.siblings.received).not.toContain('describePaymentMethod');
});

test('a card that payments refuses ends the confirm before anything is held or a customer is created', async () => {
  const session = await world.openSession({ lineItems: [{ price: stocked(1) }] });
  world.siblings.before = (name) => {
    if (name === 'describePaymentMethod') throw new Problem('payment_method_mismatch', 'No test card.');
  };
  expect(code(await world.confirm(session))).toEqual({ status: 400, code: 'payment_method_mismatch' });
  expect(world.siblings.received).not.toContain('resolveCustomer');
  expect(world.siblings.received).not.toContain('holdStock');
  world.siblings.before = () => {};
  expect((await world.confirm(session)).status).toBe(200);
});

test('a decline leaves the session open, releases the stock at once, and the second try gets the last piece', async () => {
  const price = stocked(1);
  const session = await world.openSession({ lineItems: [{ price }] });
  const declined = await world.confirm(session, { paymentMethod: card(cards.declined) });
  expect(declined).toMatchObject({
    status: 200,
    body: {
      checkoutSession: { status: 'open' },
      paymentIntent: { status: 'REQUIRES_PAYMENT_METHOD', lastPaymentError: { code: 'card_declined' } },
    },
  });
  expect(world.siblings.heldOf(price)).toBe(0);
  expect(await world.confirm(session)).toMatchObject({
    status: 200,
    body: { checkoutSession: { status: 'complete' } },
  });
  expect(world.siblings.heldOf(price)).toBe(1);
});

test('409 price_sold_out when another buyer got the last piece, and the session can be tried again', async () => {
  const { price } = world.siblings.addPrice({}, {}, 1);
  const [mine, theirs] = [
    await world.openSession({ lineItems: [{ price: price.id }] }),
    await world.openSession({ lineItems: [{ price: price.id }] }),
  ];
  await world.confirm(theirs);
  expect(code(await world.confirm(mine))).toEqual({ status: 409, code: 'price_sold_out' });
  expect(world.siblings.paymentOf(mine.id).paymentIntent).toBeNull();
  world.siblings.holds.clear();
  expect((await world.confirm(mine)).status).toBe(200);
});

test('a free order completes without a payment and keeps its hold for the catalog', async () => {
  const { price } = world.siblings.addPrice({ unitAmount: 0 }, {}, 3);
  const session = await world.openSession({ lineItems: [{ price: price.id, quantity: 2 }] });
  const answer = await world.confirm(session, {});
  expect(answer).toMatchObject({
    status: 200,
    body: { checkoutSession: { status: 'complete', paymentStatus: 'no_payment_required' }, paymentIntent: null },
  });
  expect(world.siblings.heldOf(price.id)).toBe(2);
  expect(world.siblings.received).not.toContain('confirmPayment');
  expect(await world.readSession(session.id)).toMatchObject({ customerId: expect.any(String) });
  expect(code(await world.confirm(session, {}))).toEqual({ status: 409, code: 'payment_already_completed' });
});

test('a bank that wants to see the buyer keeps the session open and held', async () => {
  const session = await world.openSession();
  const answer = await world.confirm(session, { paymentMethod: card(cards.threeDSecure) });
  expect(answer.body.paymentIntent?.nextAction?.redirectToUrl.returnUrl).toMatch(
    new RegExp(`/c/${session.id}\\?returned=1$`),
  );
  expect(answer.body.checkoutSession.status).toBe('open');
  expect(code(await world.confirm(session))).toEqual(stillConfirming);
});

test('a buyer who gives nothing to be recognized by stays one guest over several tries, unless that guest is deleted', async () => {
  const session = await world.openSession();
  const guests: (string | undefined)[] = [];
  for (const isDeleted of [false, true, false]) {
    await world.confirm(session, { paymentMethod: card(cards.declined) });
    const { customerId } = await world.readSession(session.id);
    guests.push(customerId);
    if (isDeleted) world.siblings.customers.delete(customerId ?? '');
  }
  expect(guests[0]).toBe(guests[1]);
  expect(guests[2]).not.toBe(guests[1]);
});
