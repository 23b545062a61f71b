import { expect, test } from '@jest/globals';
import { shouldDisable, spellAfter, type FailingSpell } from './disable-rule.ts';

const start = new Date('2025-01-01T00:00:00.000Z');
const at = (hours: number) => new Date(start.getTime() + hours * 3_600_000);
const healthy: FailingSpell = { failingSince: null, failures: 0 };

const failing = (failures: number): FailingSpell =>
  Array.from({ length: failures }).reduce<FailingSpell>((spell) => spellAfter(spell, false, start), healthy);

test('120 hours of failures and at least 20 of them disable', () => {
  expect(shouldDisable(failing(20), at(120))).toBe(true);
  expect(shouldDisable(failing(20), at(119.99))).toBe(false);
  expect(shouldDisable(failing(19), at(500))).toBe(false);
});

test('one success at hour 119 starts the count anew', () => {
  const saved = spellAfter(failing(50), true, at(119));
  expect(saved).toEqual(healthy);
  const again = spellAfter(saved, false, at(120));
  expect(again).toEqual({ failingSince: at(120), failures: 1 });
  expect(shouldDisable(again, at(239))).toBe(false);
});
