import { expect, test } from '@jest/globals';
import type { WebhookDeliveries, WebhookDelivery } from '@mizan/contracts';
import { newId } from '@mizan/service-kit';
import { eventually, type AnyBody, type ApiOptions } from '@mizan/testing';
import { useDispatcher } from '../dispatch/dispatcher.test-support.ts';
import { failedWith } from '../webhooks.test-support.ts';

const { sender, rows, scope, api, apiAs, createEndpoint, publish, attemptsFor, attempted, advance } = useDispatcher();

const resend = (id: string, body: object = {}, options?: ApiOptions) =>
  api<AnyBody & WebhookDeliveries>('POST', `/events/${id}/resend`, body, options);
const refusal = ({ status, body }: { status: number; body: AnyBody }) => [status, body.error?.code, body.error?.param];
const sentTo = (endpointId: string) => attemptsFor(endpointId).map(({ eventId, body }) => [eventId, text(body)]);
const text = (body: Uint8Array) => Buffer.from(body).toString();

test('202 with the new deliveries, which carry the same bytes under the same webhook-id', async () => {
  const { id, url } = await createEndpoint();
  const event = await publish();
  await attempted(id, 1);
  const { status, body } = await resend(event.id);
  expect(status).toBe(202);
  expect(body.deliveries).toEqual([
    {
      id: expect.stringMatching(/^dlv_\w{24}$/),
      object: 'webhook_delivery',
      webhookEndpointId: id,
      eventId: event.id,
      eventType: 'product.created',
      attempt: 1,
      status: 'pending',
      request: {
        url,
        headers: expect.objectContaining({ 'webhook-id': event.id }),
        body: expect.stringMatching(/^\{/),
      },
      response: null,
      error: null,
      durationMs: null,
      createdAt: expect.any(String),
      attemptedAt: null,
      nextAttemptAt: expect.any(String),
      livemode: false,
    },
  ]);
  await attempted(id, 2);
  const [first, second] = sentTo(id);
  expect(second).toEqual(first);
  const list = await api<{ data: WebhookDelivery[] }>('GET', `/webhook-endpoints/${id}/deliveries`);
  expect(list.body.data.map(({ status: state }) => state)).toEqual(['succeeded', 'succeeded']);
});

test('without an endpoint it goes to every enabled one that wants the type, and to no other', async () => {
  const all = await createEndpoint();
  const family = await createEndpoint(scope(), { enabledEvents: ['product.*'] });
  await createEndpoint(scope(), { enabledEvents: ['price.*'] });
  const off = await createEndpoint();
  await api('PATCH', `/webhook-endpoints/${off.id}`, { status: 'disabled' });
  const { id } = await publish();
  const { body } = await resend(id);
  expect(body.deliveries.map(({ webhookEndpointId }) => webhookEndpointId).sort()).toEqual([all.id, family.id].sort());
});

test('an endpoint that is named gets it whatever types it enabled, and it alone', async () => {
  const everything = await createEndpoint();
  const { id } = await createEndpoint(scope(), { enabledEvents: ['price.*'] });
  const event = await publish();
  await attempted(everything.id, 1);
  expect((await resend(event.id, { webhookEndpointId: id })).body.deliveries).toHaveLength(1);
  await attempted(id, 1);
  expect(sentTo(id)).toEqual(sentTo(everything.id));
});

test('no endpoint wants it: 202 with no deliveries', async () => {
  const event = await publish();
  const { status, body } = await resend(event.id);
  expect([status, body]).toEqual([202, { deliveries: [] }]);
});

test('a repeat under the same Idempotency-Key makes no further deliveries; without one, each request does', async () => {
  const { id } = await createEndpoint();
  const event = await publish();
  await attempted(id, 1);
  const options = { idempotencyKey: newId('key') };
  const answers = await Promise.all([resend(event.id, {}, options), resend(event.id, {}, options)]);
  const answered = answers.filter(({ status }) => status === 202);
  const again = await resend(event.id, {}, options);
  expect(answered.map(({ body }) => body)).toEqual(answered.map(() => again.body));
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  await attempted(id, 2);
  await resend(event.id);
  await attempted(id, 3);
});

test('a delivery sent again is retried like any other', async () => {
  const { id } = await createEndpoint();
  const event = await publish();
  await attempted(id, 1);
  sender.answer = () => failedWith(500);
  await resend(event.id);
  await attempted(id, 2);
  advance(10);
  await attempted(id, 3);
  const made = await rows<{ attempt: number; replayed: boolean }>(
    `select attempt, replay_id <> '' as replayed from deliveries where endpoint_id = $1 order by created_at, attempt`,
    [id],
  );
  expect(made.slice(0, 3).map(({ attempt, replayed }) => [attempt, replayed])).toEqual([
    [1, false],
    [1, true],
    [2, true],
  ]);
});

test('pendingWebhooks counts it until it has arrived', async () => {
  const { id } = await createEndpoint();
  const event = await publish();
  await attempted(id, 1);
  const pending = async () => (await api('GET', `/events/${event.id}`)).body['pendingWebhooks'];
  sender.answer = () => failedWith(500);
  await resend(event.id);
  expect(await pending()).toBe(1);
  sender.answer = () => ({ ...failedWith(410) });
  advance(10);
  await eventually(async () => expect(await pending()).toBe(0));
});

test('404 for an event or an endpoint of another account; 409 for a disabled endpoint', async () => {
  const stranger = { ...scope(), merchantId: newId('acct') };
  const foreign = await createEndpoint(stranger);
  const theirs = await publish({ scope: stranger });
  const off = await createEndpoint();
  await api('PATCH', `/webhook-endpoints/${off.id}`, { status: 'disabled' });
  const event = await publish();
  expect(refusal(await resend(theirs.id))).toEqual([404, 'resource_missing', 'id']);
  expect(refusal(await resend(newId('evt')))).toEqual([404, 'resource_missing', 'id']);
  expect(refusal(await resend(event.id, { webhookEndpointId: foreign.id }))).toEqual([
    404,
    'resource_missing',
    'webhookEndpointId',
  ]);
  expect(refusal(await resend(event.id, { webhookEndpointId: off.id }))).toEqual([
    409,
    'resource_invalid_state',
    'webhookEndpointId',
  ]);
  expect(refusal(await resend(event.id, { endpoint: off.id }))).toEqual([400, 'parameter_unknown', 'endpoint']);
  expect((await apiAs(stranger)('POST', `/events/${theirs.id}/resend`)).status).toBe(202);
});
