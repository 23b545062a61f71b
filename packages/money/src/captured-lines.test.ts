import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { capturedLines, type SoldLine } from './captured-lines.ts';

const net = ({ subtotal, discount }: SoldLine) => subtotal - discount;
const sum = (lines: readonly SoldLine[]) => lines.reduce((total, line) => total + net(line), 0);

const line = fc
  .record({ subtotal: fc.integer({ min: 0, max: 999_999_999 }), percent: fc.integer({ min: 0, max: 100 }) })
  .map(({ subtotal, percent }) => ({ subtotal, discount: Math.floor((subtotal * percent) / 100) }));
const order = fc
  .record({ lines: fc.array(line, { minLength: 1, maxLength: 50 }), fees: fc.integer({ min: 0, max: 99_999 }) })
  .chain(({ lines, fees }) => {
    const total = sum(lines) + fees;
    return fc.record({
      lines: fc.constant(lines),
      total: fc.constant(total),
      captured: fc.integer({ min: 0, max: total }),
    });
  });

describe('what lines brought in after a partial capture', () => {
  const lines = [
    { subtotal: 3_333, discount: 0 },
    { subtotal: 6_667, discount: 1_000 },
  ];

  test('all of it when everything was captured, or more', () => {
    expect(capturedLines(9_000, 9_000, lines)).toEqual(lines);
    expect(capturedLines(9_001, 9_000, lines)).toEqual(lines);
    expect(capturedLines(0, 0, [{ subtotal: 500, discount: 500 }])).toEqual([{ subtotal: 500, discount: 500 }]);
  });

  test('their exact shares otherwise, discounts in proportion', () => {
    expect(capturedLines(4_500, 9_000, lines)).toEqual([
      { subtotal: 1_667, discount: 0 },
      { subtotal: 3_333, discount: 500 },
    ]);
  });

  test('what was paid beyond the lines bears its share', () => {
    expect(capturedLines(5_130, 10_260, lines).map(net)).toEqual([1_667, 2_833]);
  });

  test('nets sum to what was captured where nothing was beyond, and no line exceeds what it cost', () => {
    fc.assert(
      fc.property(order, ({ lines, total, captured }) => {
        const shares = capturedLines(captured, total, lines);
        if (total === sum(lines)) expect(sum(shares)).toBe(captured);
        expect(sum(shares)).toBeLessThanOrEqual(captured);
        for (const [index, share] of shares.entries()) {
          const whole = lines[index];
          expect(share.discount).toBeGreaterThanOrEqual(0);
          expect(net(share)).toBeGreaterThanOrEqual(0);
          expect(net(share)).toBeLessThanOrEqual(whole ? net(whole) : -1);
          expect(share.discount).toBeLessThanOrEqual(whole?.discount ?? -1);
        }
      }),
    );
  });
});
