import { expect, test } from '@jest/globals';
import { packText, unpackText } from './packed-text.ts';

test.each([
  '',
  '{}',
  'شاي 🫖',
  JSON.stringify({ lines: Array.from({ length: 500 }, (_, id) => ({ id, name: 'Tea' })) }),
])('a text is read as it was packed: %#', (text) => expect(unpackText(packText(text))).toBe(text));

test('a repetitive text becomes several times smaller', () => {
  const text = JSON.stringify(Array.from({ length: 100 }, (_, id) => ({ id, object: 'price', currency: 'EGP' })));
  expect(packText(text).length).toBeLessThan(text.length / 4);
});

test.each([
  ['of a form that is not known', Buffer.concat([Buffer.of(2), packText('text').subarray(1)])],
  ['that are damaged', Buffer.of(1, 255, 255, 255)],
  ['of which there are none', Buffer.of()],
])('bytes %s are refused', (_, packed) => expect(() => unpackText(packed)).toThrow());
