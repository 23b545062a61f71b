import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { Problem } from '@mizan/service-kit';
import { eventually } from '@mizan/testing';
import { card, cards, startCheckout, type CheckoutWorld } from '../checkout.test-support.ts';
import { attemptUntilOf, callJanitor, endLease, letLapse } from './leases.test-support.ts';

let world: CheckoutWorld;
beforeAll(async () => {
  world = await startCheckout();
});
afterAll(() => world.stop());
afterEach(() => {
  world.siblings.before = () => {};
  world.siblings.after = () => {};
});

type CallName = Parameters<CheckoutWorld['siblings']['before']>[0];
const sessionOf = (request: unknown) => (request as { checkoutSessionId?: string }).checkoutSessionId;

/** A session of one piece whose confirm under the key of its id got no answer from `lost`, which never received it. */
async function loseConfirm(lost: CallName = 'confirmPayment') {
  const price = world.siblings.addPrice({}, {}, 1).price.id;
  const session = await world.openSession({ lineItems: [{ price }] });
  world.siblings.before = (name) => {
    if (name === lost) throw new Problem('request_timeout', 'Too late.');
  };
  expect((await world.confirm(session, undefined, session.id)).status).toBe(504);
  world.siblings.before = () => {};
  return { session, price };
}

test('a confirm that is resumed while the janitor ends its attempt moves no money', async () => {
  const { session, price } = await loseConfirm();
  let resumed: Awaited<ReturnType<typeof world.confirm>> | undefined;
  world.siblings.before = async (name, request) => {
    if (name !== 'closeAttempt' || sessionOf(request) !== session.id) return;
    resumed = await world.confirm(session, undefined, session.id);
  };
  await endLease(world, session.id);
  await eventually(async () => expect(await attemptUntilOf(world, session.id)).toBeNull());
  expect(resumed).toMatchObject({ status: 409, body: { error: { code: 'payment_still_confirming' } } });
  expect(world.siblings.paymentOf(session.id).paymentIntent).toBeNull();
  expect(world.siblings.heldOf(price)).toBe(0);
  expect(await world.confirm(session)).toMatchObject({
    status: 200,
    body: { checkoutSession: { status: 'complete' } },
  });
});

test('a confirm that is resumed has its full time again before it calls another service', async () => {
  const { session } = await loseConfirm('holdStock');
  await letLapse(world, session.id);
  const until: (Date | null | undefined)[] = [];
  world.siblings.before = async (name) => {
    if (name === 'holdStock' || name === 'confirmPayment') until.push(await attemptUntilOf(world, session.id));
  };
  expect((await world.confirm(session, undefined, session.id)).status).toBe(200);
  expect(until.map((date) => (date?.getTime() ?? 0) > Date.now() + 30_000)).toEqual([true, true]);
});

test('the janitor leaves an attempt alone that is resumed before its turn', async () => {
  const [first, second, last] = [await loseConfirm(), await loseConfirm(), await loseConfirm()];
  for (const [index, { session }] of [last, second, first].entries()) await letLapse(world, session.id, index + 1);
  const [reached, decided] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
  let resumed: ReturnType<typeof world.confirm> | undefined;
  const calledFor: (string | undefined)[] = [];
  world.siblings.before = async (name, request) => {
    const id = sessionOf(request);
    if (name === 'closeAttempt') {
      calledFor.push(id);
      if (id !== first.session.id) return;
      resumed = world.confirm(second.session, undefined, second.session.id);
      await reached.promise;
    }
    if (name === 'confirmPayment' && id === second.session.id) {
      reached.resolve(undefined);
      await decided.promise;
    }
  };
  await callJanitor(world);
  await eventually(async () => expect(await attemptUntilOf(world, last.session.id)).toBeNull());
  decided.resolve(undefined);
  expect(await resumed).toMatchObject({ status: 200, body: { checkoutSession: { paymentStatus: 'paid' } } });
  expect(calledFor).toEqual([first.session.id, last.session.id]);
  expect(world.siblings.heldOf(second.price)).toBe(1);
});

test('a retry of an expiry that the janitor took over expires the session all the same', async () => {
  const session = await world.openSession();
  await world.confirm(session, { paymentMethod: card(cards.declined) });
  world.siblings.after = (name) => {
    if (name === 'cancelSessionPayment') throw new Problem('request_timeout', 'Too late.');
  };
  const expire = () =>
    world.merchant('POST', `/checkout/sessions/${session.id}/expire`, undefined, { idempotencyKey: 'expire-once' });
  expect((await expire()).status).toBe(504);
  world.siblings.after = () => {};
  await endLease(world, session.id);
  await eventually(async () => expect(await attemptUntilOf(world, session.id)).toBeNull());
  expect(await expire()).toMatchObject({ status: 200, body: { status: 'expired' } });
});
