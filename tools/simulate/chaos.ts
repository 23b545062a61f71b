import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { ServiceName } from '@mizan/contracts';
import type { DevFile } from '@mizan/stack/dev-file';
import type { Home } from '@mizan/stack/home';
import { wipeNats } from '@mizan/stack/nats';
import { possibleDataFolders } from '@mizan/stack/postgres-place';
import { commandOf, waitUntilGone } from '@mizan/stack/processes';
import { SetupProblem } from '@mizan/stack/setup-problem';
import { busPid } from './bus-outage.ts';

const everyMs = 4_000; // between two kills: some come while the platform still recovers from the last
const goneMaxMs = 5_000;
const backMaxMs = 60_000; // a database reads its log after a crash
const pollMs = 100;

/** What a run kills: every service, and the two servers that they depend on. */
type Victim = { readonly name: string; readonly kill: () => Promise<void> };

/** The stack that is disturbed. */
export interface Disturbed {
  readonly home: Home;
  /** Reads `dev.json`, which the launcher rewrites when a process was replaced. */
  readonly readDev: () => DevFile;
  readonly random: () => number;
}

/**
 * Kills services, the bus and the database with SIGKILL, one every four seconds and each as often as the others, in an
 * order that the seed decides. Halfway the bus also loses its store. The launcher starts again what died.
 *
 * @param kills how many; the bus's loss of its store is one of them
 * @returns how often each was killed
 * @throws SetupProblem when a service, the bus or the database is not the launcher's own
 */
export async function chaos(
  stack: Disturbed,
  kills: number,
  onStep: (sentence: string) => void,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, number>> {
  const killed = new Map<string, number>();
  let waiting: Victim[] = [];
  for (let nth = 1; nth <= kills && !signal.aborted; nth++) {
    if (waiting.length === 0) waiting = shuffle(victimsOf(stack), stack.random);
    const losesStore = nth === Math.ceil(kills / 2);
    const victim = losesStore ? busWithoutStore(stack) : (waiting.pop() as Victim);
    onStep(`kill ${nth} of ${kills}: ${victim.name}`);
    await victim.kill();
    killed.set(victim.name, (killed.get(victim.name) ?? 0) + 1);
    await delay(everyMs, undefined, { signal }).catch(() => 'ended early');
  }
  return killed;
}

function victimsOf({ home, readDev, random }: Disturbed): Victim[] {
  const replicaPid = (name: ServiceName): number => {
    const { replicas } = readDev().services[name];
    return replicas[Math.floor(random() * replicas.length)]?.pid ?? 0;
  };
  return [
    ...Object.keys(readDev().services).map((name) => ({
      name,
      kill: async () => kill(await runningPid(() => replicaPid(name as ServiceName))),
    })),
    { name: 'nats', kill: async () => kill(await runningPid(() => busPid(home))) },
    { name: 'postgres', kill: async () => kill(await runningPid(() => databasePid(home))) },
  ];
}

const busWithoutStore = ({ home }: Disturbed): Victim => ({
  name: 'nats and its store',
  kill: async () => {
    const pid = await runningPid(() => busPid(home));
    kill(pid);
    await waitUntilGone(pid, goneMaxMs);
    wipeNats(home.nats);
  },
});

/**
 * Waits for the launcher to start what an earlier kill ended.
 *
 * @throws SetupProblem when it does not run here
 */
async function runningPid(find: () => number): Promise<number> {
  for (const deadline = performance.now() + backMaxMs; ; await delay(pollMs)) {
    const pid = find();
    if (pid > 0 && commandOf(pid) !== '') return pid;
    if (performance.now() > deadline)
      throw new SetupProblem(
        '--chaos kills what npm start runs, but a service, the bus or the database is not running here.',
      );
  }
}

/** The database's first process, whose death ends all others, as a crash of the machine does; 0 when there is none. */
function databasePid(home: Home): number {
  for (const folder of possibleDataFolders(home.path('postgres'))) {
    const file = join(folder, 'data', 'postmaster.pid');
    const pid = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0;
    if (pid && commandOf(pid).includes('postgres')) return pid;
  }
  return 0;
}

/** Sends SIGKILL; a process that ended meanwhile needs none. */
function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (failure) {
    if ((failure as NodeJS.ErrnoException).code !== 'ESRCH') throw failure;
  }
}

function shuffle<Item>(items: Item[], random: () => number): Item[] {
  for (let last = items.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [items[last], items[other]] = [items[other] as Item, items[last] as Item];
  }
  return items;
}
