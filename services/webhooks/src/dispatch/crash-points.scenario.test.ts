import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId } from '@mizan/service-kit';
import {
  envelope,
  eventually,
  leaveInOutbox,
  startWebhookSink,
  startWorld,
  type WebhookSink,
  type World,
} from '@mizan/testing';
import { Webhook } from 'standardwebhooks';
import { webhooks } from '../app.ts';

const merchantId = 'acct_crash';
let world: World;
let sink: WebhookSink;
let secret: string;

beforeAll(async () => {
  [world, sink] = await Promise.all([startWorld({ services: [webhooks] }), startWebhookSink()]);
  const { body } = await world.merchantClient('webhooks', { merchantId })('POST', '/webhook-endpoints', {
    url: `${sink.url}/hook`,
    enabledEvents: ['*'],
  });
  secret = body['secret'] as string;
});
afterAll(async () => {
  await Promise.all([world.stop(), sink.close()]);
});

/** @returns the event's id */
async function publish(): Promise<string> {
  const event = envelope({
    type: 'product.created',
    object: { id: newId('prod'), object: 'product', name: 'قهوة' },
    merchantId,
  });
  await leaveInOutbox(world, 'webhooks', [event]);
  return event.id;
}

const arrived = (eventId: string) => sink.deliveries.filter(({ event }) => event['id'] === eventId);

/** What the bus and the sweeper do by themselves after 30 and 45 seconds, which tests cannot sit out. */
const repeatMessages = () =>
  world
    .db('webhooks')
    .query(`update outbox set published_at = null, epoch = epoch + 1 where merchant_id = $1`, [merchantId]);
const expireLeases = () =>
  world.db('webhooks').query('update delivery_queue set lease_until = now() where claim_id is not null');

test.each([
  ['fanout.before_commit', 0],
  ['deliver.before_send', 0],
  ['deliver.sent_unrecorded', 1],
  ['deliver.recorded', 1],
])('killed at %s: the event still arrives, and a repeat is the same to the byte', async (point, sentBefore) => {
  const service = world.replica('webhooks');
  const doomed = await service.spawn({ NODE_ENV: 'test', MIZAN_FAILPOINT: point });
  const eventId = await publish();
  expect(await doomed.ended).toBe('killed by SIGKILL');
  expect(arrived(eventId)).toHaveLength(sentBefore);

  await Promise.all([expireLeases(), repeatMessages()]);
  await service.spawn();
  await eventually(async () => {
    const { rows } = await world.db('webhooks').query('select state from deliveries where event_id = $1', [eventId]);
    expect(rows).toEqual([{ state: 'succeeded' }]);
  });
  const deliveries = arrived(eventId);
  expect(deliveries).toHaveLength(point === 'deliver.sent_unrecorded' ? 2 : 1);
  expect(new Set(deliveries.map(({ raw }) => raw)).size).toBe(1);
  for (const { raw, headers } of deliveries) {
    expect(headers['webhook-id']).toBe(eventId);
    new Webhook(secret).verify(raw, headers as Record<string, string>);
  }
});

test('commit to webhook received takes milliseconds, not a poll', async () => {
  const waits: number[] = [];
  for (let i = 0; i < 20; i += 1) {
    const committedAt = Date.now();
    const eventId = await publish();
    await eventually(() => expect(arrived(eventId)).toHaveLength(1));
    waits.push((arrived(eventId)[0]?.receivedAt.getTime() ?? 0) - committedAt);
  }
  // The row is written behind the relay's back here, so its poll (250 ms when idle) is part of the time.
  expect(waits.sort((a, b) => a - b)[10]).toBeLessThan(400);
});
