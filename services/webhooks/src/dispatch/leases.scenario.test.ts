import { expect, test } from '@jest/globals';
import { eventually } from '@mizan/testing';
import { heldAnswers, useDispatcher } from './dispatcher.test-support.ts';

const {
  sender,
  rows,
  createEndpoint,
  publish,
  attemptsFor,
  deliveriesTo,
  leasesOf,
  attempted,
  now,
  advance,
  connect,
  aPass,
} = useDispatcher();

test('an outcome whose lease was taken over is void', async () => {
  const { id } = await createEndpoint();
  const held = heldAnswers();
  sender.answer = held.answer;
  await publish();
  await eventually(() => expect(attemptsFor(id)).toHaveLength(1));
  await rows('update delivery_queue set claim_id = gen_random_uuid() where endpoint_id = $1', [id]);
  held.release();
  await aPass();
  expect((await deliveriesTo(id)).map(({ state }) => state)).toEqual(['pending']);
  expect(await leasesOf(id)).toHaveLength(1);
});

test('what a dead process had leased is sent again when the lease runs out', async () => {
  const { id } = await createEndpoint();
  const setProbe = (probeAt: string | null) =>
    rows('update endpoint_health set probe_at = $2, wait_seconds = $3 where endpoint_id = $1', [
      id,
      probeAt,
      probeAt && 30,
    ]);
  await setProbe('2100-01-01');
  await publish();
  await rows('update delivery_queue set claim_id = gen_random_uuid(), lease_until = $2 where endpoint_id = $1', [
    id,
    new Date(now().getTime() + 45_000),
  ]);
  await setProbe(null);
  await aPass();
  expect(attemptsFor(id)).toHaveLength(0);
  advance(46);
  await attempted(id, 1);
  expect(attemptsFor(id).map(({ attempt }) => attempt)).toEqual([1]);
});

test('an outcome survives a database that breaks off while it is written', async () => {
  const { id } = await createEndpoint();
  const held = heldAnswers();
  sender.answer = held.answer;
  await publish();
  await eventually(() => expect(attemptsFor(id)).toHaveLength(1));
  const blocker = await connect();
  try {
    await blocker.query('start transaction');
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
