import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { DevFile } from '@mizan/stack/dev-file';
import type { Home } from '@mizan/stack/home';
import { pidFileOf } from '@mizan/stack/nats';
import { commandOf } from '@mizan/stack/processes';
import { SetupProblem } from '@mizan/stack/setup-problem';
import { readLag } from './lag.ts';

const pollMs = 250;
const drainMaxMs = 120_000;
const drainedSeconds = 1; // events that were just committed are always on their way

/**
 * Simulates an outage of the bus: nats-server hangs for a while, as behind a network that swallows packets, and then dies, so that the
 * launcher starts it again with what it had stored.
 *
 * @returns seconds from then until no event older than {@link drainedSeconds} waited in an outbox
 * @throws SetupProblem when the bus is not the launcher's own
 * @throws Error when the outboxes do not empty
 */
export async function busOutage(
  { home, readDev, seconds }: { home: Home; readDev: () => DevFile; seconds: number },
  onStep: (sentence: string) => void,
  signal: AbortSignal,
): Promise<number> {
  const pid = busPid(home);
  if (!pid) throw new SetupProblem('--bus-outage stops the nats-server that npm start runs, but none is running here.');
  onStep(`the bus hangs for ${seconds} s`);
  process.kill(pid, 'SIGSTOP');
  try {
    await delay(seconds * 1_000, undefined, { signal }).catch(() => 'ended early');
  } finally {
    process.kill(pid, 'SIGKILL');
  }
  onStep('the bus restarts');
  const backAtMs = performance.now();
  for (;;) {
    await delay(pollMs);
    const elapsedMs = performance.now() - backAtMs;
    if (isBack(home, pid) && (await isDrained(readDev()))) return elapsedMs / 1_000;
    if (elapsedMs > drainMaxMs)
      throw new Error(`the outboxes are not empty ${drainMaxMs / 1_000} s after the bus restarted`);
  }
}

async function isDrained(dev: DevFile): Promise<boolean> {
  const { outboxSeconds, silent } = await readLag(dev);
  return silent === 0 && outboxSeconds < drainedSeconds;
}

/** The nats-server of the launcher; 0 while none runs. */
export function busPid(home: Home): number {
  const file = pidFileOf(home.nats);
  const pid = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
  return pid && commandOf(pid).includes('nats-server') ? pid : 0;
}

const isBack = (home: Home, formerPid: number): boolean => ![0, formerPid].includes(busPid(home));
