import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { WebhookEndpointWithSecret, WebhookTest } from '@mizan/contracts';
import { newId } from '@mizan/service-kit';
import { startWebhookSink, type AnyBody, type ApiOptions, type WebhookSink } from '@mizan/testing';
import { Webhook } from 'standardwebhooks';
import { startTestService, type TestService } from '../webhooks.test-support.ts';

let service: TestService;
let sink: WebhookSink;
let endpoint: WebhookEndpointWithSecret;
beforeAll(async () => {
  [service, sink] = await Promise.all([startTestService(), startWebhookSink()]);
  endpoint = await service.createEndpoint({ url: `${sink.url}/tried`, enabledEvents: ['refund.*'] });
});
afterAll(() => Promise.all([service.world.stop(), sink.close()]));

const send = (id: string, body: object = {}, options?: ApiOptions) =>
  service.world.merchantClient('webhooks')<AnyBody & WebhookTest>(
    'POST',
    `/webhook-endpoints/${id}/test`,
    body,
    options,
  );
const newest = () => {
  const delivery = sink.deliveries.at(-1);
  if (delivery === undefined) throw new Error('nothing arrived');
  return delivery;
};

test('200 once the endpoint has a signed webhook_endpoint.test that carries the endpoint as GET shows it', async () => {
  const { status, body } = await send(endpoint.id);
  expect([status, body]).toEqual([
    200,
    { delivered: true, statusCode: 200, error: null, durationMs: expect.any(Number) },
  ]);
  const { raw, headers, event } = newest();
  new Webhook(endpoint.secret).verify(raw, headers as Record<string, string>);
  const { secret: _, ...shown } = endpoint;
  expect(event).toMatchObject({
    id: headers['webhook-id'],
    object: 'event',
    type: 'webhook_endpoint.test',
    livemode: false,
    objectId: endpoint.id,
    data: { object: shown },
    request: { id: expect.stringMatching(/^req_/), idempotencyKey: null },
  });
});

test('it is signed with both secrets until their overlap ends by the clock of the account', async () => {
  const scope = { merchantId: newId('acct'), livemode: false };
  const { id } = await service.createEndpoint({ url: `${sink.url}/rotated` }, scope);
  const api = service.world.merchantClient('webhooks', scope);
  const { clocks, system } = service.deps.db;
  const signatures = async () => {
    await api('POST', `/webhook-endpoints/${id}/test`, {});
    return String(newest().headers['webhook-signature']).split(' ').length;
  };
  await clocks.advance(system, scope.merchantId, 86_400_000);
  await api('POST', `/webhook-endpoints/${id}/rotate-secret`, { expireOldAfterSeconds: 600 });
  expect(await signatures()).toBe(2);
  await clocks.advance(system, scope.merchantId, 86_400_000 + 601_000);
  expect(await signatures()).toBe(1);
});

test('any event type can be tried, with an object that is made up', async () => {
  expect((await send(endpoint.id, { type: 'payment_intent.succeeded' })).body.delivered).toBe(true);
  expect(newest().event).toMatchObject({
    type: 'payment_intent.succeeded',
    objectId: `pi_${'0'.repeat(24)}`,
    data: { object: { object: 'payment_intent', livemode: false } },
  });
});

test('a balance, which has no id, is that of the account', async () => {
  await send(endpoint.id, { type: 'balance.available' });
  expect(newest().event).toMatchObject({ objectId: 'acct_test:balance' });
});

test('the response of the endpoint is reported as it is', async () => {
  sink.answer({ status: 503 });
  expect((await send(endpoint.id)).body).toMatchObject({ delivered: false, statusCode: 503 });
  sink.answer({ status: 200 });
  const unreachable = await service.createEndpoint({ url: 'https://localhost:1/' });
  expect((await send(unreachable.id)).body).toMatchObject({
    delivered: false,
    statusCode: null,
    error: expect.stringMatching(/^(The connection was refused|The host|Nothing was sent)/),
  });
});

test('it leaves no trace: no event, no delivery, no number, no failure held against the endpoint', async () => {
  const count = async () =>
    (
      await service.world.db('webhooks').query(
        `select (select count(*) from events) as events, (select count(*) from deliveries) as deliveries,
                (select count(*) from event_sequences) as sequences,
                (select sum(failures) from endpoint_health) as failures`,
      )
    ).rows;
  const before = await count();
  await send(endpoint.id);
  expect(await count()).toEqual(before);
});

test('its sequence is that of the newest event, so that no receiver sees a gap', async () => {
  const { id } = await service.publish();
  await send(endpoint.id);
  const stored = await service.world.merchantClient('webhooks')('GET', `/events/${id}`);
  expect(newest().event['sequence']).toBe(stored.body['sequence']);
});

test('a disabled endpoint can be tried before it is enabled', async () => {
  const { id } = await service.createEndpoint({ url: `${sink.url}/off` });
  await service.world.merchantClient('webhooks')('PATCH', `/webhook-endpoints/${id}`, { status: 'disabled' });
  expect((await send(id)).body.delivered).toBe(true);
});

test('a repeat under the same Idempotency-Key sends nothing and answers the same', async () => {
  const options = { idempotencyKey: newId('key') };
  const first = await send(endpoint.id, {}, options);
  const sent = sink.deliveries.length;
  expect((await send(endpoint.id, {}, options)).body).toEqual(first.body);
  expect(sink.deliveries).toHaveLength(sent);
});

test('404 for an unknown endpoint or one of another account; 400 for an unknown type', async () => {
  const foreign = await service.createEndpoint({}, { merchantId: 'acct_other', livemode: false });
  const answers = await Promise.all([
    send(newId('we')),
    send(foreign.id),
    send(endpoint.id, { type: 'nothing.happened' }),
    send(endpoint.id, { type: 'account.updated' }),
  ]);
  expect(answers.map(({ status, body }) => [status, body.error?.code, body.error?.param])).toEqual([
    [404, 'resource_missing', 'id'],
    [404, 'resource_missing', 'id'],
    [400, 'parameter_invalid', 'type'],
    [400, 'parameter_invalid', 'type'],
  ]);
});
