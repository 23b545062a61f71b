import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { serviceNames, type PaymentIntent } from '@mizan/contracts';
import { eventually } from '@mizan/testing';
import { card, cards, startPlatform, Storefront } from './storefront.test-support.ts';

/** Numbers that are sent in this test: paying, declining, refused, and in a wallet's token. */
const numbers = [...Object.values(cards), '4000000000009995', '4111111111111111', '5555555555554444'];
const securityCode = '7391';

/** Whatever the collector of spans was sent. */
const spans: string[] = [];
let collector: Server;
let shop: Storefront;
beforeAll(async () => {
  collector = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      spans.push(Buffer.concat(chunks).toString('latin1'));
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((listening) => collector.listen(0, '127.0.0.1', listening));
  shop = new Storefront(await startPlatform());
  const telemetry = {
    LOG_LEVEL: 'debug',
    MIZAN_TRACE_RATIO: '1',
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
  };
  await Promise.all(serviceNames.map((name) => shop.world.replica(name).spawn(telemetry)));
}, 120_000);
afterAll(async () => {
  await shop.world.stop();
  collector.closeAllConnections();
  collector.close();
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

/** Every row of every table of the six schemas, as text, with what is stored as bytes in the clear. */
async function dump(): Promise<string> {
  const tables = await Promise.all(
    serviceNames.map(async (schema) => {
      const db = shop.world.db(schema);
      const { rows } = await db.query<{ name: string }>(
        `select table_name as name from information_schema.tables where table_schema = $1 and table_type = 'BASE TABLE'`,
        [schema],
      );
      return Promise.all(
        rows.map(async ({ name }) => {
          await db.query(`set bytea_output = 'escape'`);
          const { rows: texts } = await db.query<{ text: string }>(`select t::text as text from ${schema}."${name}" t`);
          return texts.map(({ text }) => `${schema}.${name}: ${text}`).join('\n');
        }),
      );
    }),
  );
  return tables.flat().join('\n');
}

/** The files of the bus's store, byte for byte. */
const busStore = (): string =>
  readdirSync(shop.world.nats.folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n');

const logs = (): string => serviceNames.map((name) => shop.world.replica(name).logText()).join('\n');

/** What was found of a card, with a little of what stands around it. */
function traces(text: string): string[] {
  const forms = [
    ...numbers.map((number) => [...number].join('[ -]?')),
    ...numbers.flatMap((number) => [
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
  await eventually(() => shop.settled(), { timeoutMs: 30_000 });
  // Each place has what was written last, so that nothing is on its way any more.
  const marker = `last ${Date.now()}`;
  await shop.expect(201, 'POST', '/products', { name: marker });
  await eventually(async () => {
    await shop.settled();
    expect({ isStored: (await dump()).includes(marker), isPublished: busStore().includes(marker) }).toEqual({
      isStored: true,
      isPublished: true,
    });
    for (const name of serviceNames) {
      const isLogged = shop.world.replica(name).logText().includes('"event":"');
      const isTraced = spans.some((sent) => sent.includes(`mizan-${name}`));
      expect({ name, isLogged, isTraced }).toEqual({ name, isLogged: true, isTraced: true });
    }
    const requests = shop.world
      .replica('gateway')
      .logText()
      .matchAll(/createPaymentIntent/g);
    expect([...requests].length).toBeGreaterThanOrEqual(numbers.length * 5);
  });

  expect(traces('{"number":"4242 4242-42424242424","cvc":"7391"}')).not.toEqual([]); // the search itself works
  const places = { tables: await dump(), logs: logs(), spans: spans.join('\n'), bus: busStore() };
  expect(/last4\W+4242/.test(places.tables)).toBe(true); // what may be kept
  for (const [place, text] of Object.entries(places))
    expect({ place, traces: traces(text) }).toEqual({ place, traces: [] });
}, 120_000);
