import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startWebhookSink, type WebhookSink } from './webhook-sink.ts';

let sink: WebhookSink;
beforeAll(async () => {
  sink = await startWebhookSink();
});
afterAll(() => sink.close());

const send = (path: string, body: string) =>
  fetch(`${sink.url}${path}`, { method: 'POST', body, headers: { 'webhook-id': 'evt_1' } });

test('records the exact bytes and headers of a delivery over trusted https', async () => {
  const raw = '{"type": "product.created",  "data": {}}';
  expect((await send('/first', raw)).status).toBe(200);
  const [delivery] = sink.deliveries.filter(({ path }) => path === '/first');
  expect(delivery?.raw).toBe(raw);
  expect(delivery?.headers['webhook-id']).toBe('evt_1');
  expect(delivery?.event.type).toBe('product.created');
});

test('replies as the test configures, by delivery', async () => {
  sink.answer(({ path }) => ({ status: path === '/down' ? 503 : 204, headers: { 'retry-after': '7' } }));
  const down = await send('/down', '{"type":"a"}');
  expect([down.status, down.headers.get('retry-after')]).toEqual([503, '7']);
  expect((await send('/up', '{"type":"a"}')).status).toBe(204);
});
