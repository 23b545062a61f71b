import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { afterEach, expect, jest, test } from '@jest/globals';
import { CheckoutApi } from './checkout-api.ts';
import { confirmUntilKnown } from './confirm-until-known.ts';

const body = { expectedAmountTotal: 100, expectedCurrency: 'EGP' } as const;
const paid = { checkoutSession: { status: 'complete' }, paymentIntent: { status: 'SUCCEEDED' } };

type Answer = (response: ServerResponse) => void;
const lost: Answer = (response) => response.destroy();
const ofBefore: Answer = (response) => {
  const error = { code: 'parameter_unknown', param: 'expectedCurrency', message: 'unknown' };
  response.writeHead(400).end(JSON.stringify({ error }));
};
const ofNow: Answer = (response) => response.end(JSON.stringify(paid));

/** Replicas that answer the confirms one after the other, while reads show an open checkout, and the confirms received. */
async function startReplicas(...answers: Answer[]) {
  const received: { key: unknown; body: unknown }[] = [];
  const server = createServer(async (request, response) => {
    if (request.method === 'GET') return response.end(JSON.stringify({ status: 'open', paymentIntent: null }));
    received.push({ key: request.headers['idempotency-key'], body: JSON.parse(await text(request)) as unknown });
    return answers[received.length - 1]?.(response);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const api = new CheckoutApi('cs_test_1', 'secret', {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  });
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { api, received, [Symbol.dispose]: stop };
}

/** Confirms, with the delays between retries passing at once. */
async function confirm(api: CheckoutApi) {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
  let isDone = false;
  const answer = confirmUntilKnown(api, body, () => {}).finally(() => (isDone = true));
  while (!isDone) {
    await setImmediate();
    jest.advanceTimersByTime(20);
  }
  return answer;
}
afterEach(() => void jest.useRealTimers());

const known = { expectedAmountTotal: 100 };

test('a confirm at a replica of the release before, which does not know the currency, is sent without it', async () => {
  using replicas = await startReplicas(ofBefore, ofNow);
  expect(await confirm(replicas.api)).toEqual(paid);
  const [first, second] = replicas.received;
  expect([first?.body, second?.body]).toEqual([body, known]);
  expect(second?.key).not.toBe(first?.key); // another body needs another key
});

test('a confirm in doubt stays the same request at a replica of the release before, so that the card is tried once', async () => {
  using replicas = await startReplicas(lost, ofBefore, ofNow);
  expect(await confirm(replicas.api)).toEqual(paid);
  const [first] = replicas.received;
  expect(replicas.received).toEqual([first, first, first]);
});

test('a confirm in doubt is sent without the currency once no replica has known it for more than a minute', async () => {
  const takenBack = [lost, ...Array<Answer>(5).fill(ofBefore), ofNow];
  using replicas = await startReplicas(...takenBack);
  expect(await confirm(replicas.api)).toEqual(paid);
  expect(replicas.received.map((request) => request.body)).toEqual([...Array(6).fill(body), known]);
});

test('a confirm that was sent without the currency is repeated without it', async () => {
  using replicas = await startReplicas(ofBefore, lost, ofNow);
  expect(await confirm(replicas.api)).toEqual(paid);
  const [, second, third] = replicas.received;
  expect(second?.body).toEqual(known);
  expect(third).toEqual(second);
});
