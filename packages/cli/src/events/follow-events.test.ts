import { afterEach, expect, jest, test } from '@jest/globals';
import { stopSignal } from './follow-events.ts';

afterEach(() => void jest.useRealTimers());

test('a Ctrl-C that comes twice stops once, and a later one of either signal ends the process', () => {
  jest.useFakeTimers();
  const listeners = () => ['SIGINT', 'SIGTERM'].map((signal) => process.listenerCount(signal));
  const [interrupts = 0, terminations = 0] = listeners();
  const stop = stopSignal();
  process.emit('SIGINT');
  jest.advanceTimersByTime(100);
  process.emit('SIGINT');
  expect([stop.aborted, listeners()]).toEqual([true, [interrupts + 1, terminations + 1]]);
  jest.advanceTimersByTime(500);
  expect(listeners()).toEqual([interrupts, terminations]); // Node ends a process without one
});
