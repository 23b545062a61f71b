import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { eventually, sizeOf } from '@mizan/testing';
import { startCheckout, type CheckoutWorld } from '../checkout.test-support.ts';

let world: CheckoutWorld;
beforeAll(async () => {
  world = await startCheckout();
});
afterAll(() => world.stop());
afterEach(() => {
  world.siblings.before = () => {};
  world.siblings.after = () => {};
});

/** Where the process dies: before a question reaches its sibling, or after it took effect and before the answer comes. */
const everyDeath = [
  ['before', 'resolveCustomer'],
  ['after', 'resolveCustomer'],
  ['before', 'holdStock'],
  ['after', 'holdStock'],
  ['before', 'confirmPayment'],
  ['after', 'confirmPayment'],
] as const;
/** A quick run dies once with stock held and nothing paid, once with everything paid. */
const deaths = sizeOf({
  quick: everyDeath.filter(([when, where]) => when === 'after' && where !== 'resolveCustomer'),
  full: [...everyDeath],
});

test.each(deaths)('killed %s %s: the same request then pays once, and one piece is sold', async (when, where) => {
  const { session, price } = await dieDuringConfirm(when, where);
  const answer = await world.confirm(session, undefined, session.id);
  expect(answer).toMatchObject({
    status: 200,
    body: { checkoutSession: { status: 'complete', paymentStatus: 'paid' } },
  });
  expect(world.siblings.heldOf(price)).toBe(1);
  expect(world.siblings.intents.get(session.id)?.attempts.size).toBe(1);
  expect((await world.eventsOf(session.id)).map(({ type }) => type)).toEqual([
    'checkout.session.created',
    'checkout.session.completed',
  ]);
});

test.each(deaths)(
  'killed %s %s and never retried: no session stays held, no piece stays kept for nothing',
  async (when, where) => {
    const { session, price } = await dieDuringConfirm(when, where);
    await world
      .db('checkout')
      .query(`update checkout_sessions set attempt_until = now() - interval '1 s' where attempt_until is not null`);
    await world.replica('checkout').stop();
    await world.replica('checkout').start();
    await eventually(async () => {
      const { rows } = await world
        .db('checkout')
        .query('select 1 from checkout_sessions where attempt_until is not null');
      expect(rows).toEqual([]);
    });
    const isPaid = world.siblings.paymentOf(session.id).paymentIntent?.status === 'SUCCEEDED';
    expect(isPaid).toBe(when === 'after' && where === 'confirmPayment');
    expect(await world.readSession(session.id)).toMatchObject(
      isPaid ? { status: 'complete', paymentStatus: 'paid' } : { status: 'open' },
    );
    expect(world.siblings.heldOf(price)).toBe(isPaid ? 1 : 0);
    if (!isPaid) expect((await world.confirm(session)).status).toBe(200);
  },
);

/** Kills the checkout's process with a buyer's confirm in its hands, and starts another. */
async function dieDuringConfirm(when: 'before' | 'after', where: (typeof deaths)[number][1]) {
  const price = world.siblings.addPrice({}, {}, 5).price.id;
  const session = await world.openSession({ lineItems: [{ price }] });
  const child = await world.replica('checkout').spawn();
  world.siblings[when] = async (name) => {
    if (name !== where) return;
    world.siblings[when] = () => {};
    child.kill('SIGKILL');
    await child.ended;
    if (when === 'before') throw new Error('it never arrived');
  };
  const lost = await world.confirm(session, undefined, session.id).then(
    ({ status }) => status,
    () => 'no answer',
  );
  expect(lost).toBe('no answer');
  await world.replica('checkout').stop();
  await world.replica('checkout').start();
  await world
    .db('checkout')
    .query(`update idempotency_keys set locked_until = now() - interval '1 s' where state <> 'finished'`);
  return { session, price };
}
