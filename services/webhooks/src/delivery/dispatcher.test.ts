import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { WebhookDelivery } from '@mizan/contracts';
import { newId, type BusEvent, type Scope } from '@mizan/service-kit';
import { eventually } from '@mizan/testing';
import { delivered, failedWith, ScriptedSender, startTestService, type TestService } from '../webhooks.test-support.ts';
import type { SendResult } from './send-result.ts';
import { failLeftovers, releaseLeases } from './sweep-deliveries.ts';

const hour = 3_600;
let service: TestService;
let scope: Scope;
const sender = new ScriptedSender();

beforeAll(async () => {
  service = await startTestService(sender);
});
afterAll(() => service.world.stop());
beforeEach(() => {
  scope = { merchantId: newId('acct'), livemode: false };
  sender.answer = () => delivered;
});
afterEach(async () => {
  // What a test left waiting must not be sent into the next one.
  await rows(
    `update deliveries set state = 'failed', claim_id = null, lease_until = null where state in ('pending', 'sending')`,
  );
});

const rows = async <Row>(sql: string, values: unknown[] = []) =>
  (await service.world.db('webhooks').query(sql, values)).rows as Row[];
const attemptsFor = (endpointId: string) => sender.attempts.filter((each) => each.endpointId === endpointId);
const jobContext = () => ({ db: service.deps.db, calls: service.deps.calls, signal: new AbortController().signal });

interface Row {
  state: string;
  attempt: number;
  error: string | null;
  next_at: Date;
  retry_at: Date | null;
}
const deliveriesTo = (endpointId: string) =>
  rows<Row>('select state, attempt, error, next_at, retry_at from deliveries where endpoint_id = $1 order by attempt', [
    endpointId,
  ]);

/** Seconds from now, on the service's clock, until the pending attempt. */
async function secondsToNext(endpointId: string): Promise<number> {
  const pending = (await deliveriesTo(endpointId)).find(({ state }) => state === 'pending');
  if (pending === undefined) throw new Error('nothing is pending');
  return (pending.next_at.getTime() - service.now().getTime()) / 1_000;
}

const attempted = (endpointId: string, times: number) =>
  eventually(async () => {
    expect(attemptsFor(endpointId)).toHaveLength(times);
    expect(await rows(`select 1 from deliveries where endpoint_id = $1 and state = 'sending'`, [endpointId])).toEqual(
      [],
    );
  });

/** Waits until a delivery made now has been claimed, sent and recorded: whatever was due before it has been looked at. */
async function aPass(): Promise<void> {
  const marker = { ...scope, merchantId: newId('acct') };
  const { id } = await service.createEndpoint({}, marker);
  const { answer } = sender;
  sender.answer = (attempt) => (attempt.endpointId === id ? delivered : answer(attempt));
  await service.publish({ scope: marker });
  await eventually(async () => expect((await deliveriesTo(id)).map(({ state }) => state)).toEqual(['succeeded']));
}

/** Answers nothing until it is released. */
function heldAnswers(): { answer: () => Promise<SendResult>; release: () => void } {
  const waiting: (() => void)[] = [];
  let released = false;
  return {
    answer: () => new Promise((resolve) => (released ? resolve(delivered) : waiting.push(() => resolve(delivered)))),
    release: () => {
      released = true;
      waiting.splice(0).forEach((resolve) => resolve());
    },
  };
}

describe('schedule', () => {
  test('live: ten attempts at the documented delays, each recorded, then given up', async () => {
    scope = { ...scope, livemode: true };
    const { id } = await service.createEndpoint({}, scope);
    sender.answer = () => failedWith(500);
    await service.publish({ scope });
    const delays: number[] = [];
    for (let attempt = 1; attempt < 10; attempt += 1) {
      await attempted(id, attempt);
      delays.push(await secondsToNext(id));
      service.advance((delays.at(-1) ?? 0) + 0.1);
      // Ten failures in a row open the breaker; this test is about the schedule.
    }
    await attempted(id, 10);
    const expected = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];
    delays.forEach((delay, index) => {
      expect(delay).toBeGreaterThan((expected[index] ?? 0) * 0.89 - 2);
      expect(delay).toBeLessThan((expected[index] ?? 0) * 1.11);
    });
    expect(attemptsFor(id).map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(new Set(attemptsFor(id).map(({ eventId }) => eventId)).size).toBe(1);
    expect(new Set(attemptsFor(id).map(({ body }) => Buffer.from(body).toString())).size).toBe(1);
    const last = (await deliveriesTo(id)).at(-1);
    expect([last?.attempt, last?.state, last?.retry_at]).toEqual([10, 'failed', null]);
  });

  test('test mode gives up after five attempts', async () => {
    const { id } = await service.createEndpoint({}, scope);
    sender.answer = () => failedWith(500);
    await service.publish({ scope });
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      await attempted(id, attempt);
      service.advance(2 * hour);
    }
    expect((await deliveriesTo(id)).map(({ state }) => state)).toEqual(Array(5).fill('failed'));
  });

  test('a success ends it', async () => {
    const { id } = await service.createEndpoint({}, scope);
    sender.answer = ({ attempt }) => (attempt < 3 ? failedWith('timeout') : delivered);
    await service.publish({ scope });
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      await attempted(id, attempt);
      service.advance(60);
    }
    expect((await deliveriesTo(id)).map(({ state, error }) => [state, error])).toEqual([
      ['failed', 'timeout'],
      ['failed', 'timeout'],
      ['succeeded', null],
    ]);
  });

  test('Retry-After postpones', async () => {
    const { id } = await service.createEndpoint({}, scope);
    sender.answer = () => failedWith(503, 7_000);
    await service.publish({ scope });
    await attempted(id, 1);
    expect(await secondsToNext(id)).toBeGreaterThan(6_900);
  });
});

describe('endpoints that fail', () => {
  test('410 disables at once, drops what waits and tells the other endpoints', async () => {
    const { id } = await service.createEndpoint({}, scope);
    const held = heldAnswers();
    sender.answer = held.answer;
    for (let i = 0; i < 6; i += 1) await service.publish({ scope });
    await eventually(() => expect(attemptsFor(id)).toHaveLength(4));
    sender.answer = () => failedWith(410);
    held.release();
    await eventually(async () => {
      const [endpoint] = await rows<{ status: string }>('select status from webhook_endpoints where id = $1', [id]);
      expect(endpoint?.status).toBe('disabled');
    });
    await eventually(async () =>
      expect((await deliveriesTo(id)).filter(({ state }) => state === 'pending')).toEqual([]),
    );
    const published = await rows<{ payload: string }>(
      `select payload from outbox where merchant_id = $1 and type = 'webhook_endpoint.disabled'`,
      [scope.merchantId],
    );
    expect(published).toHaveLength(1);
    expect(JSON.parse(published[0]?.payload ?? '').data).toMatchObject({
      object: { id, object: 'webhook_endpoint', status: 'disabled' },
      previousAttributes: { status: 'enabled' },
    });
    const count = attemptsFor(id).length;
    await service.publish({ scope });
    service.advance(10);
    expect(await rows('select 1 from deliveries where endpoint_id = $1', [id])).toHaveLength(6);
    expect(attemptsFor(id)).toHaveLength(count);
  });

  test('120 hours and 20 failures disable; one success at hour 119 does not', async () => {
    const [failing, saved] = [await service.createEndpoint({}, scope), await service.createEndpoint({}, scope)];
    sender.answer = () => failedWith(500);
    for (const { id } of [failing, saved]) {
      await rows(`update endpoint_health set failures = 30, failing_since = $2 where endpoint_id = $1`, [
        id,
        new Date(service.now().getTime() - 119 * hour * 1_000),
      ]);
    }
    sender.answer = ({ endpointId }) => (endpointId === saved.id ? delivered : failedWith(500));
    await service.publish({ scope });
    await attempted(failing.id, 1);
    await attempted(saved.id, 1);
    service.advance(1.1 * hour);
    sender.answer = () => failedWith(500);
    await attempted(failing.id, 2);
    await service.publish({ scope });
    const statusOf = async (id: string) =>
      (await rows<{ status: string }>('select status from webhook_endpoints where id = $1', [id]))[0]?.status;
    await eventually(async () => expect(await statusOf(failing.id)).toBe('disabled'));
    await attempted(saved.id, 2);
    expect(await statusOf(saved.id)).toBe('enabled');
  });

  test('ten failures in a row stop all calls; one probe follows, and its success lets the rest go', async () => {
    const { id } = await service.createEndpoint({}, scope);
    sender.answer = () => failedWith(500);
    for (let i = 0; i < 30; i += 1) await service.publish({ scope });
    await eventually(async () => {
      const [health] = await rows<{ probe_at: Date | null }>(
        'select probe_at from endpoint_health where endpoint_id = $1',
        [id],
      );
      expect(health?.probe_at).not.toBeNull();
    });
    await eventually(async () =>
      expect((await deliveriesTo(id)).filter(({ state }) => state === 'sending')).toEqual([]),
    );
    const before = attemptsFor(id).length;
    expect(before).toBeLessThanOrEqual(13);
    service.advance(20);
    await aPass();
    expect(attemptsFor(id)).toHaveLength(before);

    const held = heldAnswers();
    sender.answer = held.answer;
    service.advance(11);
    await eventually(() => expect(attemptsFor(id)).toHaveLength(before + 1));
    service.advance(1);
    await aPass();
    expect(attemptsFor(id)).toHaveLength(before + 1);
    held.release();
    await eventually(async () =>
      expect((await deliveriesTo(id)).filter(({ state }) => state === 'pending')).toEqual([]),
    );
    const [health] = await rows(
      'select failing_since, failures, probe_at from endpoint_health where endpoint_id = $1',
      [id],
    );
    expect(health).toEqual({ failing_since: null, failures: 0, probe_at: null });
  });

  test('what waited behind a breaker for 90 hours is given up untried', async () => {
    const { id } = await service.createEndpoint({}, scope);
    await rows(
      `update endpoint_health set probe_at = now() + interval '30 days', wait_seconds = 600 where endpoint_id = $1`,
      [id],
    );
    await service.publish({ scope });
    await failLeftovers.run(jobContext());
    expect((await deliveriesTo(id)).map(({ state }) => state)).toEqual(['pending']);
    await rows(`update deliveries set first_at = now() - interval '91 hours' where endpoint_id = $1`, [id]);
    await failLeftovers.run(jobContext());
    expect((await deliveriesTo(id)).map(({ state, error }) => [state, error])).toEqual([['failed', 'expired']]);
  });
});

describe('fairness', () => {
  test('an endpoint has at most four in flight and does not hold up another', async () => {
    const [slow, quick] = [await service.createEndpoint({}, scope), await service.createEndpoint({}, scope)];
    const held = heldAnswers();
    sender.answer = ({ endpointId }) => (endpointId === slow.id ? held.answer() : delivered);
    for (let i = 0; i < 20; i += 1) await service.publish({ scope });
    await eventually(() => expect(attemptsFor(quick.id)).toHaveLength(20));
    expect(attemptsFor(slow.id)).toHaveLength(4);
    held.release();
    await eventually(() => expect(attemptsFor(slow.id)).toHaveLength(20));
  });

  test('a merchant whose endpoints all hang leaves room for others', async () => {
    const other = { merchantId: newId('acct'), livemode: false };
    const theirs = await service.createEndpoint({}, other);
    for (let i = 0; i < 20; i += 1) await service.createEndpoint({}, scope);
    const held = heldAnswers();
    sender.answer = ({ endpointId }) => (endpointId === theirs.id ? delivered : held.answer());
    const before = sender.attempts.length;
    for (let i = 0; i < 6; i += 1) await service.publish({ scope });
    await eventually(() => expect(sender.attempts.length - before).toBe(48));
    await service.publish({ scope: other });
    await eventually(() => expect(attemptsFor(theirs.id)).toHaveLength(1));
    expect(sender.attempts.length - before).toBe(49);
    held.release();
    await eventually(() => expect(sender.attempts.length - before).toBe(121));
  });

  test('test mode has slots of its own: a flood there does not delay a live delivery', async () => {
    const flood = heldAnswers();
    const live = await service.createEndpoint({}, { ...scope, livemode: true });
    const merchants = [scope, { ...scope, merchantId: newId('acct') }];
    for (const each of merchants) for (let i = 0; i < 16; i += 1) await service.createEndpoint({}, each);
    sender.answer = ({ endpointId }) => (endpointId === live.id ? delivered : flood.answer());
    const before = sender.attempts.length;
    for (const each of merchants) for (let i = 0; i < 4; i += 1) await service.publish({ scope: each });
    await eventually(() => expect(sender.attempts.length - before).toBe(64));
    await service.publish({ scope: { ...scope, livemode: true } });
    await eventually(() => expect(attemptsFor(live.id)).toHaveLength(1));
    flood.release();
    await eventually(() => expect(sender.attempts.length - before).toBe(129));
  });
});

describe('order of one object', () => {
  const versions = (endpointId: string) =>
    attemptsFor(endpointId).map(
      ({ body }) => (JSON.parse(Buffer.from(body).toString()) as { objectVersion: number }).objectVersion,
    );
  const object = () => ({ id: newId('prod'), object: 'product' }) as unknown as BusEvent['object'];

  test('later versions go out after earlier ones, other objects meanwhile', async () => {
    const { id } = await service.createEndpoint({}, scope);
    const held = heldAnswers();
    const [one, two] = [object(), object()];
    sender.answer = ({ body }) => (Buffer.from(body).includes((one as { id: string }).id) ? held.answer() : delivered);
    for (let version = 1; version <= 5; version += 1)
      await service.publish({ scope, object: one, objectVersion: version });
    await service.publish({ scope, object: two, objectVersion: 9 });
    await eventually(() => expect(versions(id)).toEqual([1, 9]));
    held.release();
    await eventually(() => expect(versions(id)).toEqual([1, 9, 2, 3, 4, 5]));
  });

  test('a later version waits for the first two attempts of an earlier one, then goes', async () => {
    const { id } = await service.createEndpoint({}, scope);
    const same = object();
    sender.answer = ({ body }) => (Buffer.from(body).includes('"objectVersion":1') ? failedWith(500) : delivered);
    await service.publish({ scope, object: same, objectVersion: 1 });
    await service.publish({ scope, object: same, objectVersion: 2 });
    await attempted(id, 1);
    expect(versions(id)).toEqual([1]);
    service.advance(6);
    await eventually(() => expect(versions(id)).toEqual([1, 1, 2]));
  });

  test('a later version waits for a minute at most', async () => {
    const { id } = await service.createEndpoint({}, scope);
    const held = heldAnswers();
    const same = object();
    sender.answer = ({ body }) => (Buffer.from(body).includes('"objectVersion":1') ? held.answer() : delivered);
    await service.publish({ scope, object: same, objectVersion: 1 });
    await service.publish({ scope, object: same, objectVersion: 2 });
    service.advance(40);
    await aPass();
    expect(versions(id)).toEqual([1]);
    service.advance(21);
    await eventually(() => expect(versions(id)).toEqual([1, 2]));
    held.release();
  });
});

describe('leases', () => {
  test('an outcome whose lease was taken over is void', async () => {
    const { id } = await service.createEndpoint({}, scope);
    const held = heldAnswers();
    sender.answer = held.answer;
    await service.publish({ scope });
    await eventually(() => expect(attemptsFor(id)).toHaveLength(1));
    await rows(`update deliveries set claim_id = gen_random_uuid() where endpoint_id = $1`, [id]);
    held.release();
    await aPass();
    expect((await deliveriesTo(id)).map(({ state }) => state)).toEqual(['sending']);
  });

  test('what a dead process had leased is sent again when the lease runs out', async () => {
    const { id } = await service.createEndpoint({}, scope);
    await rows(`update endpoint_health set probe_at = '2100-01-01', wait_seconds = 30 where endpoint_id = $1`, [id]);
    await service.publish({ scope });
    await rows(
      `update deliveries set state = 'sending', claim_id = gen_random_uuid(), lease_until = now() + interval '1 minute'
       where endpoint_id = $1`,
      [id],
    );
    await rows(`update endpoint_health set probe_at = null, wait_seconds = null where endpoint_id = $1`, [id]);
    await releaseLeases.run(jobContext());
    expect(attemptsFor(id)).toHaveLength(0);
    await rows(`update deliveries set lease_until = now() - interval '1 second' where endpoint_id = $1`, [id]);
    await releaseLeases.run(jobContext());
    await attempted(id, 1);
    expect(attemptsFor(id).map(({ attempt }) => attempt)).toEqual([1]);
  });

  test('an outcome survives a database that breaks off while it is written', async () => {
    const { id } = await service.createEndpoint({}, scope);
    const held = heldAnswers();
    sender.answer = held.answer;
    await service.publish({ scope });
    await eventually(() => expect(attemptsFor(id)).toHaveLength(1));
    const blocker = await service.world.db('webhooks').connect();
    try {
      await blocker.query('begin');
      await blocker.query('lock table deliveries in access exclusive mode');
      held.release();
      await eventually(async () => {
        const cut = await rows(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock' and query like '%outcome%' and pid <> pg_backend_pid()`,
        );
        expect(cut).toHaveLength(1);
      });
    } finally {
      await blocker.query('rollback');
      blocker.release();
    }
    await eventually(async () => expect((await deliveriesTo(id)).map(({ state }) => state)).toEqual(['succeeded']));
    expect(attemptsFor(id)).toHaveLength(1);
  });
});

describe('secrets', () => {
  test('while a rotated secret overlaps, attempts are signed with both, and after that with the new one only', async () => {
    const { id } = await service.createEndpoint({}, scope);
    const donor = await service.createEndpoint({}, scope);
    await rows(
      `update webhook_endpoints e set previous_secret_sealed = e.secret_sealed, previous_secret_until = $3,
         secret_sealed = (select secret_sealed from webhook_endpoints where id = $2) where id = $1`,
      [id, donor.id, new Date(service.now().getTime() + hour * 1_000)],
    );
    await service.publish({ scope });
    await attempted(id, 1);
    service.advance(hour + 1);
    await service.publish({ scope });
    await attempted(id, 2);
    const [during, after] = attemptsFor(id).map(({ signingKeys }) => signingKeys);
    const [ofDonor] = attemptsFor(donor.id).map(({ signingKeys }) => signingKeys[0]);
    expect([during?.length, after?.length]).toEqual([2, 1]);
    expect(during?.[0]).toBe(ofDonor);
    expect(after?.[0]).toBe(ofDonor);
  });
});

test('GET /webhook-endpoints/{id}/deliveries lists every attempt, made and due', async () => {
  const { id, url } = await service.createEndpoint({}, scope);
  sender.answer = () => ({
    ...failedWith(502),
    responseHeaders: { 'content-type': 'text/plain' },
    responseSnippet: 'bad gateway',
    durationMs: 12,
  });
  const event = await service.publish({ scope });
  await attempted(id, 1);
  const api = service.world.merchantClient('webhooks', scope);
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
