import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@mizan/testing';
import { jetstreamManager, type JetStreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { startPlatform, Storefront } from './storefront.test-support.ts';

const document = readFileSync(new URL('../docs/operating.md', import.meta.url), 'utf8');
/** What the document on capacity says about a purchase. */
const [, documentedEvents, documentedBytes] = /a purchase makes (\d+) events of (\d+) kB together/.exec(document) ?? [];

let shop: Storefront;
let connection: NatsConnection;
let manager: JetStreamManager;

beforeAll(async () => {
  shop = new Storefront(await startPlatform({}, 'own'));
  connection = await connect({ servers: shop.world.nats.url });
  manager = await jetstreamManager(connection);
});
afterAll(async () => {
  await connection.close();
  await shop.world.stop();
});

/** What the stream of test mode holds, when nothing waits to be published. */
async function stored(): Promise<{ events: number; bytes: number }> {
  await eventually(async () => {
    await shop.expectSettled();
    let left = 0;
    for await (const { num_pending, num_ack_pending } of manager.consumers.list('SERVICES_TEST'))
      left += num_pending + num_ack_pending;
    expect(left).toBe(0);
    await shop.expectSettled();
  });
  const { state } = await manager.streams.info('SERVICES_TEST');
  return { events: state.messages, bytes: state.bytes };
}

test('a purchase makes as many events and bytes as the formula of the document on capacity counts with', async () => {
  const { price } = await shop.stock(5_000);
  const purchases = 4;
  const before = await stored();
  for (let i = 0; i < purchases; i++) {
    const session = await shop.openSession(price);
    expect((await shop.confirm(session)).status).toBe(200);
  }
  const after = await stored();
  const events = (after.events - before.events) / purchases;
  const bytes = (after.bytes - before.bytes) / purchases;
  // Within a fifth: the first purchase of a guest has an event more than the next ones.
  expect(Math.abs(events - Number(documentedEvents)) / events).toBeLessThan(0.2);
  expect(Math.abs(bytes / 1_000 - Number(documentedBytes)) / (bytes / 1_000)).toBeLessThan(0.2);
});
