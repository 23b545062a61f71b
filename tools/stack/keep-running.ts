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
  const watch = async () => {
    for (;;) {
      const how = await current.ended;
      if (stopping) return;
      await delay(restartWaitMs);
      if (stopping) return;
      try {
        current = await start(Number(new URL(url).port));
        onRestart(`${name} ${how}; started again`);
      } catch (failure) {
        onRestart(
          `${name} ${how} and does not come back: ${failure instanceof Error ? failure.message : String(failure)}`,
        );
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
