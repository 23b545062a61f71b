import { afterEach, expect, jest, test } from '@jest/globals';
import { stopSignal } from './follow-events.ts';

afterEach(() => void jest.useRealTimers());

test('a Ctrl-C that comes twice stops once, and a later one of either signal ends the process', () => {
  jest.useFakeTimers();
  const listeners = () => (['SIGINT', 'SIGTERM'] as const).map((signal) => process.listeners(signal));
  const others = new Set(listeners().flat()); // of commands that other tests of this process have run, which stop as well
  const own = () => listeners().map((each) => each.filter((listener) => !others.has(listener)).length);
  const stop = stopSignal();
  process.emit('SIGINT');
  jest.advanceTimersByTime(100);
  process.emit('SIGINT');
  expect([stop.aborted, own()]).toEqual([true, [1, 1]]);
  jest.advanceTimersByTime(500);
  expect(own()).toEqual([0, 0]); // Node ends a process without one
});
