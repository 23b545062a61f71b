import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { asInEvents, sampleCharge, sampleGuest } from '@mizan/testing';
import { events, type CheckoutMailContent, type CheckoutSession, type ConfirmedCheckout } from '@mizan/contracts';
import { Problem } from '@mizan/service-kit';
import type { Api } from '@mizan/testing';
import { card, cards, publishEvent, startCheckout, type CheckoutWorld } from '../checkout.test-support.ts';
import { linksOf } from '../payment-links/payment-links.test-support.ts';
import { type Buyer, type Recovered, recoverAs } from './recoveries.test-support.ts';

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
const expire = ({ id }: { id: string }) => world.merchant('POST', `/checkout/sessions/${id}/expire`);
const openExpired = async (body: object = {}): Promise<CheckoutSession> =>
  world.runOut((await world.openSession(body)).id);
const codeOf = async (session: Pick<CheckoutSession, 'id' | 'clientSecret'>) => {
  const { status, body } = await recover(session);
  return [status, body.error?.code];
};
const notEnded = [409, 'resource_invalid_state'];

test('an expired checkout is recovered as it was: order, settings, and what its buyer had filled in', async () => {
  const { price } = world.siblings.addPrice({ unitAmount: 1_000 }, {}, 50);
  const before = await world.openSession({
    lineItems: [{ price: price.id, quantity: 2, adjustableQuantity: { enabled: true } }],
    expiresAfterMinutes: 30,
    customFields: [{ key: 'note', label: 'Note', type: 'TEXT' }],
    paymentMethodTypes: ['card', 'fawry'],
    phoneNumberCollection: true,
    metadata: { order: '77' },
    afterCompletion: { type: 'redirect', redirect: { url: 'https://shop.example/thanks' } },
  });
  await world.change(before, {
    lineItems: [{ id: before.lineItems[0]?.id, quantity: 3 }],
    customerDetails: { name: 'Mona', email: 'mona@example.com', phone: '+201001234567' },
    customFields: [{ key: 'note', text: { value: 'ring twice' } }],
  });
  expect((await world.readSession(before.id)).recoveryUrl).toBeUndefined();
  const expired = await world.runOut(before.id);
  expect(expired.recoveryUrl).toBe(`${expired.url.split('#')[0]}/recover#${before.clientSecret}`);
  expect((await world.view(before)).body.recoveryUrl).toBe(expired.recoveryUrl);
  expect((await world.eventsOf(before.id)).at(-1)?.object.recoveryUrl).toBe(asInEvents(expired).recoveryUrl);

  const { status, body } = await recover(before);
  expect(status).toBe(200);
  expect(body.id).not.toBe(before.id);
  const copy = await world.readSession(body.id);
  const own = ['id', 'url', 'clientSecret', 'createdAt', 'updatedAt', 'expiresAt', 'lineItems'] as const;
  const without = (session: CheckoutSession) =>
    Object.fromEntries(Object.entries(session).filter(([name]) => !own.includes(name as (typeof own)[number])));
  const { recoveryUrl: _recoveryUrl, ...same } = without(expired);
  expect(without(copy)).toEqual({ ...same, status: 'open', isExpired: false, recoveredFrom: before.id });
  expect(copy.lineItems.map((line) => ({ ...line, id: '' }))).toEqual(
    expired.lineItems.map((line) => ({ ...line, id: '' })),
  );
  expect(Date.parse(copy.expiresAt) - Date.parse(copy.createdAt)).toBe(30 * 60_000);
  expect((await world.eventsOf(copy.id)).map(({ type }) => type)).toEqual(['checkout.session.created']);
  const sentBack = await world.merchant<CheckoutSession>('PATCH', `/checkout/sessions/${copy.id}`, copy);
  expect(sentBack).toMatchObject({ status: 200, body: { recoveredFrom: before.id } });
  expect(await world.confirm(copy)).toMatchObject({ status: 200, body: { checkoutSession: { amountTotal: 3_000 } } });
  expect(await world.readSession(before.id)).toEqual(expired);
});

test('the copy names the checkout that it was copied from, also a copy of a copy: in answers, lists and events', async () => {
  const original = await openExpired();
  const { body: first } = await recover(original);
  await world.runOut(first.id);
  const { body: second } = await recover(first);
  await world.confirm(second);

  const named = new Map([
    [original.id, null],
    [first.id, original.id],
    [second.id, original.id],
  ]);
  const { body: list } = await world.merchant<{ data: CheckoutSession[] }>('GET', '/checkout/sessions?limit=100');
  for (const [id, recoveredFrom] of named) {
    expect(await world.readSession(id)).toMatchObject({ recoveredFrom });
    expect(list.data.find((session) => session.id === id)).toMatchObject({ recoveredFrom });
    const events = await world.eventsOf(id);
    expect(events.map(({ object }) => object.recoveredFrom)).toEqual(events.map(() => recoveredFrom));
  }
  expect((await world.eventsOf(second.id)).map(({ type }) => type)).toEqual([
    'checkout.session.created',
    'checkout.session.completed',
  ]);
  expect((await world.view(second)).body).not.toHaveProperty('recoveredFrom');
});

test('an event of an earlier release, which lacks that name, is still accepted, as of a checkout that is no copy', async () => {
  const [created] = await world.eventsOf((await world.openSession()).id);
  const { recoveredFrom: _unknown, ...older } = created?.object as CheckoutSession;
  expect(events['checkout.session.created'].object.parse(older)).toMatchObject({ recoveredFrom: null });
});

test('recovering it repeatedly and in parallel makes one copy, also once that is paid', async () => {
  const session = await openExpired();
  const answers = await Promise.all(Array.from({ length: 10 }, () => recover(session)));
  const copies = new Set(answers.map(({ body }) => body.id));
  expect(copies.size).toBe(1);
  const [{ body: copy }] = answers as [(typeof answers)[number]];
  await world.confirm(copy);
  expect((await recover(session)).body).toMatchObject({ id: copy.id, status: 'complete', paymentStatus: 'paid' });
});

test('a copy that expired too makes room for another, the same one from either of them', async () => {
  const session = await openExpired();
  const { body: first } = await recover(session);
  await world.runOut(first.id);
  const { body: second } = await recover(session);
  expect(second.id).not.toBe(first.id);
  expect((await recover(first)).body.id).toBe(second.id);
});

describe('an order whose earlier checkout is paid late', () => {
  const declineAndExpire = async (session: Pick<CheckoutSession, 'id' | 'clientSecret'>) => {
    await world.confirm(session, { paymentMethod: card(cards.declined) });
    world.siblings.move(session.id, { status: 'CANCELED' });
    await world.publish('payment_intent.canceled', session.id);
    await world.runOut(session.id);
  };
  const payLate = async ({ id }: { id: string }) => {
    world.siblings.move(id, { status: 'SUCCEEDED' });
    await world.publish('payment_intent.succeeded', id);
  };

  test('is not opened again: the paid checkout is shown, be it the original or a copy', async () => {
    const original = await world.openSession();
    await declineAndExpire(original);
    const { body: first } = await recover(original);
    await declineAndExpire(first);
    const { body: second } = await recover(first);
    await payLate(first);
    expect((await recover(original)).body).toMatchObject({ id: first.id, paymentStatus: 'paid' }); // not the open one
    await world.runOut(second.id);
    for (const session of [original, second])
      expect((await recover(session)).body).toMatchObject({ id: first.id, paymentStatus: 'paid' });

    const other = await world.openSession();
    await declineAndExpire(other);
    const { body: copy } = await recover(other);
    await world.runOut(copy.id);
    await payLate(other);
    expect((await recover(copy)).body).toMatchObject({ id: other.id, paymentStatus: 'paid' });
  });

  test('while its copy is prepared, is not opened again', async () => {
    const original = await world.openSession();
    await declineAndExpire(original);
    const { body: copy } = await recover(original);
    await world.runOut(copy.id);
    world.siblings.before = async (name) => {
      if (name !== 'getCheckoutPrices') return;
      world.siblings.before = () => {};
      await payLate(original);
    };
    expect((await recover(copy)).body).toMatchObject({ id: original.id, paymentStatus: 'paid' });
  });

  test('while its payment is in progress, is not opened again', async () => {
    const original = await world.openSession();
    await declineAndExpire(original);
    const { body: copy } = await recover(original);
    await world.runOut(copy.id);
    world.siblings.move(original.id, { status: 'PROCESSING' });
    await world.publish('payment_intent.processing', original.id);
    expect((await recover(copy)).body.id).toBe(original.id);
  });
});

describe('409 resource_invalid_state for a checkout that', () => {
  test('is open, or was paid, also late', async () => {
    const [open, paid, late] = [await world.openSession(), await world.openSession(), await world.openSession()];
    expect(await codeOf(open)).toEqual(notEnded);
    await world.confirm(paid);
    expect(await codeOf(paid)).toEqual(notEnded);
    await world.confirm(late, { paymentMethod: card(cards.threeDSecure) });
    world.siblings.move(late.id, { status: 'CANCELED', nextAction: null });
    await world.publish('payment_intent.canceled', late.id);
    expect((await world.runOut(late.id)).recoveryUrl).toMatch(/\/recover#cs_test_/);
    world.siblings.move(late.id, { status: 'SUCCEEDED' });
    await world.publish('payment_intent.succeeded', late.id);
    expect(await codeOf(late)).toEqual(notEnded);
    expect((await world.readSession(late.id)).recoveryUrl).toBeUndefined();
  });

  test('is paid late while its copy is prepared, also when it is a copy itself', async () => {
    const first = await openExpired();
    const { body: copy } = await recover(first);
    for (const session of [await world.openSession(), copy]) {
      await world.confirm(session, { paymentMethod: card(cards.declined) });
      world.siblings.move(session.id, { status: 'CANCELED' });
      await world.publish('payment_intent.canceled', session.id);
      world.siblings.before = async (name) => {
        if (name !== 'getCheckoutPrices') return;
        world.siblings.before = () => {};
        world.siblings.move(session.id, { status: 'SUCCEEDED' });
        await world.publish('payment_intent.succeeded', session.id);
      };
      expect(await codeOf(session)).toEqual(notEnded);
      expect(await world.readSession(session.id)).toMatchObject({ status: 'expired', paymentStatus: 'paid' });
    }
    const copies = await world
      .db('checkout')
      .query('select id from checkout_sessions where recovered_from = $1', [first.id]);
    expect(copies.rows).toEqual([{ id: copy.id }]);
  });

  test('the merchant expired, with or without a payment, and for the checkout that it is a copy of', async () => {
    const [plain, declined, first] = [await world.openSession(), await world.openSession(), await openExpired()];
    await world.confirm(declined, { paymentMethod: card(cards.declined) });
    const { body: copy } = await recover(first);
    for (const session of [plain, declined, copy]) {
      expect((await expire(session)).status).toBe(200);
      expect(await world.readSession(session.id)).not.toHaveProperty('recoveryUrl');
      expect((await world.view(session)).body).not.toHaveProperty('recoveryUrl');
      expect((await world.eventsOf(session.id)).at(-1)?.object).not.toHaveProperty('recoveryUrl');
      expect(await codeOf(session)).toEqual(notEnded);
    }
    expect(await codeOf(first)).toEqual(notEnded);
  });

  test('ended while its payment is in doubt', async () => {
    const session = await world.openSession();
    await world.confirm(session, { paymentMethod: card(cards.lostAnswer) });
    await world.db('checkout').query(`update checkout_sessions set status = 'expired' where id = $1`, [session.id]);
    expect(await codeOf(session)).toEqual(notEnded);
  });

  test('ended more than 30 days ago', async () => {
    const session = await openExpired();
    const end = (days: number) =>
      world
        .db('checkout')
        .query(`update checkout_sessions set expires_at = now() - $2 * interval '1 day' where id = $1`, [
          session.id,
          days,
        ]);
    await end(29.9);
    expect((await world.readSession(session.id)).recoveryUrl).toMatch(/\/recover#cs_test_/);
    await end(30.1);
    expect((await world.readSession(session.id)).recoveryUrl).toBeUndefined();
    expect(await codeOf(session)).toEqual(notEnded);
  });
});

test('a checkout that the merchant could not expire, because payments refused, can be recovered after its time', async () => {
  const session = await world.openSession();
  await world.confirm(session, { paymentMethod: card(cards.declined) });
  world.siblings.before = (name) => {
    if (name === 'cancelSessionPayment') throw new Problem('payment_still_confirming', 'Undecided.');
  };
  expect((await expire(session)).status).toBe(409);
  world.siblings.move(session.id, { status: 'CANCELED' });
  await world.publish('payment_intent.canceled', session.id);
  await world.runOut(session.id);
  expect((await recover(session)).status).toBe(200);
});

test('the decline that ends the payment ends the checkout, in the same answer, and it can be recovered', async () => {
  const session = await world.openSession();
  const decline = () => world.confirm(session, { paymentMethod: card(cards.declined) });
  for (const _time of Array.from({ length: 9 })) expect((await decline()).body.checkoutSession.status).toBe('open');
  const { status, body } = await decline();
  expect([status, body.paymentIntent?.status, body.checkoutSession.status]).toEqual([200, 'FAILED', 'expired']);
  expect((await world.eventsOf(session.id)).at(-1)?.type).toBe('checkout.session.expired');
  expect((await world.confirm(session)).body.error?.code).toBe('checkout_session_expired');
  const copy = (await recover(session)).body;
  expect(body.checkoutSession.recoveryUrl).toMatch(/\/recover#cs_test_/);
  expect((await world.confirm(copy)).body).toMatchObject({ checkoutSession: { status: 'complete' } });
});

test('a checkout that the merchant expires cannot be recovered, also when the canceled payment’s event arrives before the answer', async () => {
  const session = await world.openSession();
  await world.confirm(session, { paymentMethod: card(cards.declined) });
  world.siblings.after = async (name) => {
    if (name === 'cancelSessionPayment') await world.publish('payment_intent.canceled', session.id);
  };
  expect(await expire(session)).toMatchObject({ status: 200, body: { status: 'expired' } });
  expect(await codeOf(session)).toEqual(notEnded);
  expect((await world.eventsOf(session.id)).slice(1)).toEqual([
    expect.objectContaining({
      type: 'checkout.session.expired',
      object: expect.not.objectContaining({ recoveryUrl: expect.anything() }),
    }),
  ]);
});

test('a checkout whose payment failed after it was complete can be recovered', async () => {
  const session = await world.openSession({ captureMethod: 'manual' });
  await world.confirm(session);
  expect(await codeOf(session)).toEqual(notEnded); // its money is held
  world.siblings.move(session.id, { status: 'CANCELED', amountCapturable: 0 });
  await world.publish('payment_intent.canceled', session.id);
  const failed = (await world.eventsOf(session.id)).at(-1);
  expect(failed).toMatchObject({ type: 'checkout.session.async_payment_failed' });
  expect(failed?.object.recoveryUrl).toBe(asInEvents(await world.readSession(session.id)).recoveryUrl);
  const { body } = await recover(session);
  expect(await world.readSession(body.id)).toMatchObject({ status: 'open', paymentIntent: null });
});

describe('a checkout of whose payment a part was received', () => {
  const unreceived = { status: 'FAILED', paid: false, captured: false, amountCaptured: 0 } as const;
  /** The transfer of a session ends with what was received of it, or of an earlier attempt. */
  const end = async ({ id }: { id: string }, parts: readonly number[]) => {
    const charges = parts.map((amountReceived) => sampleCharge({ ...unreceived, amountReceived }));
    world.siblings.move(id, { status: 'FAILED', amountCapturable: 0, latestCharge: charges.at(-1) ?? null, charges });
    await world.publish('payment_intent.payment_failed', id);
  };
  const transferred = async () => {
    const session = await world.openSession({
      captureMethod: 'manual',
      customerDetails: { email: 'mona@example.com' },
    });
    await world.confirm(session);
    return session;
  };
  const mailOf = async ({ id, merchantId, livemode }: CheckoutSession) => {
    const compose = world.siblingClient('checkout', 'webhooks', { merchantId, livemode });
    const body = { checkoutSessionId: id };
    return (await compose<CheckoutMailContent>('POST', '/internal/calls/composeCheckoutMail', body)).body;
  };

  test.each([[[5_000]], [[5_000, 0]]])(
    'cannot be recovered, as a copy costs the whole again, and has no address for it: %j',
    async (parts) => {
      const session = await transferred();
      await end(session, parts);
      expect(await world.readSession(session.id)).toMatchObject({ status: 'complete', paymentStatus: 'unpaid' });
      for (const shown of [
        await world.readSession(session.id),
        (await world.view(session)).body,
        (await world.eventsOf(session.id)).at(-1)?.object,
      ])
        expect(shown).not.toHaveProperty('recoveryUrl');
      const { status, body } = await recover(session);
      expect([status, body.error?.code]).toEqual(notEnded);
      expect(body.error?.message).toBe(
        'A part of the payment of this checkout was received, so it cannot be recovered. Contact the shop to pay the rest.',
      );
    },
  );

  test('whole is not asked for a rest', async () => {
    const session = await transferred();
    const latestCharge = sampleCharge({ status: 'SUCCEEDED', amountReceived: 12_500 });
    world.siblings.move(session.id, {
      ...{ status: 'SUCCEEDED', amountCapturable: 0, amountReceived: 12_500, latestCharge, charges: [latestCharge] },
    });
    await world.publish('payment_intent.succeeded', session.id);
    expect(await world.readSession(session.id)).toMatchObject({ paymentStatus: 'paid' });
    expect((await recover(session)).body.error?.message).toBe(
      'Only a checkout that expired by itself and was not paid can be recovered.',
    );
  });

  test('is not mailed to its buyer as one to continue when it expires with its payment', async () => {
    const expiring = async (part: number) => {
      const session = await world.openSession({ customerDetails: { email: 'mona@example.com' } });
      await world.confirm(session, { paymentMethod: card(cards.declined) });
      await end(session, [part]);
      expect(await world.readSession(session.id)).toMatchObject({ status: 'expired' });
      return mailOf(session);
    };
    expect((await expiring(0)).recovery).toMatchObject({ to: 'mona@example.com', total: { amount: 12_500 } });
    expect((await expiring(5_000)).recovery).toBeNull();
  });

  test('is where its buyer is led who follows the address of the checkout before it', async () => {
    const original = await openExpired({ captureMethod: 'manual' });
    const { body: copy } = await recover(original);
    await world.confirm(copy);
    await end(copy, [5_000]);
    expect((await recover(original)).body).toMatchObject({ id: copy.id, status: 'complete', amountReceived: 5_000 });
  });
});

test('discounts that still apply are on the copy, others are left out', async () => {
  const [coupon, code] = [await world.coupon({ percentOff: 50 }), await world.promotionCode()];
  const kept = await openExpired({ discounts: [{ coupon: coupon.id }] });
  const lost = await openExpired({ discounts: [{ promotionCode: code.id }] });
  await world.merchant('PATCH', `/promotion-codes/${code.id}`, { active: false });
  expect((await recover(kept)).body).toMatchObject({ amountTotal: 6_250, discounts: [{ id: 'pending' }] });
  expect((await recover(lost)).body).toMatchObject({ amountTotal: 12_500, discounts: [] });
});

test('a checkout of a customer who was deleted since is recovered without them', async () => {
  const customerId = 'cus_deleted';
  world.siblings.customers.set(customerId, { id: customerId, type: 'registered', metadata: {} });
  const [kept, gone] = [await openExpired({ customerId }), await openExpired({ customerId })];
  expect(await world.readSession((await recover(kept)).body.id)).toMatchObject({ customerId });
  world.siblings.customers.delete(customerId);
  const { body: copy } = await recover(gone);
  expect(await world.readSession(copy.id)).not.toHaveProperty('customerId');
  expect((await world.confirm(copy)).body).toMatchObject({ checkoutSession: { status: 'complete' } });
});

test('a customer who is deleted and erased while a copy is prepared is not in it: 503, and a retry recovers without them', async () => {
  const customerId = 'cus_erased';
  const person = { name: 'Mona', email: 'mona@example.com' };
  world.siblings.customers.set(customerId, { id: customerId, type: 'registered', ...person, metadata: {} });
  const session = await openExpired({ customerId });
  world.siblings.after = async (name) => {
    if (name !== 'getCustomerSummary') return;
    world.siblings.after = () => {};
    world.siblings.customers.delete(customerId);
    await publishEvent(world, 'checkout-customers', {
      type: 'customer.deleted',
      version: 2,
      object: sampleGuest(customerId),
    });
  };
  expect(await codeOf(session)).toEqual([503, 'internal_error']);
  const { body: copy } = await recover(session);
  expect(await world.readSession(copy.id)).not.toHaveProperty('customerId');
  const { rows } = await world
    .db('checkout')
    .query(`select 1 from checkout_sessions where id = any($1) and row_to_json(checkout_sessions)::text ~* 'mona'`, [
      [session.id, copy.id],
    ]);
  expect(rows).toEqual([]);
});

test('what cannot be sold any more is not recovered, and nothing is left behind', async () => {
  const [scarce, archived] = [world.siblings.addPrice({}, {}, 1), world.siblings.addPrice()];
  const sessions = [scarce, archived].map(({ price }) => openExpired({ lineItems: [{ price: price.id }] }));
  const [first, second] = await Promise.all(sessions);
  if (!first || !second) throw new Error('two were opened');
  await world.confirm(await world.openSession({ lineItems: [{ price: scarce.price.id }] }));
  world.siblings.prices.set(archived.price.id, { ...archived, product: { ...archived.product, active: false } });
  expect(await codeOf(first)).toEqual([409, 'price_sold_out']);
  expect(await codeOf(second)).toEqual([400, 'product_archived']);
  const { rows } = await world
    .db('checkout')
    .query('select 1 from checkout_sessions where recovered_from = any($1)', [[first.id, second.id]]);
  expect(rows).toEqual([]);
});

test('a checkout of a payment link can be recovered while the link is open, and counts for it', async () => {
  const links = linksOf(world);
  const link = await links.create({ maxCompletions: 2 });
  const open = async () => (await client<Recovered>('PATCH', `/client/checkout/${link.id}`, {})).body;
  const [one, two] = [await open(), await open()];
  for (const { id } of [one, two]) await world.runOut(id);
  const { body: copy } = await recover(one);
  expect((await world.readSession(copy.id)).paymentLinkId).toBe(link.id);
  await world.merchant('PATCH', `/payment-links/${link.id}`, { active: false });
  expect(await codeOf(two)).toEqual([409, 'payment_link_inactive']);
  expect((await world.confirm(copy)).status).toBe(200); // started before the link was closed
});

test('a checkout of a link is not recovered while a payment takes the last place of the link, and is once that has failed', async () => {
  const link = await linksOf(world).create({ maxCompletions: 1 });
  const { body: expired } = await client<Recovered>('PATCH', `/client/checkout/${link.id}`, {});
  await world.runOut(expired.id);
  const paymentMethod = card(cards.threeDSecure);
  const path = `/client/checkout/${link.id}/confirm`;
  const { body: atBank } = await client<ConfirmedCheckout>('POST', path, { paymentMethod });
  expect(await codeOf(expired)).toEqual([409, 'payment_link_inactive']);
  const sessionId = atBank.checkoutSession.id ?? '';
  world.siblings.move(sessionId, { status: 'REQUIRES_PAYMENT_METHOD', nextAction: null });
  await world.publish('payment_intent.payment_failed', sessionId);
  expect((await recover(expired)).status).toBe(200);
});

test('401 for a wrong secret, 404 for the id of a payment link', async () => {
  const [session, other] = [await openExpired(), await openExpired()];
  expect(await codeOf({ id: session.id, clientSecret: other.clientSecret })).toEqual([401, 'invalid_client_secret']);
  const link = await linksOf(world).create();
  expect(await codeOf({ id: link.id, clientSecret: 'x' })).toEqual([404, 'resource_missing']);
});
