import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { testCards } from './test-cards.ts';

const guide = readFileSync(new URL('../../../../../docs/guides/test-mode.md', import.meta.url), 'utf8');

test('the guide to test mode lists every test card, and no other number', () => {
  const listed = [...guide.matchAll(/^\| (\d[\d ]+\d) +\|/gm)].map(([, number = '']) => number.replaceAll(' ', ''));
  expect(listed.toSorted()).toEqual(testCards.map(({ number }) => number).toSorted());
});
