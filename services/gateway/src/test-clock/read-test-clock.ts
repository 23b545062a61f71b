import type { TestClock } from '@mizan/contracts';
import type { Reader } from '@mizan/service-kit';

/** The time of the account's test mode, and how far it is ahead of real time. */
export const getTestClock = ({ now }: Pick<Reader, 'now'>): TestClock => ({
  object: 'test_clock',
  now: now.toISOString(),
  aheadSeconds: Math.max(0, Math.round((now.getTime() - Date.now()) / 1_000)),
});
