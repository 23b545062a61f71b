import { setTimeout as delay } from 'node:timers/promises';
import type { RunningServer } from './postgres.ts';

const restartWaitMs = 300;

/**
 * Starts a server and restarts it on the same address whenever it ends unexpectedly.
 *
 * @param onRestart called with a message about what happened
 */
export async function keepRunning(
  name: string,
  start: (port: number | undefined) => Promise<RunningServer>,
  onRestart: (sentence: string) => void,
  preferredPort?: number,
): Promise<{ url: string; stop(): Promise<void> }> {
  let current = await start(preferredPort);
  const { url } = current;
  let stopping = false;
  let reported: string | undefined; // a server that does not come back is tried several times a second
  const watch = async () => {
    for (;;) {
      const how = await current.ended;
      if (stopping) return;
      await delay(restartWaitMs);
      if (stopping) return;
      try {
        current = await start(Number(new URL(url).port));
        onRestart(`${name} ${how}; started again`);
        reported = undefined;
      } catch (failure) {
        const reason = failure instanceof Error ? failure.message : String(failure);
        if (reason !== reported) onRestart(`${name} ${how} and does not come back: ${reason}`);
        reported = reason;
      }
    }
  };
  void watch();
  return {
    url,
    stop: async () => {
      stopping = true;
      await current.stop();
    },
  };
}
