import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { CheckoutSession } from '@mizan/contracts';
import { Problem } from '@mizan/service-kit';
import { eventually } from '@mizan/testing';
import { card, cards, startCheckout, type CheckoutWorld } from '../checkout.test-support.ts';

let world: CheckoutWorld;
beforeAll(async () => {
  world = await startCheckout();
});
afterAll(() => world.stop());
afterEach(() => {
  world.siblings.before = () => {};
});

type Patched = CheckoutSession & { error?: { code: string; param?: string } };
const change = (id: string, body: unknown, idempotencyKey?: string) =>
  world.merchant<Patched>('PATCH', `/checkout/sessions/${id}`, body, idempotencyKey ? { idempotencyKey } : {});
const refusalOf = async (id: string, body: unknown) => {
  const answer = await change(id, body);
  return { status: answer.status, code: answer.body.error?.code, param: answer.body.error?.param };
};

test('409 resource_invalid_state when the session is complete, expired, or past its time', async () => {
  const [paid, expired, due] = [await world.openSession(), await world.openSession(), await world.openSession()];
  await world.confirm(paid);
  await world.merchant('POST', `/checkout/sessions/${expired.id}/expire`);
  await world.db('checkout').query(`update checkout_sessions set expires_at = now() where id = $1`, [due.id]);
  for (const { id } of [paid, expired, due])
    expect(await refusalOf(id, { metadata: { a: 1 } })).toMatchObject({ status: 409, code: 'resource_invalid_state' });
});

test('409 payment_still_confirming while the outcome of a payment is unknown', async () => {
  const session = await world.openSession();
  await world.confirm(session, { paymentMethod: card(cards.lostAnswer) });
  expect(await refusalOf(session.id, {})).toMatchObject({ status: 409, code: 'payment_still_confirming' });
});

describe('while the buyer is at the bank', () => {
  const atBank = async () => {
    const { price } = world.siblings.addPrice({ unitAmount: 1_000 }, {}, 5);
    const session = await world.openSession({ lineItems: [{ price: price.id, quantity: 4 }] });
    await world.confirm(session, { paymentMethod: card(cards.threeDSecure) });
    expect(world.siblings.heldOf(price.id)).toBe(4);
    return { session, price, line: session.lineItems[0]?.id };
  };

  test('a change of amounts gives the attempt up and its pieces back, and the buyer pays the new total', async () => {
    const { session, price, line } = await atBank();
    const body = { lineItems: [{ id: line, quantity: 5 }] };
    const answer = await change(session.id, body, 'the-merchants-key');
    expect(answer).toMatchObject({
      status: 200,
      body: { amountTotal: 5_000, status: 'open', paymentIntent: { status: 'REQUIRES_PAYMENT_METHOD' } },
    });
    expect((await change(session.id, body, 'the-merchants-key')).body).toEqual(answer.body);
    expect(world.siblings.heldOf(price.id)).toBe(0);
    expect(await world.confirm(session, { paymentMethod: card(), expectedAmountTotal: 5_000 })).toMatchObject({
      status: 200,
      body: { checkoutSession: { status: 'complete', amountTotal: 5_000 } },
    });
  });

  test('a later capture abandons the attempt, which would have captured at once', async () => {
    const { session, price } = await atBank();
    expect(await change(session.id, { captureMethod: 'manual' })).toMatchObject({
      status: 200,
      body: { status: 'open', paymentIntent: { status: 'REQUIRES_PAYMENT_METHOD' } },
    });
    expect(world.siblings.heldOf(price.id)).toBe(0);
    expect(await world.confirm(session)).toMatchObject({ body: { paymentIntent: { status: 'UNCAPTURED' } } });
  });

  test('a change of anything else leaves the attempt alone', async () => {
    const { session, price, line } = await atBank();
    const answer = await change(session.id, { metadata: { a: 1 }, lineItems: [{ id: line }] });
    expect(answer).toMatchObject({ status: 200, body: { paymentIntent: { status: 'REQUIRES_ACTION' } } });
    expect(world.siblings.heldOf(price.id)).toBe(4);
  });

  test('a payment that succeeds just before wins: the change is refused and nothing of it remains', async () => {
    const { session, line } = await atBank();
    world.siblings.before = (name) => {
      if (name === 'abandonSessionAttempt') world.siblings.move(session.id, { status: 'SUCCEEDED' });
    };
    expect(await refusalOf(session.id, { lineItems: [{ id: line, quantity: 1 }] })).toMatchObject({
      status: 409,
      code: 'resource_invalid_state',
    });
    expect(await world.readSession(session.id)).toMatchObject({ status: 'open', amountTotal: 4_000 });
  });

  test('when payments does not answer, the session stays as it was, held until its payment is known', async () => {
    const { session, line } = await atBank();
    world.siblings.before = (name) => {
      if (name === 'abandonSessionAttempt') throw new Problem('request_timeout', 'Too late.');
    };
    const body = { lineItems: [{ id: line, quantity: 1 }] };
    expect((await change(session.id, body, 'lost-change')).status).toBe(504);
    expect(await world.readSession(session.id)).toMatchObject({ amountTotal: 4_000 });
    expect(await refusalOf(session.id, body)).toMatchObject({ code: 'payment_still_confirming' });
    world.siblings.before = () => {};
    await world
      .db('checkout')
      .query(`update checkout_sessions set attempt_until = now() - interval '1 s' where id = $1`, [session.id]);
    await world.replica('checkout').stop();
    await world.replica('checkout').start();
    await eventually(async () => expect((await change(session.id, body)).body.amountTotal).toBe(1_000));
    expect(await change(session.id, body, 'lost-change')).toMatchObject({
      status: 409,
      body: { error: { code: 'resource_invalid_state' } },
    });
  });
});

test('a change and a confirm at the same moment: the payment has the total of the session', async () => {
  for (let round = 0; round < 10; round++) {
    const session = await world.openSession();
    const [changed, confirmed] = await Promise.all([
      change(session.id, { lineItems: [{ id: session.lineItems[0]?.id, quantity: 2 }] }),
      world.confirm(session),
    ]);
    expect([200, 409]).toContain(changed.status);
    expect(confirmed.status).toBe(200);
    const after = await world.readSession(session.id);
    expect(after.paymentIntent?.amount).toBe(after.amountTotal);
  }
});
