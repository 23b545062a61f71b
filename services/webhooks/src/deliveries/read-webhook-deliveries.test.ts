import { expect, test } from '@jest/globals';
import type { WebhookDelivery } from '@mizan/contracts';
import { failedWith } from '../webhooks.test-support.ts';
import { useDispatcher } from '../dispatch/dispatcher.test-support.ts';

const { sender, rows, createEndpoint, publish, attempted, api } = useDispatcher();

test('GET /webhook-endpoints/{id}/deliveries lists every attempt, made and due', async () => {
  const { id, url } = await createEndpoint();
  sender.answer = () => ({
    ...failedWith(502),
    responseHeaders: { 'content-type': 'text/plain' },
    responseSnippet: 'bad gateway',
    durationMs: 12,
  });
  const event = await publish();
  await attempted(id, 1);
  const list = async (query = '') =>
    (await api<{ data: WebhookDelivery[]; totalCount: number }>('GET', `/webhook-endpoints/${id}/deliveries${query}`))
      .body;
  const { data, totalCount } = await list();
  const [due, made] = data;
  expect(totalCount).toBe(2);
  expect(made).toEqual({
    id: expect.stringMatching(/^dlv_\w{24}$/),
    object: 'webhook_delivery',
    webhookEndpointId: id,
    eventId: event.id,
    eventType: 'product.created',
    attempt: 1,
    status: 'failed',
    request: {
      url,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Mizan-Webhooks/1',
        'webhook-id': event.id,
        'webhook-timestamp': String(Math.floor(Date.parse(made?.attemptedAt ?? '') / 1_000)),
        'webhook-attempt': '1',
      },
      body: expect.stringContaining(event.id),
    },
    response: { statusCode: 502, headers: { 'content-type': 'text/plain' }, body: 'bad gateway' },
    error: null,
    durationMs: 12,
    createdAt: expect.any(String),
    attemptedAt: expect.any(String),
    nextAttemptAt: due?.nextAttemptAt,
    livemode: false,
  });
  expect(due).toMatchObject({ attempt: 2, status: 'pending', response: null, attemptedAt: null, durationMs: null });
  expect(due?.nextAttemptAt).toMatch(/Z$/);
  expect((await list('?status=failed')).data.map(({ attempt }) => attempt)).toEqual([1]);
  expect((await list('?status=pending&eventType=product.*')).data.map(({ attempt }) => attempt)).toEqual([2]);
  expect((await list('?eventType=customer.created')).totalCount).toBe(0);
  expect((await list('?limit=1&page=2')).data.map(({ attempt }) => attempt)).toEqual([1]);
});

test('deliveries whose event is gone are listed without its body', async () => {
  const { id } = await createEndpoint();
  const event = await publish();
  await attempted(id, 1);
  await rows('delete from events where id = $1', [event.id]);
  const { status, body } = await api<{ data: WebhookDelivery[] }>('GET', `/webhook-endpoints/${id}/deliveries`);
  expect([status, body.data.map(({ eventId, request }) => [eventId, request.body])]).toEqual([200, [[event.id, '']]]);
});
