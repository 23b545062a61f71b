import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { PaymentLink } from '@mizan/contracts';
import { Problem } from '@mizan/service-kit';
import { card, cards, startCheckout, type CheckoutWorld } from '../checkout.test-support.ts';
import { linksOf, type Links } from '../payment-links/payment-links.test-support.ts';
import { linkBuyers, slugOf, type LinkBuyers } from './link-buyers.test-support.ts';

let world: CheckoutWorld;
let links: Links;
let buyers: LinkBuyers;
beforeAll(async () => {
  world = await startCheckout({ nats: true });
  links = linksOf(world);
  buyers = linkBuyers(world);
});
afterAll(() => world.stop());

const successesOf = async ({ id }: PaymentLink) =>
  (await links.list(`?search=${id}`)).body.data[0]?.successfulTransactions;

describe('a closed link refuses buyers, and sessions that it has opened may complete', () => {
  const refusals = async (link: PaymentLink) => {
    const answers = [
      await buyers.view(link.id),
      await buyers.change(slugOf(link), {}),
      await buyers.confirm(slugOf(link)),
    ];
    return answers.map(({ status, body }) => `${status} ${body.error?.code}`);
  };
  const three = (text: string) => [text, text, text];

  test('409 payment_link_inactive when it is switched off, until it is switched on again', async () => {
    const link = await links.create();
    const opened = await buyers.open(link);
    await links.change(link.id, { active: false });
    expect(await refusals(link)).toEqual(three('409 payment_link_inactive'));
    expect((await world.confirm(opened)).status).toBe(200);
    await links.change(link.id, { active: true });
    expect((await buyers.view(link.id)).status).toBe(200);
  });

  test('409 payment_link_expired from its end on, whether or not that was published', async () => {
    const link = await links.create({ expiresAt: new Date(Date.now() + 60_000).toISOString() });
    const opened = await buyers.open(link);
    await world.db('checkout').query(`update payment_links set expires_at = now() where id = $1`, [link.id]);
    expect(await refusals(link)).toEqual(three('409 payment_link_expired'));
    expect((await world.confirm(opened)).status).toBe(200);
  });

  test('409 payment_link_inactive once it was completed as often as it may be', async () => {
    const link = await links.create({ maxCompletions: 2 });
    const [early, declined] = [await buyers.open(link), await buyers.open(link)];
    await world.confirm(declined, { paymentMethod: card(cards.declined) });
    await buyers.confirm(link.id);
    expect((await buyers.view(link.id)).status).toBe(200);
    await buyers.confirm(link.id);
    expect(await refusals(link)).toEqual(three('409 payment_link_inactive'));
    expect((await world.confirm(early)).status).toBe(200);
    expect(await successesOf(link)).toBe(3);
    await links.change(link.id, { maxCompletions: null });
    expect((await buyers.view(link.id)).status).toBe(200);
  });

  test.each([
    [1, 10],
    [3, 20],
  ])('a link for %d sells no more to %d buyers who confirm at once', async (maxCompletions, count) => {
    const link = await links.create({ maxCompletions });
    const answers = await Promise.all(Array.from({ length: count }, () => buyers.confirm(link.id)));
    const codes = answers.map(({ status, body }) => (status === 200 ? 'paid' : body.error?.code));
    expect(codes.filter((code) => code === 'paid')).toHaveLength(maxCompletions);
    expect(codes.filter((code) => code === 'payment_link_inactive')).toHaveLength(count - maxCompletions);
    expect(await successesOf(link)).toBe(maxCompletions);
    expect(await buyers.sessionsOf(link)).toHaveLength(maxCompletions);
  });

  test('a buyer who pays or is at the bank counts towards the limit of a link, and no longer when that fails', async () => {
    const link = await links.create({ maxCompletions: 1 });
    const codeOf = async () => (await buyers.confirm(link.id)).body.error?.code;
    world.siblings.before = (name) => {
      if (name === 'holdStock') throw new Problem('price_sold_out', 'Another buyer was faster.');
    };
    expect(await codeOf()).toBe('price_sold_out');
    world.siblings.before = () => {};
    expect((await buyers.confirm(link.id, { paymentMethod: card(cards.declined) })).status).toBe(200);

    const atBank = await buyers.confirm(link.id, { paymentMethod: card(cards.threeDSecure) });
    expect(atBank.body.paymentIntent?.status).toBe('REQUIRES_ACTION');
    expect(await codeOf()).toBe('payment_link_inactive');
    expect((await buyers.change(link.id, {})).body.error?.code).toBe('payment_link_inactive');
    expect((await buyers.view(link.id)).status).toBe(200);
    const sessionId = atBank.body.checkoutSession.id ?? '';
    world.siblings.move(sessionId, { status: 'REQUIRES_PAYMENT_METHOD', nextAction: null });
    await world.publish('payment_intent.payment_failed', sessionId);

    expect((await buyers.confirm(link.id)).body.checkoutSession.status).toBe('complete');
    expect(await codeOf()).toBe('payment_link_inactive');
  });

  test('a buyer who was declined tries again in their own session, also when the link has become full meanwhile', async () => {
    const link = await links.create({ maxCompletions: 1 });
    const declined = await buyers.confirm(link.id, { paymentMethod: card(cards.declined) });
    const { id = '', clientSecret = '' } = declined.body.checkoutSession;
    expect((await buyers.confirm(link.id)).body.checkoutSession.status).toBe('complete');
    expect((await buyers.confirm(link.id)).body.error?.code).toBe('payment_link_inactive');
    expect((await world.change({ id, clientSecret }, { customerDetails: { name: 'Mona' } })).status).toBe(200);
    expect((await world.confirm({ id, clientSecret })).body.checkoutSession.status).toBe('complete');
    expect(await successesOf(link)).toBe(2);
  });

  test('404 for a link that is none', async () => {
    for (const answer of [
      await buyers.view('plink_none'),
      await buyers.view('nobodysslug'),
      await buyers.change('plink_none', {}),
    ])
      expect(answer).toMatchObject({ status: 404, body: { error: { code: 'resource_missing' } } });
  });
});

test('successful transactions count paid sessions once: not free ones, not declined ones, not repeated events', async () => {
  const gift = world.siblings.addPrice({
    unitAmount: null,
    type: 'CUSTOM',
    customUnitAmount: { minimum: 0, maximum: null, preset: 5_000 },
  });
  const link = await links.create({ lineItems: [{ price: gift.price.id }] });
  const line = link.lineItems[0]?.id;
  await buyers.confirm(link.id);
  await buyers.confirm(link.id, { paymentMethod: card(cards.declined) });
  const free = await buyers.open(link, { lineItems: [{ id: line, customAmount: 0 }] });
  expect((await world.confirm(free, {})).body.checkoutSession.paymentStatus).toBe('no_payment_required');
  expect(await successesOf(link)).toBe(1);
});

test('a sale whose money comes later counts when it comes, once, however often that is received', async () => {
  const link = await links.create({ maxCompletions: 1 });
  const session = await buyers.open(link);
  await world.confirm(session, { paymentMethod: card(cards.lostAnswer) });
  world.siblings.move(session.id, { status: 'UNCAPTURED' });
  await world.publish('payment_intent.amount_capturable_updated', session.id);
  expect(await world.readSession(session.id)).toMatchObject({ status: 'complete', paymentStatus: 'unpaid' });
  expect(await successesOf(link)).toBe(0);
  expect((await buyers.view(link.id)).body.error?.code).toBe('payment_link_inactive');

  world.siblings.move(session.id, { status: 'SUCCEEDED' });
  for (const _time of [1, 2, 3]) await world.publish('payment_intent.succeeded', session.id);
  expect(await world.readSession(session.id)).toMatchObject({ paymentStatus: 'paid' });
  expect(await successesOf(link)).toBe(1);
});

test('a sale whose money never comes no longer counts towards the limit of a link; if it comes late, it counts again', async () => {
  const link = await links.create({ maxCompletions: 1 });
  const session = await buyers.open(link);
  await world.confirm(session, { paymentMethod: card(cards.lostAnswer) });
  world.siblings.move(session.id, { status: 'UNCAPTURED' });
  await world.publish('payment_intent.amount_capturable_updated', session.id);
  expect((await buyers.view(link.id)).body.error?.code).toBe('payment_link_inactive');

  world.siblings.move(session.id, { status: 'CANCELED' });
  for (const _time of [1, 2]) await world.publish('payment_intent.canceled', session.id);
  expect((await buyers.view(link.id)).status).toBe(200);
  world.siblings.move(session.id, { status: 'SUCCEEDED' });
  for (const _time of [1, 2]) await world.publish('payment_intent.succeeded', session.id);
  expect((await buyers.view(link.id)).body.error?.code).toBe('payment_link_inactive');
  expect(await successesOf(link)).toBe(1);
});
