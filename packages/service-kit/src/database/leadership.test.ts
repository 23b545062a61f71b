import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@mizan/testing';
import { openProbe, type Probe } from '../open-probe.test-support.ts';
import { openTcpProxy } from '../tcp-proxy.test-support.ts';
import { Leadership } from './leadership.ts';

let probe: Probe;
let candidates: Candidate[] = [];

beforeAll(async () => {
  probe = await openProbe({ nats: false });
});
afterEach(async () => {
  await Promise.all(candidates.map(({ leadership }) => leadership.stop()));
  candidates = [];
});
afterAll(() => probe.close());

interface Candidate {
  leadership: Leadership;
  terms: number;
  leads: boolean;
}

function stand(
  lock: string,
  lead = untilOver,
  leadership = new Leadership(probe.world.databaseUrls('catalog').runtimeUrl, lock),
): Candidate {
  const candidate: Candidate = { leadership, terms: 0, leads: false };
  candidate.leadership.start(async (signal) => {
    candidate.terms++;
    candidate.leads = true;
    await lead(signal).finally(() => (candidate.leads = false));
  });
  candidates.push(candidate);
  return candidate;
}

const untilOver = (signal: AbortSignal) =>
  new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
const leadersOf = (all: Candidate[]) => all.filter(({ leads }) => leads);
const terminateLeader = (lock: string) =>
  probe.world
    .db('catalog')
    .query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1`, [`leader-${lock}`]);

test('of three candidates exactly one leads, and another takes over when it resigns', async () => {
  const all = [stand('resign'), stand('resign'), stand('resign')];
  const [first] = await eventually(() => {
    expect(leadersOf(all)).toHaveLength(1);
    return leadersOf(all);
  });
  await first?.leadership.stop();
  expect(first?.leads).toBe(false);
  await eventually(() => expect(leadersOf(all)).toHaveLength(1));
  expect(leadersOf(all)).not.toContain(first);
});

test('a leader whose session Postgres ends stops before another one leads', async () => {
  let leading = 0;
  let mostAtOnce = 0;
  const lead = async (signal: AbortSignal) => {
    mostAtOnce = Math.max(mostAtOnce, ++leading);
    await untilOver(signal);
    leading--;
  };
  const all = [stand('ended', lead), stand('ended', lead)];
  await eventually(() => expect(leadersOf(all)).toHaveLength(1));
  const termsBefore = all.reduce((sum, { terms }) => sum + terms, 0);
  await terminateLeader('ended');
  await eventually(() => expect(all.reduce((sum, { terms }) => sum + terms, 0)).toBe(termsBefore + 1));
  expect(mostAtOnce).toBe(1);
});

test('different locks do not disturb each other', async () => {
  const all = [stand('one_lock'), stand('another_lock')];
  await eventually(() => expect(leadersOf(all)).toHaveLength(2));
});

test('work that throws ends the term and not the candidacy', async () => {
  let failures = 0;
  const candidate = stand('stumbles', async (signal) => {
    if (++failures === 1) throw new Error('stumbled');
    await untilOver(signal);
  });
  await eventually(() => expect(candidate.terms).toBe(2));
  await eventually(() => expect(candidate.leads).toBe(true));
});

test('a leader that is cut off without a word notices by itself', async () => {
  const { runtimeUrl } = probe.world.databaseUrls('catalog');
  const proxy = await openTcpProxy(runtimeUrl);
  const candidate = stand(
    'cut_off',
    untilOver,
    new Leadership(proxy.through(runtimeUrl), 'cut_off', { everyMs: 50, maxMs: 200 }),
  );
  await eventually(() => expect(candidate.leads).toBe(true));
  proxy.hang();
  await eventually(() => expect(candidate.leads).toBe(false));
  await candidate.leadership.stop();
  await proxy.close();
});

test('a candidate that is stopped before its lock is answered never leads', async () => {
  const { runtimeUrl } = probe.world.databaseUrls('catalog');
  const db = probe.world.db('catalog');
  const proxy = await openTcpProxy(runtimeUrl);
  const holder = await db.connect();
  await holder.query(`select pg_advisory_lock(hashtext('late'))`);
  const leadership = new Leadership(proxy.through(runtimeUrl), 'late', { everyMs: 60_000, maxMs: 60_000 });
  const candidate = stand('late', untilOver, leadership);
  const sessions = (lockHeld: boolean) =>
    eventually(async () => {
      const { rows } = await db.query(
        `select 1 from pg_stat_activity a where application_name = 'leader-late' and query like '%pg_try_advisory_lock%'
           and $1 = exists (select 1 from pg_locks l where l.pid = a.pid and l.locktype = 'advisory')`,
        [lockHeld],
      );
      expect(rows).toHaveLength(1);
    });
  await sessions(false);
  const release = proxy.holdAnswers();
  await holder.query(`select pg_advisory_unlock(hashtext('late'))`);
  holder.release();
  await sessions(true);
  const stopped = leadership.stop();
  release();
  await stopped;
  expect(candidate.terms).toBe(0);
  await proxy.close();
});
