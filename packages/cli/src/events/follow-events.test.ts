import { afterEach, expect, jest, test } from '@jest/globals';
import { stopSignal } from './follow-events.ts';

afterEach(() => void jest.useRealTimers());

test('a Ctrl-C that comes twice stops once, and a later one ends the process', () => {
  jest.useFakeTimers();
  const before = process.listenerCount('SIGINT');
  const stop = stopSignal();
  process.emit('SIGINT');
  jest.advanceTimersByTime(100);
  process.emit('SIGINT');
  expect([stop.aborted, process.listenerCount('SIGINT')]).toEqual([true, before + 1]);
  jest.advanceTimersByTime(500);
  expect(process.listenerCount('SIGINT')).toBe(before); // Node ends a process without one
  process.removeAllListeners('SIGTERM');
});
