import { describe, expect, test } from '@jest/globals';
import { afterAttempt, closedBreaker, type BreakerState } from './breaker.ts';

const start = new Date('2025-01-01T00:00:00.000Z');
const at = (seconds: number) => new Date(start.getTime() + seconds * 1_000);

/** Applies a string of outcomes, `+` and `-`, one every `stepSeconds`. */
function run(outcomes: string, stepSeconds = 1, state: BreakerState = closedBreaker, fromSeconds = 0): BreakerState {
  return [...outcomes].reduce((s, c, i) => afterAttempt(s, c === '+', at(fromSeconds + i * stepSeconds)), state);
}

describe('breaker', () => {
  test('opens at the tenth failure in a row, not at the ninth', () => {
    expect(run('-'.repeat(9)).open).toBeNull();
    expect(run('-'.repeat(10), 3_600).open).not.toBeNull();
    expect(run('-'.repeat(9) + '+' + '-'.repeat(3), 3_600).open).toBeNull();
  });

  test('opens when 70 % of at least ten attempts within five minutes failed', () => {
    expect(run('+++-------').open).not.toBeNull();
    expect(run('++++------').open).toBeNull();
    expect(run('+-------').open).toBeNull();
  });

  test('attempts older than five minutes no longer count', () => {
    const old = run('---+--', 1);
    expect(run('-+---', 1, old, 400).open).toBeNull();
    expect(run('-+---', 1, old, 10).open).not.toBeNull();
  });

  test('a success alone never opens it', () => {
    expect(run('--------+'.repeat(1) + '+').open).toBeNull();
  });

  test('probes after 30 s, then doubles up to ten minutes', () => {
    let state = run('-'.repeat(10), 0);
    const waits: number[] = [];
    for (let i = 0; i < 7; i += 1) {
      if (state.open === null) throw new Error('closed');
      waits.push(state.open.waitSeconds);
      state = afterAttempt(state, false, state.open.probeAt);
    }
    expect(waits).toEqual([30, 60, 120, 240, 480, 600, 600]);
  });

  test('attempts still in flight when it opened do not lengthen the wait', () => {
    const state = run('-'.repeat(10), 0);
    expect(run('---', 1, state, 1).open).toEqual(state.open);
  });

  test('a successful probe closes it and forgets the window', () => {
    const closed = run('+', 0, run('-'.repeat(10), 0), 30);
    expect(closed).toEqual(closedBreaker);
    expect(run('-', 0, closed, 31).open).toBeNull();
  });
});
