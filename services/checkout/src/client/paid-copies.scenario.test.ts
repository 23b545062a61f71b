import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { envelope, eventually, openEventSource, type Api } from '@mizan/testing';
import type { CheckoutSession } from '@mizan/contracts';
import { Problem } from '@mizan/service-kit';
import { card, cards, startCheckout, type CheckoutWorld } from '../checkout.test-support.ts';
import { type Buyer, recoverAs } from './recoveries.test-support.ts';

let world: CheckoutWorld;
let client: Api;
beforeAll(async () => {
  world = await startCheckout({ nats: true });
  client = world.buyerClient('checkout');
});
afterAll(() => world.stop());
beforeEach(() => {
  world.siblings.before = world.siblings.after = () => {};
});

const recover = (session: Buyer) => recoverAs(client, session);
const cancelAndExpire = async (session: Buyer) => {
  await world.confirm(session, { paymentMethod: card(cards.declined) });
  world.siblings.move(session.id, { status: 'CANCELED' });
  await world.publish('payment_intent.canceled', session.id);
};
/** An original whose payment was canceled, and its open copy. */
const openCopy = async (body: object = {}) => {
  const original = await world.openSession(body);
  await cancelAndExpire(original);
  const { body: copy } = await recover(original);
  return { original, copy };
};
const payLate = async ({ id }: { id: string }) => {
  world.siblings.move(id, { status: 'SUCCEEDED' });
  await world.publish('payment_intent.succeeded', id);
};
/** As it is stored: no request has looked at it. */
const storedStatus = async ({ id }: { id: string }) => {
  const { rows } = await world
    .db('checkout')
    .query<{ status: string; paid_in: string | null }>('select status, paid_in from checkout_sessions where id = $1', [
      id,
    ]);
  return [rows[0]?.status, rows[0]?.paid_in];
};
/** The process that started to expire the copy is taken for dead. */
const attemptIsStale = (copy: { id: string }, paidIn: { id: string }) =>
  eventually(async () => {
    const sql = `update checkout_sessions set attempt_until = now() - interval '1 s' where id = $1 and paid_in = $2`;
    expect((await world.db('checkout').query(sql, [copy.id, paidIn.id])).rowCount).toBe(1);
  });
/** The event that a checkout was paid late has been handled. */
const otherCheckoutsAreHandled = ({ id }: { id: string }) =>
  eventually(async () => {
    const { rowCount } = await world.db('checkout').query(
      `select 1 from inbox join outbox using (event_id)
       where type = 'checkout.session.async_payment_succeeded' and payload::text like '%' || $1 || '%'`,
      [id],
    );
    expect(rowCount).toBe(1);
  });
const typesOf = async ({ id }: { id: string }) =>
  (await world.eventsOf(id)).map(({ type }) => type.replace('checkout.session.', ''));
const pageOf = ({ id }: { id: string }, path = '') =>
  fetch(`${world.urls.checkout}/c/${id}${path}`, { redirect: 'manual', headers: { accept: 'text/html' } });

describe('of an order whose original is paid late', () => {
  test('the open copy expires, by an event, and can neither be paid nor recovered into another copy', async () => {
    const { original, copy } = await openCopy();
    await payLate(original);
    await eventually(async () => expect(await storedStatus(copy)).toEqual(['expired', original.id]));
    expect(await typesOf(copy)).toEqual(['created', 'expired']);
    expect((await world.eventsOf(copy.id)).at(-1)?.object).not.toHaveProperty('recoveryUrl');
    expect(await world.readSession(copy.id)).not.toHaveProperty('recoveryUrl');
    expect((await world.view(copy)).body).not.toHaveProperty('recoveryUrl');
    expect((await world.confirm(copy)).body.error?.code).toBe('checkout_session_expired');
    expect((await recover(copy)).body).toMatchObject({ id: original.id, paymentStatus: 'paid' });
    expect(world.siblings.intents.has(copy.id)).toBe(false);
  });

  test('the page of the copy, and of its recovery, leads to the paid checkout, without the secret of the copy', async () => {
    const { original, copy } = await openCopy();
    expect((await pageOf(copy)).status).toBe(200);
    await payLate(original);
    await eventually(async () => expect(await storedStatus(copy)).toEqual(['expired', original.id]));
    for (const path of ['', '/recover']) {
      const { status, headers } = await pageOf(copy, path);
      expect([status, headers.get('location')?.replace(/#$/, '')]).toEqual([303, original.url.split('#')[0]]);
    }
  });

  test('a copy with a declined payment expires with that canceled', async () => {
    const { original, copy } = await openCopy();
    await world.confirm(copy, { paymentMethod: card(cards.declined) });
    await payLate(original);
    await eventually(async () => expect(await storedStatus(copy)).toEqual(['expired', original.id]));
    expect(world.siblings.paymentOf(copy.id).paymentIntent?.status).toBe('CANCELED');
  });

  test.each(['before', 'after'] as const)(
    'such a copy is expired by the janitor where it is not known whether the payment was canceled: it died %s',
    async (moment) => {
      const { original, copy } = await openCopy();
      await world.confirm(copy, { paymentMethod: card(cards.declined) });
      world.siblings[moment] = (name) => {
        if (name === 'cancelSessionPayment') throw new Problem('request_timeout', 'Too late.');
      };
      await payLate(original);
      await attemptIsStale(copy, original);
      world.siblings[moment] = () => {};
      await eventually(async () => expect(await storedStatus(copy)).toEqual(['expired', original.id]));
      expect(world.siblings.paymentOf(copy.id).paymentIntent?.status).toBe('CANCELED');
    },
  );

  test('the event again, also much later, changes nothing', async () => {
    const { original, copy } = await openCopy();
    await payLate(original);
    await eventually(async () => expect(await storedStatus(copy)).toEqual(['expired', original.id]));
    const before = await world.readSession(copy.id);
    const source = await openEventSource(world, 'checkout', 'checkout-complete');
    const object = (await world.eventsOf(original.id)).at(-1)?.object as CheckoutSession;
    const event = { type: 'checkout.session.async_payment_succeeded', object: { ...object }, version: 3 } as const;
    await source.publish([envelope(event), envelope(event)]).finally(() => source.close());
    expect(await world.readSession(copy.id)).toEqual(before);
    expect(await typesOf(copy)).toEqual(['created', 'expired']);
  });

  test('a copy whose payment is in progress is left alone, and cannot be tried again once that has failed', async () => {
    const { original, copy } = await openCopy();
    await world.confirm(copy, { paymentMethod: card(cards.threeDSecure) });
    await payLate(original);
    const later = await openCopy(); // its copy is closed by an event that comes after
    await payLate(later.original);
    await eventually(async () => expect(await storedStatus(later.copy)).toEqual(['expired', later.original.id]));
    expect(await storedStatus(copy)).toEqual(['open', null]);
    world.siblings.move(copy.id, { status: 'REQUIRES_PAYMENT_METHOD', nextAction: null });
    await world.publish('payment_intent.payment_failed', copy.id);
    expect((await world.confirm(copy)).body.error?.code).toBe('checkout_session_expired');
    expect(await storedStatus(copy)).toEqual(['expired', original.id]);
  });

  test('a confirm of the copy at the same moment and its expiry exclude each other', async () => {
    for (const _round of Array.from({ length: 8 })) {
      const { original, copy } = await openCopy();
      const [{ status, body }] = await Promise.all([world.confirm(copy), payLate(original)]);
      if (status === 200) {
        expect(body.checkoutSession).toMatchObject({ status: 'complete', paymentStatus: 'paid' });
        expect(await typesOf(copy)).toEqual(['created', 'completed']);
      } else {
        expect(['checkout_session_expired', 'payment_still_confirming']).toContain(body.error?.code);
        await eventually(async () => expect(await storedStatus(copy)).toEqual(['expired', original.id]));
        expect(world.siblings.intents.has(copy.id)).toBe(false);
      }
    }
  });
});

test('a copy is not closed for an original that was refunded in full', async () => {
  const { original, copy } = await openCopy();
  await world.confirm(copy, { paymentMethod: card(cards.threeDSecure) }); // in progress, so that it is left alone
  await payLate(original);
  world.siblings.move(original.id, { status: 'REFUNDED', amountRefunded: 12_500 });
  await world.publish('payment_intent.refunded', original.id);
  world.siblings.move(copy.id, { status: 'REQUIRES_PAYMENT_METHOD', nextAction: null });
  await world.publish('payment_intent.payment_failed', copy.id);
  expect(await world.readSession(copy.id)).toMatchObject({ status: 'open' });
});

test('a copy that cannot be expired now is read all the same', async () => {
  const { original, copy } = await openCopy();
  await world.confirm(copy, { paymentMethod: card(cards.threeDSecure) }); // in progress, so that it is left alone
  await payLate(original);
  world.siblings.move(copy.id, { status: 'REQUIRES_PAYMENT_METHOD', nextAction: null });
  await world.publish('payment_intent.payment_failed', copy.id);
  world.siblings.before = (name) => {
    if (name === 'cancelSessionPayment') throw new Problem('internal_error', 'Down.', { status: 503 });
  };
  expect(await world.readSession(copy.id)).toMatchObject({ id: copy.id, status: 'open' });
  world.siblings.before = () => {};
  await attemptIsStale(copy, original);
  await eventually(async () => expect(await storedStatus(copy)).toEqual(['expired', original.id]));
});

test('of an order that is paid in a copy, later money of the original changes nothing in the copy', async () => {
  const { original, copy } = await openCopy();
  await world.confirm(copy);
  const before = await world.readSession(copy.id);
  await payLate(original);
  await otherCheckoutsAreHandled(original);
  expect(await world.readSession(copy.id)).toEqual(before);
  expect((await pageOf(copy)).status).toBe(200);
});

test('of an order whose earlier copy is paid late, the newer one expires', async () => {
  const { original, copy: first } = await openCopy();
  await cancelAndExpire(first);
  const { body: second } = await recover(original);
  expect(second.id).not.toBe(first.id);
  await payLate(first);
  await eventually(async () => expect(await storedStatus(second)).toEqual(['expired', first.id]));
  for (const each of [original, second])
    expect((await recover(each)).body).toMatchObject({ id: first.id, paymentStatus: 'paid' });
});

test('where the account refunds late money, the copy stays open, and can be paid', async () => {
  await world.stop();
  world = await startCheckout({ nats: true });
  client = world.buyerClient('checkout');
  world.siblings.account.lateSuccessPolicy = 'auto_refund';
  const { original, copy } = await openCopy();
  await payLate(original);
  await otherCheckoutsAreHandled(original);
  expect(await storedStatus(copy)).toEqual(['open', null]);
  expect(await world.readSession(copy.id)).toMatchObject({ status: 'open' });
  const { body } = await world.confirm(copy);
  expect(body.checkoutSession).toMatchObject({ status: 'complete', paymentStatus: 'paid' });
});
