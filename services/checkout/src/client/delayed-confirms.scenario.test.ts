import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@mizan/testing';
import { card, cards, startCheckout, type CheckoutWorld } from '../checkout.test-support.ts';
import { attemptUntilOf, letLapse } from './leases.test-support.ts';

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

/** Confirms, and does `meanwhile` once, at that call. */
function delayed(
  when: 'before' | 'after',
  name: CallName,
  { confirm, meanwhile }: { confirm: () => ReturnType<CheckoutWorld['confirm']>; meanwhile: () => Promise<unknown> },
) {
  world.siblings[when] = async (called) => {
    if (called !== name) return;
    world.siblings[when] = () => {};
    await meanwhile();
  };
  return confirm();
}
/** The process that holds the session stands still for so long that the janitor ends its attempt. */
const endedByJanitor = async (sessionId: string) => {
  await letLapse(world, sessionId);
  await eventually(async () => expect(await attemptUntilOf(world, sessionId)).toBeNull());
};

test('a confirm that stood still until the janitor gave its stock and coupon back charges nothing', async () => {
  const price = world.siblings.addPrice({}, {}, 1).price.id;
  const { id: promotionCode } = await world.promotionCode({ maxRedemptions: 1 });
  const session = await world.openSession({ lineItems: [{ price }], discounts: [{ promotionCode }] });
  const answer = await delayed('before', 'confirmPayment', {
    confirm: () => world.confirm(session),
    meanwhile: async () => {
      await endedByJanitor(session.id);
      expect(world.siblings.heldOf(price)).toBe(0);
    },
  });
  expect(answer).toMatchObject({ status: 409, body: { error: { code: 'resource_invalid_state' } } });
  expect(world.siblings.paymentOf(session.id).paymentIntent).toBeNull();
  expect(world.siblings.heldOf(price)).toBe(0);
  expect(await world.confirm(session)).toMatchObject({ body: { checkoutSession: { paymentStatus: 'paid' } } });
});

test('what a confirm says late about its own attempt does not end the next one', async () => {
  const session = await world.openSession();
  const states: unknown[] = [];
  await delayed('after', 'confirmPayment', {
    confirm: () => world.confirm(session, { paymentMethod: card(cards.declined) }),
    meanwhile: async () => {
      await endedByJanitor(session.id);
      // The next attempt is at the provider while the answer about the first one comes.
      const reached = Promise.withResolvers<undefined>();
      const answered = Promise.withResolvers<undefined>();
      world.siblings.before = async (name) => {
        if (name !== 'confirmPayment') return;
        reached.resolve(undefined);
        await answered.promise;
      };
      const next = world.confirm(session);
      states.push({ next, answered });
      await reached.promise;
    },
  });
  expect(await attemptUntilOf(world, session.id)).toBeInstanceOf(Date);
  const [{ next, answered }] = states as [{ next: ReturnType<typeof world.confirm>; answered: { resolve(): void } }];
  answered.resolve();
  expect(await next).toMatchObject({ status: 200, body: { checkoutSession: { paymentStatus: 'paid' } } });
});

test.each(['REQUIRES_ACTION', 'PROCESSING'] as const)(
  'a buyer of the last piece whose attempt was %s and has failed may try again before the event of it has arrived',
  async (status) => {
    const session = await world.openSession({ lineItems: [{ price: world.siblings.addPrice({}, {}, 1).price.id }] });
    const first = status === 'REQUIRES_ACTION' ? cards.threeDSecure : cards.lostAnswer;
    expect((await world.confirm(session, { paymentMethod: card(first) })).body.paymentIntent?.status).toBe(status);
    expect((await world.confirm(session)).body.error?.code).toBe('payment_still_confirming');
    world.siblings.move(session.id, { status: 'REQUIRES_PAYMENT_METHOD', nextAction: null });
    expect(await world.confirm(session)).toMatchObject({
      status: 200,
      body: { checkoutSession: { status: 'complete', paymentStatus: 'paid' } },
    });
  },
);

test('a confirm after the merchant has canceled the payment is checkout_session_expired, not still confirming', async () => {
  const session = await world.openSession();
  await world.confirm(session, { paymentMethod: card(cards.threeDSecure) });
  world.siblings.move(session.id, { status: 'CANCELED', nextAction: null });
  expect((await world.confirm(session)).body.error?.code).toBe('checkout_session_expired');
});
