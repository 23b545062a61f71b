import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  serviceNames,
  type BusUserWithCredentials,
  type CheckoutSession,
  type PaymentIntent,
  type PlatformHealth,
} from '@mizan/contracts';
import { startStripeStandIn, type StripeStandIn } from '@mizan/stand-ins';
import { eventually, startWebhookSink, type WebhookSink, sizeOf } from '@mizan/testing';
import { stripeKeys } from '../live-platform.test-support.ts';
import { card, cards, startPlatform, Storefront } from '../storefront.test-support.ts';
import { edgesOf, startCollector, type Collector } from './otlp-collector.test-support.ts';
import { busStoreOf, tablesOf } from './stored-text.test-support.ts';

/** Numbers that are sent in this test: paying, declining, refused, and in a wallet's token. */
const everyNumber = [...Object.values(cards), '4000000000009995', '4111111111111111', '5555555555554444'];
const numbers = sizeOf({ quick: [cards.good, cards.declined], full: everyNumber });
const securityCode = '7391';

const operatorToken = 'the operator token of these tests, long enough';

let collector: Collector;
let sink: WebhookSink;
let stripe: StripeStandIn;
let shop: Storefront;
beforeAll(async () => {
  [collector, sink, stripe] = await Promise.all([
    startCollector(),
    startWebhookSink(),
    startStripeStandIn({ account: { secretKey: stripeKeys.secretKey } }),
  ]);
  const env = { MIZAN_OPERATOR_TOKEN: operatorToken, MIZAN_STRIPE_API_URL: stripe.url };
  shop = new Storefront(await startPlatform(env, 'guarded'));
  const telemetry = {
    LOG_LEVEL: 'debug',
    MIZAN_TRACE_RATIO: '1',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_METRIC_EXPORT_INTERVAL: '1000',
  };
  await Promise.all(serviceNames.map((name) => shop.world.replica(name).spawn(telemetry)));
});
afterAll(async () => {
  await shop.world.stop();
  await Promise.all([sink.close(), stripe.close()]);
  collector.close();
});

/** Waits until every event is published and handled: events that gather in a consumer share its statements. */
const idle = () =>
  eventually(async () => {
    await shop.expectSettled();
    const { body } = await shop.world.api<PlatformHealth>('GET', '/operator/health', undefined, { key: operatorToken });
    const consumers = body.services.flatMap(({ health }) => health?.consumers ?? []);
    expect(consumers.filter(({ pending, unacknowledged }) => pending + unacknowledged > 0)).toEqual([]);
    expect(consumers.length).toBeGreaterThan(0);
    await shop.expectSettled();
  });

const withCode = (number: string) => ({ type: 'card', card: { ...card(number).card, cvc: securityCode } });
const pay = (paymentMethod: object, more: object = {}, key?: string) =>
  shop.world.api<PaymentIntent>(
    'POST',
    '/payment-intents',
    { amount: 10_000, currency: 'EGP', confirm: true, returnUrl: 'https://shop.example/', paymentMethod, ...more },
    key === undefined ? {} : { key },
  );

/** Sends each number in every way in which one can arrive, welcome or not. */
async function sendNumbers(): Promise<void> {
  const { price } = await shop.stock(10_000);
  for (const number of numbers) {
    await shop.confirm(await shop.openSession(price), number);
    await pay(withCode(number));
    await pay(withCode(number.replaceAll(/(?<=^(\d{4})+)(?=\d)/g, ' ')));
    await pay({ type: 'card', card: { ...withCode(number).card, number: Number(number) } }); // ill-typed
    await pay({ ...withCode(number), pan: number }); // unknown
    await pay(withCode(number), {}, shop.world.accounts.keys.liveSecret); // no card numbers in live mode
    await pay({ type: 'apple_pay', token: `test_token:${number}` });
    await shop.world.api('GET', `/products/${number}?search=${number}`);
    await fetch(`${shop.world.gatewayUrl}/payment-intents`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${shop.world.accounts.keys.testSecret}`,
        'content-type': 'application/json',
      },
      body: `{"paymentMethod":{"card":{"number":"${number}","cvc":"${securityCode}"`, // cut off
    });
  }
  const { body: challenged } = await pay(withCode(cards.threeDSecure));
  await fetch(challenged.nextAction?.redirectToUrl?.url ?? '', {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ outcome: 'authenticate' }),
  });
}

const logs = (): string => serviceNames.map((name) => shop.world.replica(name).logText()).join('\n');

/** What was found of a card, with a little of what stands around it. */
function traces(text: string): string[] {
  const forms = [
    ...everyNumber.map((number) => [...number].join('[ -]?')),
    ...everyNumber.flatMap((number) => [
      Buffer.from(number).toString('base64').slice(0, 20),
      Buffer.from(number).toString('hex'),
    ]),
    `"${securityCode}"`,
    `cvc\\W{1,12}${securityCode}`,
  ];
  const found = new RegExp(`.{0,60}(?:${forms.join('|')}).{0,20}`, 'g');
  return [...text.matchAll(found)].map(([match]) => match);
}

test('a card number or security code is in no table, no log line, no span and not on the bus, however it came', async () => {
  await sendNumbers();
  await idle();
  // Each place has what was written last, so that nothing is on its way any more.
  const marker = `last ${Date.now()}`;
  await shop.expect(201, 'POST', '/products', { name: marker });
  await eventually(async () => {
    await shop.expectSettled();
    expect({
      isStored: (await tablesOf(shop.world)).includes(marker),
      isPublished: busStoreOf(shop.world).includes(marker),
    }).toEqual({
      isStored: true,
      isPublished: true,
    });
    for (const name of serviceNames) {
      const isLogged = shop.world.replica(name).logText().includes('"event":"');
      const isTraced = collector.spans().some(({ service }) => service === `mizan-${name}`);
      expect({ name, isLogged, isTraced }).toEqual({ name, isLogged: true, isTraced: true });
    }
    const requests = shop.world
      .replica('gateway')
      .logText()
      .matchAll(/createPaymentIntent/g);
    expect([...requests].length).toBeGreaterThanOrEqual(numbers.length * 5);
  });

  expect(traces('{"number":"4242 4242-42424242424","cvc":"7391"}')).not.toEqual([]); // the search itself works
  const places = {
    tables: await tablesOf(shop.world),
    logs: logs(),
    spans: collector.text(),
    bus: busStoreOf(shop.world),
  };
  expect(/last4\W+4242/.test(places.tables)).toBe(true); // what may be kept
  for (const [place, text] of Object.entries(places))
    expect({ place, traces: traces(text) }).toEqual({ place, traces: [] });
});

/** A buyer's confirmation under a trace of the caller's own. */
async function confirmTraced(session: CheckoutSession, traceId: string, callersSpan: string): Promise<void> {
  const body = { paymentMethod: card(cards.good), expectedAmountTotal: session.amountTotal };
  const headers = { 'client-secret': session.clientSecret ?? '', traceparent: `00-${traceId}-${callersSpan}-01` };
  const path = `/client/checkout/${session.id}/confirm`;
  expect((await shop.world.api('POST', path, body, { key: null, headers })).status).toBe(200);
}

test('one purchase is one trace through every hop, in which every span but the caller’s has its parent', async () => {
  await shop.expect(201, 'POST', '/webhook-endpoints', { url: `${sink.url}/traced`, enabledEvents: ['*'] });
  const { price } = await shop.stock(5_000, 3);
  await idle();
  const [traceId, callersSpan] = ['5eed'.repeat(8), 'ca11'.repeat(4)];
  await confirmTraced(await shop.openSession(price), traceId, callersSpan);
  await eventually(
    () => {
      const spans = collector.spans(traceId);
      const edges = [...edgesOf(spans)];
      expect(edges).toEqual(
        expect.arrayContaining([
          'caller > gateway confirmHostedCheckout',
          'gateway confirmHostedCheckout > checkout confirmHostedCheckout',
          'checkout confirmHostedCheckout > checkout: db.query',
          'checkout confirmHostedCheckout > checkout: call resolveCustomer',
          'checkout: call resolveCustomer > customers resolveCustomer',
          'customers resolveCustomer > customers: db.query',
          'customers resolveCustomer > customers: publish customer.created',
          'customers resolveCustomer > webhooks: process customer.created',
          'checkout confirmHostedCheckout > checkout: call holdStock',
          'checkout: call holdStock > catalog holdStock',
          'catalog holdStock > catalog: db.query',
          'checkout confirmHostedCheckout > checkout: call confirmPayment',
          'checkout: call confirmPayment > payments confirmPayment',
          'payments confirmPayment > payments: db.query',
          'payments confirmPayment > payments: publish payment_intent.succeeded',
          'payments confirmPayment > catalog: process payment_intent.succeeded',
          'catalog: process payment_intent.succeeded > catalog: db.query',
          'payments confirmPayment > customers: process payment_intent.succeeded',
          'payments confirmPayment > payments: process charge.succeeded',
          'payments confirmPayment > webhooks: process payment_intent.succeeded',
          // Of events that are stored together, one has the statements below it.
          expect.stringMatching(/^webhooks: process \S+ > webhooks: db.query$/),
          'payments confirmPayment > webhooks: webhook delivery',
          'checkout confirmHostedCheckout > checkout: publish checkout.session.completed',
          'checkout confirmHostedCheckout > webhooks: webhook delivery',
        ]),
      );
      expect(edges.filter((edge) => edge.startsWith('caller'))).toEqual(['caller > gateway confirmHostedCheckout']);
      expect(spans.find(({ name }) => name === 'gateway confirmHostedCheckout')?.parentSpanId).toBe(callersSpan);
    },
    { timeoutMs: 45_000 },
  );
  expect(sink.deliveries.map(({ event }) => event.type)).toContain('payment_intent.succeeded');
});

/**
 * Statements of one purchase by a known buyer, its consumers included, begin and commit not: what was measured, and three more
 * for a confirm that its own event overtakes. Those of webhooks depend on how many events arrive together.
 */
const statementsOfPurchase = { catalog: 12, customers: 11, checkout: 12, payments: 18 };

test('a purchase takes no more statements than it is known to need', async () => {
  const { price } = await shop.stock(5_000, 10);
  const customerDetails = { name: 'Known Buyer', email: 'known.buyer@example.com' };
  await shop.confirm(await shop.openSession(price, { customerDetails }), cards.good);
  await idle();
  const body = { lineItems: [{ price: price.id, quantity: 1 }], customerDetails };
  /** Statements of one purchase by service. */
  const countOf = async (digit: number): Promise<Readonly<Record<string, number>>> => {
    const [traceId, spanId] = [`57a${digit}`.repeat(8), 'ca11'.repeat(4)];
    const headers = { traceparent: `00-${traceId}-${spanId}-01` };
    const { body: session } = await shop.world.api<CheckoutSession>('POST', '/checkout/sessions', body, { headers });
    await confirmTraced(session, traceId, spanId);
    await idle();
    await eventually(() => {
      const names = collector.spans(traceId).map(({ service, name }) => `${service} ${name}`);
      expect(names).toEqual(
        expect.arrayContaining([
          'mizan-catalog process checkout.session.completed',
          'mizan-customers process checkout.session.completed',
          'mizan-payments process charge.succeeded',
        ]),
      );
    });
    const queries = collector.spans(traceId).filter(({ name }) => name === 'db.query');
    return Object.fromEntries(
      [...Map.groupBy(queries, ({ service }) => service)].map(([name, all]) => [name, all.length]),
    );
  };
  // Events that gather share statements, and how they gather varies: the fewest of three purchases count.
  const counts = [await countOf(1), await countOf(2), await countOf(3)];
  const tooMany = Object.entries(statementsOfPurchase)
    .map(([service, most]) => ({
      service,
      most,
      statements: Math.min(...counts.map((each) => each[`mizan-${service}`] ?? Infinity)),
    }))
    .filter((each) => each.statements > each.most);
  expect(tooMany).toEqual([]);
});

/**
 * Events of one purchase that each service notes in its inbox: one row for each that it handles, and some that hold the place of a
 * durable: in webhooks one of the mail, which is off here.
 */
const inboxRowsOfPurchase = { catalog: 2, customers: 2, checkout: 2, payments: 2, webhooks: 9 };

test('a purchase leaves no more rows in the inboxes than it is known to need', async () => {
  const { price } = await shop.stock(5_000, 10);
  const services = Object.keys(inboxRowsOfPurchase) as (keyof typeof inboxRowsOfPurchase)[];
  const countAll = () =>
    Promise.all(
      services.map(async (name) => {
        const { rows } = await shop.world.db(name).query<{ rows: number }>('select count(*)::int as rows from inbox');
        return rows[0]?.rows ?? 0;
      }),
    );
  const customerDetails = { name: 'Known Buyer', email: 'known.to.inboxes@example.com' };
  const buy = async () => shop.confirm(await shop.openSession(price, { customerDetails }), cards.good);
  await buy();
  await idle();
  const added: number[][] = [];
  for (let purchase = 0; purchase < 3; purchase++) {
    const before = await countAll();
    await buy();
    await idle();
    added.push((await countAll()).map((rows, i) => rows - (before[i] ?? 0)));
  }
  const fewest = services.map((service, i) => [service, Math.min(...added.map((each) => each[i] ?? 0))] as const);
  expect(fewest.filter(([service, rows]) => rows > inboxRowsOfPurchase[service])).toEqual([]);
  expect(fewest.every(([, rows]) => rows > 0)).toBe(true);
});

test.each(serviceNames)('%s pushes its metrics to the collector', (name) =>
  eventually(() => {
    const pushed = collector.metrics(`mizan-${name}`);
    expect([...pushed]).toEqual(
      expect.arrayContaining([
        'http.server.request.duration',
        'mizan.outbox.age',
        'mizan.bus.up',
        'mizan.job.duration',
      ]),
    );
  }),
);

/** Does what has a secret or a person in it, and returns what nobody may read afterwards, by what it is. */
async function handleSecrets(): Promise<Record<string, string>> {
  const { world } = shop;
  const post = (path: string, body: object = {}) => shop.expect<{ [field: string]: string }>(201, 'POST', path, body);
  const asOperator = { key: operatorToken };
  const key = await post('/api-keys', { name: 'Reports', type: 'RESTRICTED', permissions: ['BALANCE_READ'] });
  const { body: rolled } = await world.api<{ secret: string }>('POST', `/api-keys/${key['id']}/roll`, {});
  await world.api('GET', '/balance', undefined, { key: rolled.secret });
  await world.api('GET', '/balance', undefined, { key: `${key['secret']}x` });
  const endpoint = await post('/webhook-endpoints', { url: `${sink.url}/secret`, enabledEvents: ['*'] });
  const { body: rotated } = await world.api<{ secret: string }>(
    'POST',
    `/webhook-endpoints/${endpoint['id']}/rotate-secret`,
    {},
  );
  const connections = `/operator/accounts/${world.accounts.account.id}/provider-connections`;
  const stripe = { provider: 'stripe', credentials: stripeKeys };
  expect((await world.api('POST', connections, stripe, asOperator)).status).toBe(201);
  const { body: busUser } = await world.api<BusUserWithCredentials>(
    'POST',
    '/operator/bus-users',
    { team: 'readers' },
    asOperator,
  );
  const person = { name: 'Zeinab Unlogged', email: 'zeinab.unlogged@example.com', phone: '+201001234567' };
  const customer = await post('/customers', { ...person, address: { line1: '7 Unlogged Street' } });
  await world.api('GET', `/customers?search=${encodeURIComponent(person.email)}`);
  await world.api('POST', '/customers', person); // taken already
  const { price } = await shop.stock(5_000);
  const session = await shop.openSession(price, { customerId: customer['id'] });
  await world.api('GET', `/client/checkout/${session.id}?clientSecret=${session.clientSecret}`, undefined, {
    key: null,
  });
  await confirmTraced(session, lastTraceId, 'ca11'.repeat(4));
  return {
    'the key in use': world.accounts.keys.testSecret,
    'a new key': key['secret'] ?? '',
    'a rolled key': rolled.secret,
    'an endpoint’s secret': endpoint['secret'] ?? '',
    'a rotated secret': rotated.secret,
    'a client secret': session.clientSecret?.split('_secret_')[1] ?? '',
    'Stripe’s key': stripeKeys.secretKey,
    'Stripe’s callback secret': stripeKeys.callbackSecret,
    'a bus user’s seed': /NKEY SEED-----\n(\S+)/.exec(busUser.credentials)?.[1] ?? '',
    'a bus user’s list': /JWT-----\n(\S+)/.exec(busUser.credentials)?.[1] ?? '',
    'the operator’s token': operatorToken,
    ...Object.fromEntries(
      serviceNames.map((name) => [`${name}’s password`, new URL(world.databaseUrls(name).runtimeUrl).password]),
    ),
    'an e-mail address': person.email,
    'a phone number': person.phone.slice(1),
    'a name': person.name,
    'an address': '7 Unlogged Street',
  };
}

const lastTraceId = '1a57'.repeat(8);

test('no key, secret, password or person is in a log line or a span, even at debug level', async () => {
  const secrets = await handleSecrets();
  expect(Object.entries(secrets).filter(([, secret]) => secret.length < 10)).toEqual([]);
  await eventually(
    () => {
      for (const name of serviceNames)
        expect([name, shop.world.replica(name).logText().includes(lastTraceId)]).toEqual([name, true]);
      expect([...edgesOf(collector.spans(lastTraceId))]).toContain(
        'payments confirmPayment > webhooks: webhook delivery',
      );
    },
    { timeoutMs: 45_000 },
  );
  for (const [place, text] of Object.entries({ logs: logs(), spans: collector.text() }))
    for (const [what, secret] of Object.entries(secrets))
      expect({ place, what, found: around(text, secret) }).toEqual({ place, what, found: [] });
});

/** Where a text stands in another, with a little of what is around it. */
const around = (text: string, wanted: string): string[] =>
  text
    .split(wanted)
    .slice(0, -1)
    .slice(0, 3)
    .map((before) => before.slice(-80));
