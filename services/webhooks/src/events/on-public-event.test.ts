import { matchesEventPatterns, publicEventTypes, type Event } from '@mizan/contracts';
import type { BusEvent, Scope } from '@mizan/service-kit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually, type AnyBody } from '@mizan/testing';
import { merchant, ScriptedSender, startTestService, type TestService } from '../webhooks.test-support.ts';
import { patternsMatching } from './on-public-event.ts';

let service: TestService;
const sender = new ScriptedSender();
beforeAll(async () => {
  service = await startTestService(sender, { nats: true });
});
afterAll(() => service.world.stop());

const rows = async <Row>(sql: string, values: unknown[] = []) =>
  (await service.world.db('webhooks').query(sql, values)).rows as Row[];
const sequencesOf = async ({ merchantId, livemode }: Scope) =>
  (
    await rows<{ sequence: string }>(
      'select sequence from events where merchant_id = $1 and livemode = $2 order by sequence',
      [merchantId, livemode],
    )
  ).map(({ sequence }) => Number(sequence));

describe('fan-out', () => {
  test('one delivery for each enabled endpoint of the account and mode that wants the type', async () => {
    const scope = { merchantId: 'acct_match', livemode: false };
    const all = await service.createEndpoint({ enabledEvents: ['*'] }, scope);
    const family = await service.createEndpoint({ enabledEvents: ['product.*'] }, scope);
    const exact = await service.createEndpoint({ enabledEvents: ['price.created', 'product.created'] }, scope);
    const other = await service.createEndpoint({ enabledEvents: ['price.*', 'product.updated'] }, scope);
    const disabled = await service.createEndpoint({}, scope);
    await rows(`update webhook_endpoints set status = 'disabled' where id = $1`, [disabled.id]);
    await service.createEndpoint({}, { ...scope, livemode: true });
    await service.createEndpoint({}, { ...scope, merchantId: 'acct_match_2' });

    const event = await service.publish({ scope });
    const made = await rows<{ endpoint_id: string }>('select endpoint_id from deliveries where event_id = $1', [
      event.id,
    ]);
    expect(made.map(({ endpoint_id }) => endpoint_id).sort()).toEqual([all.id, family.id, exact.id].sort());
    expect(other.enabledEvents).toEqual(['price.*', 'product.updated']);
  });

  test('events taken together are numbered in their order, each with the deliveries of its own type', async () => {
    const scope = { merchantId: 'acct_batch', livemode: false };
    const all = await service.createEndpoint({ enabledEvents: ['*'] }, scope);
    const prices = await service.createEndpoint({ enabledEvents: ['price.*'] }, scope);
    await service.publish({ scope });
    const types = ['product.created', 'price.created', 'product.updated', 'price.updated'] as const;
    const events = await service.publishTogether(types.map((type) => ({ scope, type })));
    const stored = await rows<{ id: string; sequence: string; body: string }>(
      'select id, sequence, body from events where merchant_id = $1 and sequence > 1 order by sequence',
      [scope.merchantId],
    );
    expect(stored.map(({ id }) => id)).toEqual(events.map(({ id }) => id));
    expect(stored.map(({ sequence, body }) => [Number(sequence), (JSON.parse(body) as Event).sequence])).toEqual([
      [2, 2],
      [3, 3],
      [4, 4],
      [5, 5],
    ]);
    const made = await rows<{ event_id: string; endpoint_id: string }>(
      'select event_id, endpoint_id from deliveries where event_id = any($1)',
      [events.map(({ id }) => id)],
    );
    const endpointsOf = (of: string | undefined) =>
      made.filter(({ event_id }) => event_id === of).map(({ endpoint_id }) => endpoint_id);
    expect(events.map(({ id }) => endpointsOf(id).sort())).toEqual(
      types.map((type) => (type.startsWith('price') ? [all.id, prices.id].sort() : [all.id])),
    );
  });

  test('the envelope that is stored, sent and answered by GET is the documented one', async () => {
    const scope = { merchantId: 'acct_envelope', livemode: true };
    await service.createEndpoint({}, scope);
    const event = await service.publish({
      scope,
      type: 'product.updated',
      objectVersion: 7,
      previousAttributes: { name: 'شاي' },
      idempotencyKey: 'key-1',
    });
    const attempt = await eventually(() => {
      const found = sender.attempts.find(({ eventId }) => eventId === event.id);
      expect(found).toBeDefined();
      return found;
    });
    const [stored] = await rows<{ body: string }>('select body from events where id = $1', [event.id]);
    expect(Buffer.from(attempt?.body ?? '').toString()).toBe(stored?.body);
    expect(JSON.parse(stored?.body ?? '')).toEqual({
      id: event.id,
      object: 'event',
      type: 'product.updated',
      timestamp: event.time.toISOString(),
      createdAt: event.time.toISOString(),
      apiVersion: '2025-01-01',
      livemode: true,
      merchantId: 'acct_envelope',
      sequence: 1,
      objectId: (event.object as { id: string }).id,
      objectVersion: 7,
      data: { object: event.object, previousAttributes: { name: 'شاي' } },
      request: { id: 'req_1', idempotencyKey: 'key-1' },
      pendingWebhooks: 1,
    });
    const get = service.world.merchantClient('webhooks', scope);
    await eventually(async () => {
      const { status, body } = await get<Event>('GET', `/events/${event.id}`);
      expect([status, body]).toEqual([200, { ...JSON.parse(stored?.body ?? ''), pendingWebhooks: 0 }]);
    });
  });

  test('sequence numbers have no gap and no repeat under concurrency, per account and mode', async () => {
    const scopes = [
      { merchantId: 'acct_seq_1', livemode: false },
      { merchantId: 'acct_seq_1', livemode: true },
      { merchantId: 'acct_seq_2', livemode: false },
    ];
    const publishing = scopes.flatMap((scope) => Array.from({ length: 40 }, () => service.publish({ scope })));
    const failing = Array.from({ length: 20 }, () =>
      service.deps.db
        .transact(scopes[0] as Scope, async (tx) => {
          await tx.sql`insert into event_sequences as s values ('acct_seq_1', false, 1, 1)
            on conflict (merchant_id, livemode) do update set last_sequence = s.last_sequence + 1`;
          throw new Error('rolled back');
        })
        .catch(() => undefined),
    );
    await Promise.all([...publishing, ...failing]);
    for (const scope of scopes) {
      expect(await sequencesOf(scope)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
    }
  });

  test('an object beyond 64 KiB, as earlier versions published, loses line items from the end and says so', async () => {
    const lineItems = Array.from({ length: 90 }, (_, index) => ({ id: `li_${index}`, text: 'ن'.repeat(500) }));
    const object = { id: 'cs_test_1', object: 'checkout.session', lineItems } as unknown as BusEvent['object'];
    const event = await service.publish({ type: 'checkout.session.completed', object });
    const [stored] = await rows<{ body: string }>('select body from events where id = $1', [event.id]);
    const kept = (JSON.parse(stored?.body ?? '') as Event).data.object;
    const size = Buffer.byteLength(JSON.stringify(kept));
    expect(size).toBeLessThanOrEqual(64 * 1024);
    expect(size).toBeGreaterThan(62 * 1024);
    expect(kept['truncated']).toEqual(['lineItems']);
    expect(kept['lineItems']).toEqual(lineItems.slice(0, (kept['lineItems'] as unknown[]).length));
  });

  test('an event that comes over the bus twice is stored and delivered once', async () => {
    const scope = { merchantId: 'acct_bus', livemode: false };
    const endpoint = await service.createEndpoint({}, scope);
    const object = { ...endpoint, secret: undefined, object: 'webhook_endpoint' as const };
    await service.deps.db.transact(scope, async (tx) => tx.emit('webhook_endpoint.test', { object, version: 1 }));
    await eventually(async () => expect(await sequencesOf(scope)).toEqual([1]));
    await eventually(() => expect(sender.attempts.filter((each) => each.endpointId === endpoint.id)).toHaveLength(1));
    const db = service.world.db('webhooks');
    await db.query(`update outbox set published_at = null, epoch = epoch + 1 where merchant_id = 'acct_bus'`);
    await eventually(async () => {
      const [inbox] = await rows<{ again: boolean }>(
        `select i.stream_seq = o.stream_seq as again from inbox i join outbox o using (event_id)
         where o.merchant_id = 'acct_bus' and o.epoch = 2 and o.published_at is not null`,
      );
      expect(inbox?.again).toBe(true);
    });
    expect(await sequencesOf(scope)).toEqual([1]);
    expect(await rows(`select 1 from deliveries where merchant_id = 'acct_bus'`)).toHaveLength(1);
  });
});

describe('GET /events', () => {
  const scope = { merchantId: 'acct_list', livemode: false };
  const published: BusEvent[] = [];
  type List = AnyBody & { data: Event[]; totalCount: number; nextCursor: string | null };
  const list = (query = '') => service.world.merchantClient('webhooks', scope)<List>('GET', `/events${query}`);
  const idsOf = async (query: string) => (await list(query)).body.data.map(({ id }) => id);

  beforeAll(async () => {
    const base = Date.parse('2025-03-01T12:00:00.000Z');
    const types = [
      'product.created',
      'product.updated',
      'payment_intent.succeeded',
      'payment_intent.canceled',
    ] as const;
    for (const [index, type] of types.entries()) {
      published.unshift(await service.publish({ scope, type, time: new Date(base + index * 86_400_000) }));
    }
  });
  const ids = (...indexes: number[]) => indexes.map((index) => published[index]?.id);

  test('newest first, with the count of all', async () => {
    const { status, body } = await list();
    expect(status).toBe(200);
    expect(body.data.map(({ id }) => id)).toEqual(ids(0, 1, 2, 3));
    expect([body.totalCount, body.nextCursor]).toEqual([4, null]);
  });

  test('by page, and by cursor', async () => {
    expect(await idsOf('?limit=3&page=2')).toEqual(ids(3));
    const first = await list('?limit=2');
    const second = await list(`?limit=2&cursor=${first.body.nextCursor}`);
    expect(second.body.data.map(({ id }) => id)).toEqual(ids(2, 3));
    expect(second.body.nextCursor).toBeNull();
    expect((await list(`?page=1&cursor=${first.body.nextCursor}`)).body.error?.code).toBe('parameters_exclusive');
  });

  test('filters by type, family, object, day and outcome', async () => {
    expect(await idsOf('?type=product.updated')).toEqual(ids(2));
    expect(await idsOf('?type=payment_intent.*')).toEqual(ids(0, 1));
    expect(await idsOf('?type=*')).toEqual(ids(0, 1, 2, 3));
    expect(await idsOf(`?objectId=${(published[3]?.object as { id: string }).id}`)).toEqual(ids(3));
    expect(await idsOf('?date=eq:2025-03-02')).toEqual(ids(2));
    expect(await idsOf('?deliverySuccess=true&type=product.*')).toEqual(ids(2, 3));
    expect(await idsOf('?deliverySuccess=false')).toEqual([]);
    expect((await list('?type=payment_intent.*')).body.totalCount).toBe(2);
    expect((await list('?type=nonsense')).body.error?.code).toBe('parameter_invalid');
  });

  test('an event of another account or mode is 404', async () => {
    for (const acting of [merchant, { ...scope, livemode: true }]) {
      const { status, body } = await service.world.merchantClient('webhooks', acting)(
        'GET',
        `/events/${published[0]?.id}`,
      );
      expect([status, body.error?.code]).toEqual([404, 'resource_missing']);
    }
  });
});

test('an event type matches exactly the patterns of the contract', () => {
  const all = new Set(publicEventTypes.flatMap(patternsMatching));
  for (const type of publicEventTypes) {
    const matching = [...all].filter((pattern) => matchesEventPatterns(type, [pattern]));
    expect(patternsMatching(type).sort()).toEqual(matching.sort());
  }
});
