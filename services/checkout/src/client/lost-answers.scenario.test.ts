import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { Problem } from '@mizan/service-kit';
import { eventually } from '@mizan/testing';
import { startCheckout, type CheckoutWorld } from '../checkout.test-support.ts';
import { attemptUntilOf, endLease } from './leases.test-support.ts';

let world: CheckoutWorld;
beforeAll(async () => {
  world = await startCheckout();
});
afterAll(() => world.stop());
afterEach(() => {
  world.siblings.before = () => {};
  world.siblings.after = () => {};
});

const code = (answer: { status: number; body: { error?: { code: string } } }) => ({
  status: answer.status,
  code: answer.body.error?.code,
});
const stillConfirming = { status: 409, code: 'payment_still_confirming' };
const stocked = (pieces: number) => world.siblings.addPrice({}, {}, pieces).price.id;

test('an answer lost before anything was held leaves the session free', async () => {
  const session = await world.openSession({ lineItems: [{ price: stocked(1) }] });
  world.siblings.after = (name) => {
    if (name === 'resolveCustomer') throw new Problem('request_timeout', 'Too late.');
  };
  expect((await world.confirm(session)).status).toBe(504);
  world.siblings.after = () => {};
  expect((await world.confirm(session)).status).toBe(200);
});

test('stock that was held after the confirm stopped waiting is released by the janitor', async () => {
  const price = stocked(1);
  const session = await world.openSession({ lineItems: [{ price }] });
  let holdLate = () => {};
  world.siblings.before = (name, request) => {
    if (name !== 'holdStock') return;
    world.siblings.before = () => {};
    holdLate = () => world.siblings.hold(request as Parameters<typeof world.siblings.hold>[0]);
    throw new Problem('request_timeout', 'Too late.');
  };
  expect((await world.confirm(session)).status).toBe(504);
  holdLate();
  expect(code(await world.confirm(session))).toEqual(stillConfirming);
  await endLease(world, session.id);
  await eventually(async () => expect(await attemptUntilOf(world, session.id)).toBeNull());
  expect(world.siblings.heldOf(price)).toBe(0);
  expect((await world.confirm(session)).status).toBe(200);
});

test('a retry with the same key goes on when the answer to its hold was lost', async () => {
  const price = stocked(1);
  const session = await world.openSession({ lineItems: [{ price }] });
  world.siblings.after = (name) => {
    if (name === 'holdStock') throw new Problem('request_timeout', 'Too late.');
  };
  expect((await world.confirm(session, undefined, 'hold-lost')).status).toBe(504);
  world.siblings.after = () => {};
  expect((await world.confirm(session, undefined, 'hold-lost')).status).toBe(200);
  expect(world.siblings.heldOf(price)).toBe(1);
});

test('a refused attempt whose stock cannot be released is ended by the janitor, stock first', async () => {
  const price = stocked(1);
  const session = await world.openSession({ lineItems: [{ price }] });
  world.siblings.before = (name) => {
    if (name === 'confirmPayment') throw new Problem('payment_method_mismatch', 'Not a test card.');
    if (name === 'releaseStock') throw new Problem('internal_error', 'Down.', { status: 503 });
  };
  expect(code(await world.confirm(session))).toEqual({ status: 400, code: 'payment_method_mismatch' });
  expect(code(await world.confirm(session))).toEqual(stillConfirming);
  expect(world.siblings.heldOf(price)).toBe(1);
  world.siblings.before = () => {};
  await endLease(world, session.id);
  await eventually(async () => expect(await attemptUntilOf(world, session.id)).toBeNull());
  expect(world.siblings.heldOf(price)).toBe(0);
  expect((await world.confirm(session)).status).toBe(200);
});

test('a payment that was refused outright gives both back', async () => {
  const price = stocked(1);
  const session = await world.openSession({ lineItems: [{ price }] });
  world.siblings.before = (name) => {
    if (name === 'confirmPayment')
      throw new Problem('payment_method_mismatch', 'Not a test card.', { param: 'paymentMethod.card.number' });
  };
  expect(code(await world.confirm(session))).toEqual({ status: 400, code: 'payment_method_mismatch' });
  world.siblings.before = () => {};
  expect((await world.confirm(session)).status).toBe(200);
});

test('once the payment was requested, the session cannot change until the janitor knows the outcome', async () => {
  const price = stocked(1);
  const session = await world.openSession({ lineItems: [{ price }] });
  world.siblings.after = (name) => {
    if (name === 'confirmPayment') throw new Problem('request_timeout', 'Too late.');
  };
  expect((await world.confirm(session)).status).toBe(504);
  world.siblings.after = () => {};
  expect(code(await world.confirm(session))).toEqual(stillConfirming);
  expect(code((await world.change(session, { customerDetails: { name: 'x' } })) as never)).toEqual(stillConfirming);
  expect(code(await world.merchant('POST', `/checkout/sessions/${session.id}/expire`))).toEqual(stillConfirming);

  await endLease(world, session.id);
  await eventually(async () =>
    expect(await world.readSession(session.id)).toMatchObject({ status: 'complete', paymentStatus: 'paid' }),
  );
  expect(world.siblings.heldOf(price)).toBe(1);
});

test('a retry with the same key resumes and learns the outcome of the first', async () => {
  const session = await world.openSession({ lineItems: [{ price: stocked(1) }] });
  world.siblings.after = (name) => {
    if (name === 'confirmPayment') throw new Problem('request_timeout', 'Too late.');
  };
  expect((await world.confirm(session, undefined, 'resume')).status).toBe(504);
  world.siblings.after = () => {};
  const answer = await world.confirm(session, undefined, 'resume');
  expect(answer).toMatchObject({ status: 200, body: { checkoutSession: { status: 'complete' } } });
  expect(world.siblings.heldOf(session.lineItems[0]?.price.id ?? '')).toBe(1);
});

test('services that are overloaded before anything has happened are a 503 with a time to retry', async () => {
  const session = await world.openSession();
  const { price } = world.siblings.addPrice();
  const overloaded = (name: string) => {
    world.siblings.before = (call) => {
      if (call === name) throw new Problem('internal_error', 'Too overloaded.', { status: 503 });
    };
  };
  overloaded('getCheckoutPrices');
  const opening = await world.merchant('POST', '/checkout/sessions', { lineItems: [{ price: price.id }] });
  overloaded('resolveCustomer');
  const confirming = await world.confirm(session);
  world.siblings.before = () => {};
  for (const { status, headers } of [opening, confirming])
    expect([status, headers.get('retry-after')]).toEqual([503, '1']);
  expect((await world.confirm(session)).body.checkoutSession.status).toBe('complete');
});

test('a retry of an abandoned attempt is refused with the advice to start again, and holds nothing', async () => {
  const price = stocked(1);
  const session = await world.openSession({ lineItems: [{ price }] });
  world.siblings.before = (name) => {
    if (name === 'confirmPayment') throw new Problem('internal_error', 'Down.', { status: 503 });
  };
  expect((await world.confirm(session, undefined, 'abandoned')).status).toBe(504); // the sibling's own 503 says nothing about us
  world.siblings.before = () => {};
  await endLease(world, session.id);
  await eventually(async () => expect(await attemptUntilOf(world, session.id)).toBeNull());
  expect(world.siblings.heldOf(price)).toBe(0);
  expect(code(await world.confirm(session, undefined, 'abandoned'))).toEqual({
    status: 409,
    code: 'resource_invalid_state',
  });
  expect(world.siblings.heldOf(price)).toBe(0);
  expect((await world.confirm(session, undefined, 'again')).status).toBe(200);
});
