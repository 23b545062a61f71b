import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { Stripe } from 'stripe';
import { eventually } from '@mizan/testing';
import { StandInClock } from '../../server/clock.ts';
import { refusalOf, startShop, type Received, type Shop } from '../shop.test-support.ts';

let shop: Shop;
beforeEach(async () => {
  shop = await startShop();
});
afterEach(() => shop.close());

const pay = () =>
  shop.stripe.paymentIntents.create({
    amount: 10_000,
    currency: 'egp',
    confirm: true,
    allowed_payment_method_types: ['card'],
    payment_method: 'pm_card_visa',
    metadata: { ours: 'ch_1' },
  });
const open = ({ raw, headers }: Received, secret: string): Stripe.Event =>
  shop.stripe.webhooks.constructEvent(raw, String(headers['stripe-signature']), secret);
const typesOf = (received: readonly Received[]) =>
  received.map(({ raw }) => (JSON.parse(raw) as { type: string }).type);
const listen = (...enabled_events: Stripe.WebhookEndpointCreateParams.EnabledEvent[]) =>
  shop.stripe.webhookEndpoints.create({ url: shop.webhookUrl, enabled_events });
/** The secret of an endpoint for successes only. */
const listenForSuccess = async () => (await listen('payment_intent.succeeded')).secret ?? '';

describe('a webhook endpoint', () => {
  test('receives what it wants in order, signed with its own secret, as the API shows it', async () => {
    const { secret = '' } = await listen('payment_intent.created', 'charge.succeeded', 'payment_intent.succeeded');
    const paid = await pay();
    await shop.standIn.idle();
    const events = shop.received.map((each) => open(each, secret));
    expect(events.map(({ type }) => type)).toEqual([
      'payment_intent.created',
      'charge.succeeded',
      'payment_intent.succeeded',
    ]);
    expect(events.at(-1)).toMatchObject({
      object: 'event',
      livemode: false,
      data: { object: { id: paid.id, status: 'succeeded', metadata: { ours: 'ch_1' } } },
    });
    expect(await shop.stripe.events.retrieve(events.at(-1)?.id ?? '')).toMatchObject({
      type: 'payment_intent.succeeded',
    });
    expect(() => open(shop.received[0] as Received, 'whsec_other')).toThrow('No signatures found');
  });

  test('is listed without its secret, and receives nothing once it is deleted', async () => {
    const { id } = await listen('*');
    const { data } = await shop.stripe.webhookEndpoints.list();
    expect(data).toMatchObject([{ id, url: shop.webhookUrl, enabled_events: ['*'] }]);
    expect(data[0]).not.toHaveProperty('secret');
    expect(await shop.stripe.webhookEndpoints.del(id)).toMatchObject({ id, deleted: true });
    await pay();
    await shop.standIn.idle();
    expect(shop.received).toEqual([]);
    expect(await refusalOf(shop.stripe.webhookEndpoints.retrieve(id))).toMatchObject({ statusCode: 404 });
  });

  test('of the other mode receives nothing, and an unencrypted one does not exist there', async () => {
    const live = shop.client(shop.standIn.liveAccount.secretKey);
    const plain = live.webhookEndpoints.create({ url: shop.webhookUrl, enabled_events: ['*'] });
    expect(await refusalOf(plain)).toMatchObject({ code: 'url_invalid' });
    shop.standIn.addWebhookEndpoint(shop.webhookUrl, true);
    await pay();
    await shop.standIn.idle();
    expect(shop.received).toEqual([]);
  });

  test('of the dashboard is signed with the account’s webhook secret', async () => {
    shop.standIn.addWebhookEndpoint(shop.webhookUrl);
    await pay();
    await shop.standIn.idle();
    expect(open(shop.received[0] as Received, shop.standIn.account.webhookSecret).type).toBe('payment_intent.created');
  });

  test.each([
    ['an address that is none', { url: 'nowhere', enabled_events: ['*'] }, 'url'],
    ['no events', { url: 'https://shop.example/', enabled_events: [] }, 'enabled_events'],
    ['an event that cannot be', { url: 'https://shop.example/', enabled_events: ['Everything!'] }, 'enabled_events'],
  ])('with %s is refused', async (_, given, param) => {
    const made = shop.stripe.webhookEndpoints.create(given as Stripe.WebhookEndpointCreateParams);
    expect(await refusalOf(made)).toMatchObject({ statusCode: 400, param });
  });

  test('that answers anything but 2xx receives it again, with a new time and a new signature', async () => {
    await shop.close();
    const clock = new StandInClock({ frozenAt: new Date().toISOString() });
    shop = await startShop({ clock, retryDelaysMs: [60_000] });
    const secret = await listenForSuccess();
    shop.statuses.push(404);
    await pay();
    await shop.standIn.idle();
    clock.advance(60_000);
    await shop.standIn.idle();
    expect(shop.received).toHaveLength(2);
    const [first, second] = shop.received as [Received, Received];
    expect(second.raw).toBe(first.raw);
    expect(second.headers['stripe-signature']).not.toBe(first.headers['stripe-signature']);
    expect(open(second, secret).type).toBe('payment_intent.succeeded');
  });
});

describe('on request a webhook is', () => {
  test('dropped, and the next one arrives', async () => {
    await listenForSuccess();
    shop.standIn.spoilCallbacks('drop');
    await pay();
    const { id } = await pay();
    await shop.standIn.idle();
    expect(shop.received.map(({ raw }) => raw.includes(id))).toEqual([true]);
  });

  test('sent twice', async () => {
    await listenForSuccess();
    shop.standIn.spoilCallbacks('double');
    await pay();
    await eventually(() => expect(typesOf(shop.received)).toHaveLength(2));
    expect(shop.received[0]?.raw).toBe(shop.received[1]?.raw);
  });

  test('sent after the one that follows it', async () => {
    await listen('charge.succeeded', 'payment_intent.succeeded');
    shop.standIn.spoilCallbacks('reorder');
    await pay();
    await shop.standIn.idle();
    expect(typesOf(shop.received)).toEqual(['payment_intent.succeeded', 'charge.succeeded']);
  });

  test.each(['truncate', 'forge'] as const)(
    'made unreadable or signed by a stranger (%s): no one accepts it',
    async (fault) => {
      const secret = await listenForSuccess();
      shop.standIn.spoilCallbacks(fault);
      await pay();
      await shop.standIn.idle();
      expect(() => open(shop.received[0] as Received, secret)).toThrow('No signatures found');
    },
  );

  test('replayed with its old signature, which is refused once it is older than five minutes', async () => {
    await shop.close();
    const clock = new StandInClock({ frozenAt: new Date(Date.now() - 3_600_000).toISOString() });
    shop = await startShop({ clock });
    const secret = await listenForSuccess();
    await pay();
    await shop.standIn.idle();
    expect(shop.standIn.replayCallback(shop.standIn.callbacks[0]?.id ?? 0)).toBe(true);
    await shop.standIn.idle();
    const [first, again] = shop.received as [Received, Received];
    expect(again.headers['stripe-signature']).toBe(first.headers['stripe-signature']);
    expect(() => open(again, secret)).toThrow('Timestamp outside the tolerance zone');
  });
});
