import { expect, test } from '@jest/globals';
import { newId } from '@mizan/service-kit';
import { eventually } from '@mizan/testing';
import { delivered } from '../webhooks.test-support.ts';
import { claimDueDeliveries } from './claim-due-deliveries.ts';
import { heldAnswers, useDispatcher } from './dispatcher.test-support.ts';

const { sender, rows, now, createEndpoint, publish, publishTogether, attemptsFor, transact, scope } = useDispatcher();

test('an endpoint has at most four in flight and does not hold up another', async () => {
  const [slow, quick] = [await createEndpoint(), await createEndpoint()];
  const held = heldAnswers();
  sender.answer = ({ endpointId }) => (endpointId === slow.id ? held.answer() : delivered);
  for (let i = 0; i < 20; i += 1) await publish();
  await eventually(() => expect(attemptsFor(quick.id)).toHaveLength(20));
  expect(attemptsFor(slow.id)).toHaveLength(4);
  held.release();
  await eventually(() => expect(attemptsFor(slow.id)).toHaveLength(20));
});

test('a merchant whose endpoints all hang leaves room for others', async () => {
  const other = { merchantId: newId('acct'), livemode: false };
  const theirs = await createEndpoint(other);
  for (let i = 0; i < 20; i += 1) await createEndpoint();
  const held = heldAnswers();
  sender.answer = ({ endpointId }) => (endpointId === theirs.id ? delivered : held.answer());
  const before = sender.attempts.length;
  for (let i = 0; i < 6; i += 1) await publish();
  await eventually(() => expect(sender.attempts.length - before).toBe(48));
  await publish({ scope: other });
  await eventually(() => expect(attemptsFor(theirs.id)).toHaveLength(1));
  expect(sender.attempts.length - before).toBe(49);
  held.release();
  await eventually(() => expect(sender.attempts.length - before).toBe(121));
});

test('endpoints with a backlog share what is leased, so that all of the slots are in use', async () => {
  for (let i = 0; i < 24; i += 1) await createEndpoint();
  const held = heldAnswers();
  sender.answer = held.answer;
  const before = sender.attempts.length;
  await publishTogether(Array.from({ length: 20 }, () => ({ scope: scope() })));
  await eventually(() => expect(sender.attempts.length - before).toBeGreaterThan(0));
  const [most] = await rows<{ leased: number }>(
    `select count(*)::int as leased from delivery_queue where claim_id is not null group by endpoint_id order by 1 desc`,
  );
  expect(most?.leased).toBeLessThanOrEqual(5);
  await eventually(() => expect(sender.attempts.length - before).toBe(48));
  held.release();
  const waiting = () => rows('select 1 from delivery_queue where merchant_id = $1 limit 1', [scope().merchantId]);
  await eventually(async () => expect(await waiting()).toEqual([]));
  expect(sender.attempts.length - before).toBe(480);
});

test('test mode has slots of its own: a flood there does not delay a live delivery', async () => {
  const flood = heldAnswers();
  const live = await createEndpoint({ ...scope(), livemode: true });
  const merchants = [scope(), { ...scope(), merchantId: newId('acct') }];
  for (const each of merchants) for (let i = 0; i < 16; i += 1) await createEndpoint(each);
  sender.answer = ({ endpointId }) => (endpointId === live.id ? delivered : flood.answer());
  const before = sender.attempts.length;
  for (const each of merchants) for (let i = 0; i < 4; i += 1) await publish({ scope: each });
  await eventually(() => expect(sender.attempts.length - before).toBe(64));
  await publish({ scope: { ...scope(), livemode: true } });
  await eventually(() => expect(attemptsFor(live.id)).toHaveLength(1));
  flood.release();
  await eventually(() => expect(sender.attempts.length - before).toBe(129));
});

test('endpoints that only wait for a retry do not stand in the way of one with something due', async () => {
  await rows(
    `insert into webhook_endpoints (id, merchant_id, livemode, url, status, enabled_events, metadata, secret_sealed,
                                    version, created_at, updated_at)
     select 'we_later_' || n, $1, false, 'https://later.example.com/', 'enabled', '{*}', '{}', '', 1, now(), now()
     from generate_series(1, 2000) n`,
    [scope().merchantId],
  );
  await rows(
    `insert into endpoint_health (endpoint_id, merchant_id, livemode, failures)
     select id, merchant_id, livemode, 0 from webhook_endpoints where merchant_id = $1`,
    [scope().merchantId],
  );
  await rows(
    `insert into delivery_queue (delivery_id, merchant_id, livemode, endpoint_id, object_id, object_version, attempt,
                                 is_replay, first_at, next_at)
     select 'dlv_' || id, merchant_id, livemode, id, id, 1, 3, false, $2, $2 from webhook_endpoints where merchant_id = $1`,
    [scope().merchantId, new Date(now().getTime() + 3_600_000)],
  );
  const other = { merchantId: newId('acct'), livemode: false };
  const { id } = await createEndpoint(other);
  await publish({ scope: other });
  await eventually(() => expect(attemptsFor(id)).toHaveLength(1), { timeoutMs: 2_000 });
});

test('a plan that was made while nothing waited goes by indexes when much waits', async () => {
  await rows('analyze');
  const size = { free: 128, freeBytes: 8 * 1024 * 1024 };
  const request = { livemode: false, ...size, leased: new Map<string, number>(), slowEndpoints: [], now: now() };
  const plan = await transact(async (tx) => {
    await tx.sql`set local plan_cache_mode = force_generic_plan`;
    await claimDueDeliveries(tx, request);
    const prepared = await tx.one<{ name: string; types: string[] }>`
      select name, parameter_types::text[] as types from pg_prepared_statements
      where statement like '%with recursive unhurried%' and cardinality(parameter_types) > 0`; // not this one
    const nothing = prepared?.types.map((type) => `null::${type}`).join(', ');
    const explain = `explain execute ${prepared?.name}(${nothing})`;
    return tx.sql<{ 'QUERY PLAN': string }>(Object.assign([explain], { raw: [explain] }));
  });
  const scans = plan.flatMap((line) => /Seq Scan.*/.exec(line['QUERY PLAN'])?.[0] ?? []);
  expect(scans).toEqual([]);
});
