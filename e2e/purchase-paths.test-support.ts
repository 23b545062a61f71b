import { expect, test } from '@jest/globals';
import type { Refund, WebhookEndpoint } from '@mizan/contracts';
import { asInEvents, eventually, type WebhookSink } from '@mizan/testing';
import { Webhook } from 'standardwebhooks';
import { cards, type Storefront } from './storefront.test-support.ts';

/** What must hold of purchases however the services run. @param started the platform, and a server for its webhooks */
export function purchasePaths(started: () => { readonly shop: Storefront; readonly sink: WebhookSink }): void {
  test('a card payment completes the session, takes one piece of stock, counts as spend and reaches a verified webhook', async () => {
    const { shop, sink } = started();
    const endpoint = await shop.expect<WebhookEndpoint & { secret: string }>(201, 'POST', '/webhook-endpoints', {
      url: `${sink.url}/hooks`,
      enabledEvents: ['*'],
    });
    const { price, session, intentId } = await shop.buy(12_500, 5);

    const paid = await eventually(async () => {
      const read = await shop.session(session.id);
      expect(read).toMatchObject({
        status: 'complete',
        paymentStatus: 'paid',
        paymentIntentId: intentId,
        isExpired: false,
      });
      return read;
    });
    expect(paid.paymentIntent).toMatchObject({ status: 'SUCCEEDED', amount: 12_500, amountReceived: 12_500 });
    expect(paid.paymentIntent).not.toHaveProperty('checkoutSessionId');
    await eventually(async () => expect((await shop.price(price.id)).stock).toBe(4));
    await eventually(async () =>
      expect((await shop.customer(paid.customerId ?? '')).spendData).toMatchObject({
        grossSpend: 12_500,
        numPayments: 1,
        netSpend: 12_500,
      }),
    );

    const delivery = await eventually(() => {
      const found = sink.deliveries.find(({ event }) => event.type === 'payment_intent.succeeded');
      expect(found?.path).toBe('/hooks');
      return found as NonNullable<typeof found>;
    });
    const verified = new Webhook(endpoint.secret).verify(delivery.raw, delivery.headers as Record<string, string>);
    expect(verified).toMatchObject({
      type: 'payment_intent.succeeded',
      objectId: intentId,
      data: { object: asInEvents(await shop.intent(intentId)) },
    });
    expect(await shop.ledgerSums()).toEqual([0]);
  });

  test('a partial refund moves the money once and shows on the charge, the intent, the customer and the balance', async () => {
    const { shop } = started();
    const { session, intentId } = await shop.buy(10_000);
    const refund = await shop.expect<Refund>(201, 'POST', '/refunds', { paymentIntentId: intentId, amount: 4_000 });
    expect(refund).toMatchObject({ status: 'SUCCEEDED', amount: 4_000, paymentIntentId: intentId });
    await eventually(async () =>
      expect(await shop.intent(intentId)).toMatchObject({
        status: 'PARTIALLY_REFUNDED',
        amountRefunded: 4_000,
        latestCharge: { amountRefunded: 4_000, refunded: false },
      }),
    );
    const { customerId } = await shop.session(session.id);
    await eventually(async () =>
      expect((await shop.customer(customerId ?? '')).spendData).toMatchObject({
        grossSpend: 10_000,
        amountRefunded: 4_000,
        netSpend: 6_000,
      }),
    );
    expect(await shop.ledgerSums()).toEqual([0]);
  });

  test('a decline leaves the session open for another try, gives the stock back, and only the second charge moves funds', async () => {
    const { shop } = started();
    const { price } = await shop.stock(9_900, 1);
    const session = await shop.openSession(price);
    const declined = await shop.confirm(session, cards.declined);
    expect(declined).toMatchObject({
      status: 200,
      body: { checkoutSession: { status: 'open' }, paymentIntent: { status: 'REQUIRES_PAYMENT_METHOD' } },
    });
    const paid = await shop.confirm(session, cards.good);
    expect(paid).toMatchObject({ status: 200, body: { paymentIntent: { status: 'SUCCEEDED' } } });
    const intent = await shop.intent(paid.body.paymentIntent?.id ?? '');
    expect(intent.charges.map(({ status }) => status)).toEqual(['FAILED', 'SUCCEEDED']);
    await eventually(async () => expect((await shop.price(price.id)).stock).toBe(0));
    const late = await shop.world.api('POST', '/checkout/sessions', { lineItems: [{ price: price.id }] });
    expect(late).toMatchObject({ status: 409, body: { error: { code: 'price_sold_out' } } });
  });

  test('a session that its merchant ends takes no payment, and a webhook says so', async () => {
    const { shop, sink } = started();
    const { price } = await shop.stock(7_500, 1);
    const session = await shop.openSession(price);
    expect((await fetch(session.url ?? '')).status).toBe(200);
    await shop.expect(200, 'POST', `/checkout/sessions/${session.id}/expire`, {});
    expect(await shop.confirm(session)).toMatchObject({
      status: 409,
      body: { error: { code: 'checkout_session_expired' } },
    });
    await eventually(() =>
      expect(sink.deliveries.map(({ event }) => [event.type, event.objectId])).toContainEqual([
        'checkout.session.expired',
        session.id,
      ]),
    );
    expect(await shop.price(price.id)).toMatchObject({ stock: 1 });
  });
}
