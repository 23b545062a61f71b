import { setTimeout as delay } from 'node:timers/promises';
import type { ServiceName } from '@mizan/contracts';
import type { DevFile } from '@mizan/stack/dev-file';

const pollMs = 50;
const readyMaxMs = 60_000;

/**
 * Restarts every replica of every service, one at a time, as a deployment does: SIGTERM, wait for the process that the
 * launcher starts in its place, wait until that one is ready.
 *
 * @param readDev reads `dev.json`, which the launcher rewrites when a process was replaced
 * @returns how many processes were restarted
 * @throws Error when a replica does not come back
 */
export async function rollingRestart(
  readDev: () => DevFile,
  onStep: (sentence: string) => void,
  signal: AbortSignal,
): Promise<number> {
  let restarted = 0;
  for (const [name, { replicas }] of Object.entries(readDev().services) as [
    ServiceName,
    DevFile['services'][ServiceName],
  ][])
    for (const [index, { url }] of replicas.entries()) {
      if (signal.aborted) return restarted;
      const pid = readDev().services[name].replicas[index]?.pid ?? -1; // of a single process: new since the service before
      process.kill(pid, 'SIGTERM');
      const deadline = performance.now() + readyMaxMs;
      const isBack = async (): Promise<boolean> => {
        const now = readDev().services[name].replicas[index]?.pid;
        return now !== pid && (await isReady(url));
      };
      while (!(await isBack())) {
        if (performance.now() > deadline) throw new Error(`${name} at ${url} did not come back`);
        await delay(pollMs);
      }
      restarted++;
      onStep(`${name} ${index + 1} of ${replicas.length} restarted`);
    }
  return restarted;
}

const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/readyz`, { signal: AbortSignal.timeout(1_000) }).then(
    async (response) => (await response.text(), response.ok),
    () => false,
  );
