import { afterEach, expect, test } from '@jest/globals';
import { eventually } from '@mizan/testing';
import { delivered, failedWith } from '../webhooks.test-support.ts';
import { useDispatcher } from './dispatcher.test-support.ts';
import { wokenAtOnce } from './wake-due-retries.ts';

const {
  sender,
  rows,
  scope,
  inLiveMode,
  createEndpoint,
  publish,
  attemptsFor,
  attempted,
  setClock,
  advance,
  connect,
  aPass,
} = useDispatcher();
afterEach(() => rows('delete from test_clocks'));

const hour = 3_600;
const sleeping = (endpointId: string) =>
  rows<{ wake_at: Date; next_at: Date }>(
    'select wake_at, next_at from delivery_queue where endpoint_id = $1 and wake_at is not null',
    [endpointId],
  );

/** An endpoint whose first attempt has failed; what follows succeeds. */
async function failedOnce(): Promise<string> {
  const { id } = await createEndpoint();
  sender.answer = () => failedWith(500);
  await publish();
  await attempted(id, 1);
  sender.answer = () => delivered;
  return id;
}

test('a retry that sleeps is not looked at by claims until its time has come, in both modes', async () => {
  for (const mode of ['test', 'live']) {
    if (mode === 'live') inLiveMode();
    const id = await failedOnce();
    const [retry] = await sleeping(id);
    expect(retry?.wake_at).toEqual(retry?.next_at);
    await rows(`update delivery_queue set next_at = now() - interval '1 minute' where endpoint_id = $1`, [id]);
    await aPass();
    expect(attemptsFor(id)).toHaveLength(1);
    advance(6);
    await attempted(id, 2);
  }
});

test('under a clock that is ahead, a retry sleeps until that clock reaches it, in real time', async () => {
  await setClock(24 * hour);
  const id = await failedOnce();
  const [retry] = await sleeping(id);
  expect((retry?.next_at.getTime() ?? 0) - (retry?.wake_at.getTime() ?? 0)).toBe(24 * hour * 1_000);
  advance(6);
  await attempted(id, 2);
});

test.each([
  ['queued', 'wake_at = null'],
  ['claimed and lost', `claim_id = gen_random_uuid(), lease_until = now() - interval '1 second'`],
])('what a previous version of the software has %s is sent when it is due', async (_, left) => {
  const id = await failedOnce();
  await rows(`update delivery_queue set ${left} where endpoint_id = $1`, [id]);
  await aPass();
  expect(attemptsFor(id)).toHaveLength(1);
  advance(6);
  await attempted(id, 2);
});

test('a retry that was locked when it came due is sent once it is free', async () => {
  const id = await failedOnce();
  const other = await connect();
  try {
    await other.query('begin');
    await other.query('select 1 from delivery_queue where endpoint_id = $1 for update', [id]);
    advance(6);
    await aPass();
    expect(attemptsFor(id)).toHaveLength(1);
    await other.query('rollback');
    await attempted(id, 2);
  } finally {
    other.release();
  }
});

test('more retries than are woken at once are all sent, whether real time or the clock of the account reaches them', async () => {
  const times = Math.ceil(wokenAtOnce * 1.2);
  const id = await failedOnce();
  for (const reached of [() => Promise.resolve(advance(3 * hour)), () => setClock(9 * hour)]) {
    const before = attemptsFor(id).length;
    await rows(
      `with made as (
         insert into deliveries
         select (jsonb_populate_record(null::deliveries, to_jsonb(d) || jsonb_build_object(
           'id', gen_random_uuid(), 'replay_id', gen_random_uuid(), 'state', 'pending', 'retry_at', null))).*
         from (select * from deliveries where endpoint_id = $1 order by id limit 1) d, generate_series(1, $2) returning *)
       insert into delivery_queue (delivery_id, merchant_id, livemode, endpoint_id, object_id, object_version, attempt, is_replay, first_at, next_at, wake_at)
       select id, merchant_id, livemode, endpoint_id, 'prod_1', 1, 1, true, $3, $3, $3 from made`,
      [id, times, new Date(Date.now() + 2 * hour * 1_000 + (before > 2 ? 6 * hour * 1_000 : 0))],
    );
    await reached();
    await eventually(() => expect(attemptsFor(id).length).toBeGreaterThanOrEqual(before + times));
  }
  expect(scope().livemode).toBe(false);
});
