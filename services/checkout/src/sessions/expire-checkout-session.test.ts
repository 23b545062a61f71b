import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import type { CheckoutSession } from '@mizan/contracts';
import { Problem } from '@mizan/service-kit';
import { asInEvents, eventually } from '@mizan/testing';
import { card, cards, startCheckout, type CheckoutWorld } from '../checkout.test-support.ts';

let world: CheckoutWorld;
beforeAll(async () => {
  world = await startCheckout();
});
afterAll(() => world.stop());
afterEach(() => {
  world.siblings.before = () => {};
});

const expire = (id: string) => world.merchant<CheckoutSession>('POST', `/checkout/sessions/${id}/expire`);
const age = (id: string, interval: string) =>
  world
    .db('checkout')
    .query(`update checkout_sessions set expires_at = now() - $2::interval, expiry_retry_at = null where id = $1`, [
      id,
      interval,
    ]);
const typesOf = async (id: string) => (await world.eventsOf(id)).map(({ type }) => type);

test('an open session expires, publishes that once, and cannot be paid', async () => {
  const session = await world.openSession();
  const answer = await expire(session.id);
  expect(answer).toMatchObject({ status: 200, body: { status: 'expired', isExpired: true, paymentStatus: 'unpaid' } });
  expect(await expire(session.id)).toMatchObject({ status: 409, body: { error: { code: 'resource_invalid_state' } } });
  expect(await world.confirm(session)).toMatchObject({
    status: 409,
    body: { error: { code: 'checkout_session_expired' } },
  });
  const events = await world.eventsOf(session.id);
  expect(events.map(({ type, version }) => [type, version])).toEqual([
    ['checkout.session.created', 1],
    ['checkout.session.expired', 2],
  ]);
  expect(events[1]?.object).toEqual(asInEvents(await world.readSession(session.id)));
});

test('a complete session cannot expire', async () => {
  const session = await world.openSession();
  await world.confirm(session);
  expect(await expire(session.id)).toMatchObject({ status: 409, body: { error: { code: 'resource_invalid_state' } } });
});

test('a payment that waits for the buyer is cancelled before the session expires', async () => {
  const session = await world.openSession();
  await world.confirm(session, { paymentMethod: card(cards.threeDSecure) });
  const answer = await expire(session.id);
  expect(answer).toMatchObject({ status: 200, body: { status: 'expired', paymentIntent: { status: 'CANCELED' } } });
  expect(world.siblings.paymentOf(session.id).paymentIntent?.status).toBe('CANCELED');
});

test('409 payment_still_confirming while the outcome of the payment is unknown, and the session stays open', async () => {
  const session = await world.openSession();
  await world.confirm(session, { paymentMethod: card(cards.lostAnswer) });
  expect(await expire(session.id)).toMatchObject({
    status: 409,
    body: { error: { code: 'payment_still_confirming' } },
  });
  expect(await world.readSession(session.id)).toMatchObject({ status: 'open' });
});

test('a payment that succeeds just before it could be cancelled wins: the session can still complete', async () => {
  const session = await world.openSession();
  await world.confirm(session, { paymentMethod: card(cards.threeDSecure) });
  world.siblings.before = (name) => {
    if (name === 'cancelSessionPayment') world.siblings.move(session.id, { status: 'SUCCEEDED' });
  };
  expect(await expire(session.id)).toMatchObject({ status: 409, body: { error: { code: 'resource_invalid_state' } } });
  expect(await world.readSession(session.id)).toMatchObject({ status: 'open' });
  expect(await typesOf(session.id)).toEqual(['checkout.session.created']);
});

test('when payments does not answer the session cannot be paid, and the janitor completes the expiry', async () => {
  const session = await world.openSession();
  await world.confirm(session, { paymentMethod: card(cards.declined) });
  world.siblings.before = (name) => {
    if (name === 'cancelSessionPayment') throw new Problem('request_timeout', 'Too late.');
  };
  expect((await expire(session.id)).status).toBe(504);
  expect(await world.readSession(session.id)).toMatchObject({ status: 'open' });
  expect(await world.confirm(session)).toMatchObject({
    status: 409,
    body: { error: { code: 'payment_still_confirming' } },
  });

  world.siblings.before = () => {};
  await world
    .db('checkout')
    .query(`update checkout_sessions set attempt_until = now() - interval '1 s' where id = $1`, [session.id]);
  await restart();
  await eventually(async () => expect(await world.readSession(session.id)).toMatchObject({ status: 'expired' }));
  expect(world.siblings.paymentOf(session.id).paymentIntent?.status).toBe('CANCELED');
  expect((await world.view(session)).body).not.toMatchObject({ recoveryUrl: expect.any(String) });
});

test('a session past its time expires when it is read, by merchant or buyer', async () => {
  const [read, opened] = [await world.openSession(), await world.openSession()];
  await Promise.all([age(read.id, '1 s'), age(opened.id, '1 s')]);
  expect(await world.readSession(read.id)).toMatchObject({ status: 'expired', isExpired: true });
  expect((await world.view(opened)).body).toMatchObject({ status: 'expired', isExpired: true });
  expect(await typesOf(read.id)).toEqual(['checkout.session.created', 'checkout.session.expired']);
  expect(await typesOf(opened.id)).toEqual(['checkout.session.created', 'checkout.session.expired']);
});

test('a session past its time cannot be expired any more, even before it was expired by the job', async () => {
  const session = await world.openSession();
  await age(session.id, '1 second');
  expect(await expire(session.id)).toMatchObject({ status: 409, body: { error: { code: 'resource_invalid_state' } } });
  expect((await world.readSession(session.id)).recoveryUrl).toContain(`/c/${session.id}/recover`);
});

test('the job expires sessions that no one reads, and one that cannot expire does not hold up the others', async () => {
  const [plain, declined, stuck, doubtful] = [
    await world.openSession(),
    await world.openSession(),
    await world.openSession(),
    await world.openSession(),
  ];
  await world.confirm(declined, { paymentMethod: card(cards.declined) });
  await world.confirm(stuck, { paymentMethod: card(cards.threeDSecure) });
  await world.confirm(doubtful, { paymentMethod: card(cards.lostAnswer) });
  world.siblings.before = (name, request) => {
    const { checkoutSessionId } = request as { checkoutSessionId?: string };
    if (name === 'cancelSessionPayment' && checkoutSessionId === stuck.id)
      throw new Problem('internal_error', 'Down.', { status: 503 });
  };
  for (const { id } of [stuck, doubtful, declined, plain]) await age(id, '1 s');
  await restart();
  await eventually(async () => {
    expect(await typesOf(plain.id)).toContain('checkout.session.expired');
    expect(await typesOf(declined.id)).toContain('checkout.session.expired');
  });
  expect(world.siblings.paymentOf(declined.id).paymentIntent?.status).toBe('CANCELED');
  expect(await world.readSession(stuck.id)).toMatchObject({ status: 'open', isExpired: true });
  expect(await world.readSession(doubtful.id)).toMatchObject({ status: 'open', isExpired: true });

  await age(doubtful.id, '61 min');
  await restart();
  await eventually(async () => expect(await world.readSession(doubtful.id)).toMatchObject({ status: 'expired' }));
});

/** Jobs run when a service starts, and then only every few seconds. */
async function restart(): Promise<void> {
  await world.replica('checkout').stop();
  await world.replica('checkout').start();
}
