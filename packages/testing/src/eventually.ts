import { setTimeout as delay } from 'node:timers/promises';
import { scaleTimeout } from './scale-timeout.ts';

const [pollMinMs, pollMaxMs] = [20, 250];
const pollShare = 0.05; // of the time waited so far: a long wait must not keep busy what it waits for

/**
 * Repeats an assertion until it holds and returns what it returned. When time runs out it fails with the assertion's own
 * last failure.
 *
 * @param options.timeoutMs on an idle machine, 30,000 unless given; longer on a slow or busy one
 */
export async function eventually<T>(assertion: () => T | Promise<T>, options: { timeoutMs?: number } = {}): Promise<T> {
  const startedAt = performance.now();
  const timeoutMs = scaleTimeout(options.timeoutMs ?? 30_000);
  for (;;) {
    try {
      return await assertion();
    } catch (failure) {
      if (performance.now() - startedAt > timeoutMs) throw failure;
    }
    await delay(Math.min(pollMaxMs, Math.max(pollMinMs, (performance.now() - startedAt) * pollShare)));
  }
}
