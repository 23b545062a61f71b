import { setTimeout as delay } from 'node:timers/promises';
import { scaleTimeout } from './scale-timeout.ts';

const pollMs = 20;

/**
 * Repeats an assertion until it holds and returns what it returned. When time runs out it fails with the assertion's own
 * last failure.
 *
 * @param options.timeoutMs on an idle machine, 30,000 unless given; longer on a slow or busy one
 */
export async function eventually<T>(assertion: () => T | Promise<T>, options: { timeoutMs?: number } = {}): Promise<T> {
  const deadline = Date.now() + scaleTimeout(options.timeoutMs ?? 30_000);
  for (;;) {
    try {
      return await assertion();
    } catch (failure) {
      if (Date.now() > deadline) throw failure;
    }
    await delay(pollMs);
  }
}
