import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { CheckoutSession } from '@mizan/contracts';
import { card, cards, startCheckout, type CheckoutWorld } from '../checkout.test-support.ts';
import { fingerprintOf } from '../payments.test-support.ts';
import { withoutAlias } from './buyer-marks.ts';
import { countsOf, eventsAbout, listDiscounts, openDiscounted } from './discounts.test-support.ts';

let world: CheckoutWorld;
beforeAll(async () => {
  world = await startCheckout({ nats: true });
  for (const id of ['cus_one', 'cus_two']) world.siblings.customers.set(id, { id, type: 'registered', metadata: {} });
});
afterAll(() => world.stop());

type Who = { email?: string; phone?: string };
let buyers = 0;
const anotherBuyer = (): Who => ({ email: `buyer-${++buyers}@example.com` });

const oncePerCustomer = async () => (await world.coupon({ percentOff: 10, maxRedemptionsPerCustomer: 1 })).id;
const firstTimeCode = async (body: object = {}) =>
  world.promotionCode({ restrictions: { firstTimeTransaction: true }, ...body });
const openFor = (discount: object, customerDetails: Who) => openDiscounted(world, [discount], { customerDetails });
/** Opens without saying who buys, so that only the confirm can tell. */
const openUnknown = async (discount: object, customerDetails: Who): Promise<CheckoutSession> => {
  const session = await openDiscounted(world, [discount]);
  await world.change(session, { customerDetails });
  return session;
};
/** @param number of the card; one that nobody else has when absent */
const buy = async (discount: object, who: Who, number?: string) => {
  const session = await openUnknown(discount, who);
  const answer = await world.confirm(session, number === undefined ? undefined : { paymentMethod: card(number) });
  return answer.status === 200 ? 'paid' : answer.body.error?.code;
};
/** Confirms them in one instant: none goes on before all have asked who buys. */
const confirmTogether = async (sessions: readonly CheckoutSession[], body?: object) => {
  const ready = Promise.withResolvers<void>();
  let arrived = 0;
  world.siblings.before = (name) => {
    if (name !== 'resolveCustomer') return;
    if (++arrived === sessions.length) ready.resolve();
    return ready.promise;
  };
  const answers = await Promise.all(sessions.map((session) => world.confirm(session, body)));
  world.siblings.before = () => {};
  return answers;
};
const refusedAtOpening = async (discount: object, body: object) => {
  const { price } = world.siblings.addPrice();
  const answer = await world.merchant<{ error?: { code: string } }>('POST', '/checkout/sessions', {
    lineItems: [{ price: price.id }],
    discounts: [discount],
    ...body,
  });
  return answer.status === 201 ? 'opened' : answer.body.error?.code;
};

describe('a coupon for once per customer', () => {
  const usedUp = 'coupon_customer_max_redemptions';

  test('serves a guest once, whichever alias of the e-mail is typed, and other guests too', async () => {
    const discount = { coupon: await oncePerCustomer() };
    expect(await buy(discount, { email: 'Mona@Example.com' })).toBe('paid');
    expect(await buy(discount, { email: 'mona+second@example.com' })).toBe(usedUp);
    expect(await buy(discount, { email: 'adel@example.com' })).toBe('paid');
  });

  test('serves a phone number once, although the e-mail is another', async () => {
    const discount = { coupon: await oncePerCustomer() };
    expect(await buy(discount, { ...anotherBuyer(), phone: '+20 100 123 4567' })).toBe('paid');
    expect(await buy(discount, { ...anotherBuyer(), phone: '00201001234567' })).toBe(usedUp);
  });

  test('serves a card once, although e-mail and phone are others', async () => {
    const [discount, number] = [{ coupon: await oncePerCustomer() }, '5555555555554444'];
    expect(await buy(discount, { ...anotherBuyer(), phone: '+201001234568' }, number)).toBe('paid');
    expect(await buy(discount, { ...anotherBuyer(), phone: '+201001234569' }, number)).toBe(usedUp);
    expect(await buy(discount, {}, number)).toBe(usedUp);
    expect(await buy(discount, anotherBuyer(), '4000056655665556')).toBe('paid');
  });

  test('serves the card of a chosen customer once', async () => {
    const [coupon, paymentMethod] = [await oncePerCustomer(), card('378282246310005')];
    for (const [customerId, status] of [
      ['cus_one', 200],
      ['cus_two', 400],
    ] as const) {
      const session = await openDiscounted(world, [{ coupon }], { customerId });
      expect((await world.confirm(session, { paymentMethod })).status).toBe(status);
    }
  });

  test('serves a customer once, and is refused when the session is opened', async () => {
    const discount = { coupon: await oncePerCustomer() };
    const session = await openDiscounted(world, [discount], { customerId: 'cus_one' });
    expect((await world.confirm(session)).status).toBe(200);
    expect(await refusedAtOpening(discount, { customerId: 'cus_one' })).toBe(usedUp);
    expect(await refusedAtOpening(discount, { customerId: 'cus_two' })).toBe('opened');
  });

  test('is refused when the session is opened for a guest who is known by e-mail already', async () => {
    const discount = { coupon: await oncePerCustomer() };
    const who = anotherBuyer();
    await buy(discount, who);
    expect(await refusedAtOpening(discount, { customerDetails: who })).toBe(usedUp);
  });

  test('serves one of ten checkouts that one buyer confirms at once', async () => {
    const coupon = await oncePerCustomer();
    const who = anotherBuyer();
    const sessions = await Promise.all(Array.from({ length: 10 }, () => openFor({ coupon }, who)));
    const answers = await confirmTogether(sessions);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { body } of answers.filter(({ status }) => status !== 200)) expect(body.error?.code).toBe(usedUp);
    expect((await countsOf(world, { couponId: coupon })).coupon).toEqual({ times: 1, held: 0, over: 0 });
  });

  test('serves again after a decline, and after everything was refunded, which the count of all does not forget', async () => {
    const coupon = await oncePerCustomer();
    const who = anotherBuyer();
    const session = await openUnknown({ coupon }, who);
    await world.confirm(session, { paymentMethod: card(cards.declined) });
    expect((await world.confirm(session)).status).toBe(200);
    expect(await buy({ coupon }, who)).toBe(usedUp);
    const [discount] = (await world.readSession(session.id)).discounts;

    world.siblings.move(session.id, { status: 'PARTIALLY_REFUNDED' });
    await world.publish('payment_intent.partially_refunded', session.id);
    expect(await buy({ coupon }, who)).toBe(usedUp);
    world.siblings.move(session.id, { status: 'REFUNDED' });
    await world.publish('payment_intent.refunded', session.id);
    world.siblings.move(session.id, {});
    await world.publish('payment_intent.updated', session.id);
    expect(await eventsAbout(world, [discount?.id ?? ''])).toEqual(['discount.created', 'discount.deleted']);
    expect((await listDiscounts(world, `checkoutSessionId=${session.id}`)).totalCount).toBe(0);
    expect((await world.readSession(session.id)).discounts).toEqual([discount]);

    expect(await buy({ coupon }, who)).toBe('paid');
    expect((await countsOf(world, { couponId: coupon })).coupon).toEqual({ times: 2, held: 0, over: 0 });
  });
});

describe('a code for first purchases', () => {
  const notFirst = 'promotion_code_first_time_only';

  test('accepts guests who never paid; a buyer who paid is recognized by e-mail, phone or customer', async () => {
    const { id } = await firstTimeCode();
    const [known, fresh] = [{ ...anotherBuyer(), phone: '+201112223334' }, anotherBuyer()];
    const plain = await world.openSession({ customerDetails: known });
    expect((await world.confirm(plain)).status).toBe(200);
    expect(await buy({ promotionCode: id }, { email: known.email })).toBe(notFirst);
    expect(await buy({ promotionCode: id }, { ...anotherBuyer(), phone: '+20 111 222 3334' })).toBe(notFirst);
    expect(await refusedAtOpening({ promotionCode: id }, { customerDetails: known })).toBe(notFirst);
    expect(await buy({ promotionCode: id }, fresh)).toBe('paid');
    expect(await buy({ promotionCode: id }, fresh)).toBe(notFirst);
  });

  test('recognizes the card of a buyer who paid before, with another e-mail and phone', async () => {
    const { id } = await firstTimeCode();
    const [paid, declined] = [card('6011111111111117'), card(cards.declined)];
    const plain = await world.openSession({ customerDetails: anotherBuyer() });
    expect((await world.confirm(plain, { paymentMethod: paid })).status).toBe(200);
    const other = { ...anotherBuyer(), phone: '+201112223335' };
    expect(await buy({ promotionCode: id }, other, paid.card.number)).toBe(notFirst);
    expect(await buy({ promotionCode: id }, {}, paid.card.number)).toBe(notFirst);
    await world.confirm(await world.openSession(), { paymentMethod: declined });
    expect(await buy({ promotionCode: id }, other)).toBe('paid'); // with a card of their own
  });

  test('a payment without a checkout counts as well', async () => {
    const { id } = await firstTimeCode();
    const who = anotherBuyer();
    const session = await world.openSession({ customerDetails: who });
    await world.confirm(session, { paymentMethod: card(cards.lostAnswer) });
    const { paymentIntent } = world.siblings.move(session.id, { status: 'SUCCEEDED', checkoutSessionId: null });
    expect(paymentIntent.customer?.email).toBe(who.email);
    expect(await refusedAtOpening({ promotionCode: id }, { customerDetails: who })).toBe('opened');
    await world.publish('payment_intent.succeeded', session.id);
    expect(await refusedAtOpening({ promotionCode: id }, { customerDetails: who })).toBe(notFirst);
    expect(await buy({ promotionCode: id }, anotherBuyer(), cards.lostAnswer)).toBe(notFirst);
  });

  test('a payment that failed is none', async () => {
    const { id } = await firstTimeCode();
    const who = anotherBuyer();
    await world.confirm(await world.openSession({ customerDetails: who }), { paymentMethod: card(cards.declined) });
    expect(await buy({ promotionCode: id }, who)).toBe('paid');
  });

  test('that leaves nothing to pay serves a buyer once, also of ten at once', async () => {
    const coupon = await world.coupon({ percentOff: 100 });
    const { id } = await firstTimeCode({ couponId: coupon.id });
    const who = anotherBuyer();
    const sessions = await Promise.all(Array.from({ length: 10 }, () => openFor({ promotionCode: id }, who)));
    const answers = await confirmTogether(sessions, {});
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { body } of answers.filter(({ status }) => status !== 200)) expect(body.error?.code).toBe(notFirst);
  });
});

test('of ten codes for first purchases, each of a coupon of its own, one buyer redeems one, also at once', async () => {
  const who = { ...anotherBuyer(), phone: '+201119998887' };
  const codes = await Promise.all(Array.from({ length: 10 }, () => firstTimeCode()));
  const sessions = await Promise.all(codes.map(({ id }) => openFor({ promotionCode: id }, who)));
  const answers = await confirmTogether(sessions);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const { body } of answers.filter(({ status }) => status !== 200))
    expect(body.error?.code).toBe('promotion_code_first_time_only');
});

test('a code of one customer is refused at the confirm of a guest who turns out to be another', async () => {
  const { id } = await world.promotionCode({ customerId: 'cus_one' });
  expect(await buy({ promotionCode: id }, anotherBuyer())).toBe('promotion_code_customer_mismatch');
});

test('what a buyer is known by is nowhere to be read', async () => {
  const coupon = await oncePerCustomer();
  await buy({ coupon }, { email: 'private.person@example.com', phone: '+201234567890' }, '3530111333300000');
  const { rows } = await world.db('checkout').query<{ all: string }>(
    `select coalesce((select string_agg(m::text, '') from discount_marks m), '')
       || coalesce((select string_agg(p::text, '') from paid_marks p), '')
       || (select string_agg(marks::text, '') from discounts) as all`,
  );
  expect(rows[0]?.all.length).toBeGreaterThan(40);
  expect(rows[0]?.all).not.toMatch(/private|1234567890|3530111333300000/);
  expect(rows[0]?.all).not.toContain(fingerprintOf('3530111333300000'));
});

test.each([
  [' Mona@Example.COM ', 'mona@example.com'],
  ['mona+shop+2@example.com', 'mona@example.com'],
  ['m.o.na+x@gmail.com', 'mona@gmail.com'],
  ['mona@googlemail.com', 'mona@gmail.com'],
  ['m.ona@example.com', 'm.ona@example.com'],
  ['+only@example.com', '+only@example.com'],
])('%j is the mailbox %s', (email, mailbox) => {
  expect(withoutAlias(email)).toBe(mailbox);
});
