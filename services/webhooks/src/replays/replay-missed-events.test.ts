import { expect, test } from '@jest/globals';
import type { EventType } from '@mizan/contracts';
import { newId, own } from '@mizan/service-kit';
import { eventually, type AnyBody } from '@mizan/testing';
import { useDispatcher } from '../dispatch/dispatcher.test-support.ts';
import { delivered, failedWith } from '../webhooks.test-support.ts';
import { failUnsendableDeliveries } from '../dispatch/fail-unsendable-deliveries.ts';
import { replayMissedEvents } from './replay-missed-events.ts';

const {
  sender,
  rows,
  scope,
  api,
  createEndpoint,
  publish,
  publishTogether,
  attemptsFor,
  attempted,
  advance,
  jobContext,
  transact,
} = useDispatcher();

const change = (id: string, body: object) => api<AnyBody>('PATCH', `/webhook-endpoints/${id}`, body);
const disable = (id: string) => change(id, { status: 'disabled' });
const enable = (id: string, replay = true) => change(id, { status: 'enabled', replayMissed: replay });
const statusOf = async (id: string) => (await api<AnyBody>('GET', `/webhook-endpoints/${id}`)).body.status;
/** What the leader does every second. */
const replay = async () => {
  const job = replayMissedEvents({ wake: () => undefined });
  while ((await job.run(jobContext())) > 0);
};
const sentTo = (id: string) => attemptsFor(id).map(({ eventId }) => eventId);
const idsOf = (events: readonly { id: string }[]) => events.map(({ id }) => id);
/** Publishes an event that has two attempts until its lifetime ends. Both fail. */
const publishFailing = async (id: string) => {
  sender.answer = () => failedWith(500);
  const before = attemptsFor(id).length;
  const event = await publish();
  await attempted(id, before + 1);
  await rows(
    `update deliveries set first_at = first_at - interval '90 hours' + interval '10 seconds'
     where endpoint_id = $1 and state = 'pending'`,
    [id],
  );
  advance(6);
  await attempted(id, before + 2);
  expect(await rows('select 1 from delivery_queue where endpoint_id = $1', [id])).toEqual([]);
  return event;
};
const many = (count: number) => Array.from({ length: count }, () => ({ scope: scope() }));

test('what a disabled endpoint missed is delivered when it is enabled with replayMissed, in the same bytes', async () => {
  const witness = await createEndpoint();
  const { id } = await createEndpoint();
  const before = await publish();
  await attempted(id, 1);
  await disable(id);
  const missed = [await publish(), await publish(), await publish()];
  await attempted(witness.id, 4);
  expect((await enable(id)).status).toBe(200);
  const after = await publish();
  await replay();
  await attempted(id, 5);
  expect(sentTo(id).sort()).toEqual(idsOf([before, ...missed, after]).sort());
  const bodies = (of: string) =>
    attemptsFor(of)
      .map(({ eventId, body }) =>
        [
          eventId,
          Buffer.from(body)
            .toString()
            .replace(/"pendingWebhooks":\d+/, ''),
        ].join(),
      )
      .sort();
  expect(bodies(id)).toEqual(bodies(witness.id));
});

test('without replayMissed it receives events from then on', async () => {
  const { id } = await createEndpoint();
  await disable(id);
  await publish();
  await enable(id, false);
  const { id: eventId } = await publish();
  await replay();
  await attempted(id, 1);
  expect(sentTo(id)).toEqual([eventId]);
});

test('what was waiting when it was disabled counts as missed; what it had received does not', async () => {
  const { id } = await createEndpoint();
  const received = await publish();
  await attempted(id, 1);
  sender.answer = () => failedWith(500);
  const waiting = await publish();
  await attempted(id, 2);
  await disable(id);
  sender.answer = () => delivered;
  await enable(id);
  await replay();
  await attempted(id, 3);
  expect(sentTo(id)).toEqual(idsOf([received, waiting, waiting]));
});

test('what failed since the last success counts as missed, also where no retry was left', async () => {
  const { id } = await createEndpoint();
  const received = await publish();
  await attempted(id, 1);
  sender.answer = () => failedWith(500);
  const failed = await publish();
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    await attempted(id, 1 + attempt);
    advance(7_200);
  }
  const waiting = await publish();
  await attempted(id, 7);
  await disable(id);
  sender.answer = () => delivered;
  await enable(id);
  await replay();
  await attempted(id, 9);
  expect(sentTo(id).slice(0, 7)).toEqual(idsOf([received, failed, failed, failed, failed, failed, waiting]));
  expect(sentTo(id).slice(7).sort()).toEqual(idsOf([failed, waiting]).sort());
});

test('what failed before it got another URL counts as missed', async () => {
  const { id } = await createEndpoint();
  const failed = await publishFailing(id);
  await change(id, { url: 'https://hooks.example.com/moved' });
  const waiting = await publish();
  await attempted(id, 3);
  await disable(id);
  sender.answer = () => delivered;
  await enable(id);
  await replay();
  await attempted(id, 5);
  expect(sentTo(id).slice(3).sort()).toEqual(idsOf([failed, waiting]).sort());
});

test('what failed before it got another URL does not, once an event has succeeded there', async () => {
  const { id } = await createEndpoint();
  const failed = await publishFailing(id);
  await change(id, { url: 'https://hooks.example.com/moved' });
  sender.answer = () => delivered;
  const received = await publish();
  await attempted(id, 3);
  await disable(id);
  const missed = await publish();
  await enable(id);
  await replay();
  await attempted(id, 4);
  expect(sentTo(id)).toEqual(idsOf([failed, failed, received, missed]));
});

test('what was answered with 410 counts as missed, also where a delivery beside it succeeds', async () => {
  const { id } = await createEndpoint();
  const answered = Promise.withResolvers<void>();
  const events: { id: string }[] = [];
  sender.answer = ({ eventId }) =>
    answered.promise.then(() => (eventId === events[1]?.id ? failedWith(410) : delivered));
  for (let i = 0; i < 3; i += 1) {
    events.push(await publish());
    await eventually(() => expect(attemptsFor(id)).toHaveLength(i + 1));
  }
  answered.resolve(); // the first is stored while the others wait, which are stored together
  await eventually(async () => expect((await enable(id)).status).toBe(200));
  sender.answer = () => delivered;
  await replay();
  await attempted(id, 4);
  expect(sentTo(id)[3]).toBe(events[1]?.id);
});

test('what was answered with 410 counts as missed, also where another replica records a success before the endpoint is disabled', async () => {
  const { id } = await createEndpoint();
  const locked = Promise.withResolvers<void>();
  sender.answer = () => locked.promise.then(() => failedWith(410));
  const gone = await publish();
  await transact(async (tx) => {
    await tx.sql`select 1 from webhook_endpoints where ${own(tx)} and id = ${id} for update`; // keeps it from being disabled
    locked.resolve();
    await eventually(async () => {
      const success = `update endpoint_health set failing_since = null, failures = 0, missed_from = null
        where endpoint_id = $1 and failures = 1 returning 1`;
      expect(await rows(success, [id])).toHaveLength(1);
    });
  });
  await eventually(async () => expect((await enable(id)).status).toBe(200));
  sender.answer = () => delivered;
  await replay();
  await attempted(id, 2);
  expect(sentTo(id)).toEqual(idsOf([gone, gone]));
});

test.each(['answered with 410', 'waiting', 'expired'])(
  'a resend of an old event that is %s brings back nothing that was left out before',
  async (end) => {
    const { id } = await createEndpoint();
    const old = await publish();
    await attempted(id, 1);
    await disable(id);
    await publish();
    await enable(id, false);
    sender.answer = () => failedWith(end === 'answered with 410' ? 410 : 500);
    await api('POST', `/events/${old.id}/resend`);
    await attempted(id, 2);
    if (end === 'expired') {
      await rows(`update delivery_queue set first_at = now() - interval '91 hours' where endpoint_id = $1`, [id]);
      await failUnsendableDeliveries.run(jobContext());
    }
    if (end === 'answered with 410') await eventually(async () => expect(await statusOf(id)).toBe('disabled'));
    else await disable(id);
    sender.answer = () => delivered;
    const missed = await publish();
    await enable(id);
    await replay();
    await attempted(id, 3);
    expect(sentTo(id)).toEqual(idsOf([old, old, missed]));
  },
);

test('what a fault held back to reorder it counts as missed', async () => {
  const { id } = await createEndpoint();
  await api('POST', '/test-helpers/webhooks/chaos', { endpointId: id, mode: 'reorder', times: 1 });
  const { id: eventId } = await publish();
  await eventually(async () =>
    expect(await rows('select 1 from delivery_queue where endpoint_id = $1 and is_replay', [id])).toHaveLength(1),
  );
  await disable(id);
  await enable(id);
  await replay();
  await attempted(id, 1);
  expect(sentTo(id)).toEqual([eventId]);
});

test('what had waited for its last attempt since before the last success counts as missed', async () => {
  const { id } = await createEndpoint();
  sender.answer = ({ attempt }) => (attempt === 4 ? failedWith(503, 7_000) : failedWith(500));
  const failed = await publish();
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    await attempted(id, attempt);
    advance(360);
  }
  await attempted(id, 4);
  advance(6_000);
  sender.answer = () => delivered;
  await publish();
  await attempted(id, 5);
  sender.answer = () => failedWith(500);
  advance(1_100);
  await attempted(id, 6);
  await disable(id);
  sender.answer = () => delivered;
  await enable(id);
  await replay();
  await attempted(id, 7);
  expect(sentTo(id)[6]).toBe(failed.id);
});

test('what expired behind a breaker counts as missed, also where the endpoint has got another URL just before', async () => {
  const { id } = await createEndpoint();
  await rows(
    `update endpoint_health set failing_since = now(), failures = 10, wait_seconds = 600, probe_at = now() + interval '30 days'
     where endpoint_id = $1`,
    [id],
  );
  const expired = await publish();
  await rows(
    `update delivery_queue set first_at = now() - interval '91 hours', next_at = now() + interval '1 day' where endpoint_id = $1`,
    [id],
  );
  await change(id, { url: 'https://hooks.example.com/moved' });
  await failUnsendableDeliveries.run(jobContext());
  await disable(id);
  await enable(id);
  await replay();
  await attempted(id, 1);
  expect(sentTo(id)).toEqual([expired.id]);
});

test('only types that it wants are replayed', async () => {
  const { id } = await createEndpoint(scope(), { enabledEvents: ['price.*', 'checkout.session.completed'] });
  await disable(id);
  const types = ['price.created', 'product.created', 'checkout.session.completed', 'checkout.session.expired'] as const;
  const missed = [];
  for (const type of types) missed.push(await publish({ type }));
  await enable(id);
  await replay();
  await attempted(id, 2);
  expect(sentTo(id).sort()).toEqual([missed[0]?.id, missed[2]?.id].sort());
});

test('events of one object arrive in order of their versions', async () => {
  const { id } = await createEndpoint();
  await disable(id);
  const object = { id: newId('prod'), object: 'product' } as never;
  const types: EventType[] = ['product.created', 'product.updated', 'product.deleted'];
  const events = [];
  for (const [index, type] of types.entries()) events.push(await publish({ type, object, objectVersion: index + 1 }));
  await enable(id);
  await replay();
  await attempted(id, 3);
  expect(sentTo(id)).toEqual(idsOf(events));
});

test('a long gap comes in batches and never piles up more than the endpoint takes', async () => {
  const { id } = await createEndpoint();
  await disable(id);
  for (let i = 0; i < 6; i += 1) await publishTogether(many(500));
  sender.answer = () => failedWith(500);
  await enable(id);
  await replay();
  const [{ waiting } = { waiting: 0 }] = await rows<{ waiting: number }>(
    'select count(*)::int as waiting from delivery_queue where endpoint_id = $1',
    [id],
  );
  expect(waiting).toBeGreaterThan(0);
  expect(waiting).toBeLessThanOrEqual(1_000 + 2 * 500); // a batch of this pass and one of the leader's own
});

test('disabled again half-way, nothing is lost: the rest counts as missed', async () => {
  const { id } = await createEndpoint();
  await disable(id);
  const missed = await publishTogether(many(1_200));
  await enable(id);
  await replayMissedEvents({ wake: () => undefined }).run(jobContext());
  await disable(id);
  missed.push(await publish());
  await enable(id);
  await eventually(async () => {
    await replay();
    expect(new Set(sentTo(id)).size).toBe(missed.length);
  });
  expect(new Set(sentTo(id))).toEqual(new Set(idsOf(missed)));
});

test('a replay that another replica is about to advance waits for it, and goes on from there', async () => {
  const { id } = await createEndpoint();
  await disable(id);
  const missed = await publishTogether(many(1_200));
  await enable(id);
  const { db } = jobContext();
  let waiting: Promise<unknown> = Promise.resolve();
  await db.transact(scope(), async (tx) => {
    await tx.sql`update endpoint_replays set after_sequence = after_sequence where endpoint_id = ${id}`;
    waiting = replay();
    await eventually(async () => {
      const blocked = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
      expect(await rows(blocked)).not.toEqual([]);
    });
  });
  await waiting;
  await eventually(async () => {
    await replay();
    expect(new Set(sentTo(id))).toEqual(new Set(idsOf(missed)));
  });
});

test('however often it is switched while events are stored, none is lost', async () => {
  const { id } = await createEndpoint();
  let isPublishing = true;
  const switching = (async () => {
    while (isPublishing) {
      await disable(id);
      await enable(id);
    }
  })();
  const published: string[] = [];
  for (let i = 0; i < 40; i += 1)
    published.push(...idsOf((await Promise.all([publish(), publish(), publishTogether(many(3))])).flat()));
  isPublishing = false;
  await switching;
  await eventually(async () => {
    await replay();
    expect(published.filter((each) => !sentTo(id).includes(each))).toEqual([]);
  });
});

test('a replay is over once nothing is left and no transaction stores events by the old status', async () => {
  const { id } = await createEndpoint();
  await disable(id);
  await publish();
  await enable(id);
  await replay();
  const replays = () => rows('select after_sequence from endpoint_replays where endpoint_id = $1', [id]);
  expect(await replays()).toHaveLength(1);
  await rows('update endpoint_replays set settled_at = now() where endpoint_id = $1', [id]);
  await replay();
  expect(await replays()).toEqual([]);
});

test('a deleted endpoint is replayed nothing', async () => {
  const { id } = await createEndpoint();
  await disable(id);
  await publish();
  await enable(id);
  await api('DELETE', `/webhook-endpoints/${id}`);
  await replay();
  expect(await rows('select 1 from endpoint_replays where endpoint_id = $1', [id])).toEqual([]);
  advance(1);
  expect(await rows(`select 1 from delivery_queue where endpoint_id = $1`, [id])).toEqual([]);
});

test('replayMissed without status: enabled is 400; for an enabled endpoint it is 409, unless it repeats a replay that is under way', async () => {
  const { id } = await createEndpoint();
  for (const body of [{ replayMissed: true }, { replayMissed: true, status: 'disabled' }])
    expect((await change(id, body)).body.error).toMatchObject({
      code: 'parameter_requires_another',
      param: 'replayMissed',
    });
  await publish();
  await attempted(id, 1);
  const refused = await enable(id);
  expect([refused.status, refused.body.error?.code]).toEqual([409, 'resource_invalid_state']);
  await replay();
  expect(sentTo(id)).toHaveLength(1);

  await disable(id);
  await publish();
  for (let turn = 0; turn < 2; turn++) expect((await enable(id)).status).toBe(200);
});
