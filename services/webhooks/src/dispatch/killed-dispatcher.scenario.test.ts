import { randomInt } from 'node:crypto';
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
  scaleTimeout,
  sizeOf,
} from '@mizan/testing';
import { webhooks } from '../app.ts';

const merchantId = 'acct_killed';
const kills = sizeOf({ quick: 2, full: 20 });
const eventsPerLife = 25;

let world: World;
let sink: WebhookSink;
const endpoints: string[] = [];

beforeAll(async () => {
  [world, sink] = await Promise.all([startWorld({ services: [webhooks] }), startWebhookSink()]);
  const api = world.merchantClient('webhooks', { merchantId });
  for (const path of ['/one', '/two']) {
    const { body } = await api('POST', '/webhook-endpoints', { url: `${sink.url}${path}`, enabledEvents: ['*'] });
    endpoints.push(body['id'] as string);
  }
});
afterAll(async () => {
  await Promise.all([world.stop(), sink.close()]);
});

/** @returns the events' ids */
async function publish(count: number): Promise<string[]> {
  const events = Array.from({ length: count }, () =>
    envelope({ type: 'product.created', object: { id: newId('prod'), object: 'product', name: 'قهوة' }, merchantId }),
  );
  await leaveInOutbox(world, 'webhooks', events);
  return events.map(({ id }) => id);
}

/**
 * A killed process leaves leases that run out after 45 seconds, which a test cannot sit out.
 *
 * @returns how many it left: what it was sending, or had sent without writing it down
 */
async function expireLeases(): Promise<number> {
  const { rowCount } = await world
    .db('webhooks')
    .query('update delivery_queue set lease_until = now() where claim_id is not null');
  return rowCount ?? 0;
}

test(
  `through ${kills} SIGKILLs every event reaches every endpoint, again only what was under way, and always in the same bytes`,
  async () => {
    const service = world.replica('webhooks');
    const published: string[] = [];
    let underWay = 0;
    for (let life = 0; life < kills; life += 1) {
      const doomed = await service.spawn();
      const enough = sink.deliveries.length + randomInt(eventsPerLife); // chance decides how far it gets
      published.push(...(await publish(eventsPerLife)));
      await eventually(() => expect(sink.deliveries.length).toBeGreaterThanOrEqual(enough));
      doomed.kill('SIGKILL');
      await doomed.ended;
      underWay += await expireLeases();
    }
    await service.spawn();
    await eventually(
      async () => {
        const { rows } = await world
          .db('webhooks')
          .query<{ count: number }>(
            `select count(distinct (event_id, endpoint_id))::int as count from deliveries where state = 'succeeded'`,
          );
        expect(rows[0]?.count).toBe(published.length * endpoints.length);
      },
      { timeoutMs: 90_000 },
    );
    const arrivals = new Map<string, string[]>();
    for (const { path, headers, raw } of sink.deliveries) {
      const name = `${path} ${String(headers['webhook-id'])}`;
      arrivals.set(name, [...(arrivals.get(name) ?? []), raw]);
    }
    expect(arrivals.size).toBe(published.length * endpoints.length);
    for (const bodies of arrivals.values()) expect(new Set(bodies).size).toBe(1);
    const repeats = [...arrivals.values()].reduce((sum, bodies) => sum + bodies.length - 1, 0);
    expect(repeats).toBeLessThanOrEqual(underWay);
  },
  scaleTimeout(600_000),
);
