import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { breakdownTotal, convertBreakdown } from './convert-breakdown.ts';
import { toProcessing } from './exchange.ts';

const line = fc
  .record({ subtotal: fc.nat(10_000_000), discountPpm: fc.nat(1_000_000), tax: fc.constantFrom(0, 0, 7, 1_234) })
  .map(({ subtotal, discountPpm, tax }) => ({ subtotal, discount: Math.floor((subtotal * discountPpm) / 1e6), tax }));
const breakdown = fc.record({
  lines: fc.array(line, { minLength: 1, maxLength: 20 }),
  shipping: fc.constantFrom(0, 500),
  vat: fc.nat(1_000_000),
});
const locked = fc.record({
  rate: fc.integer({ min: 1, max: 500_000_000 }).map((units) => (units / 1e6).toFixed(6)),
  presentmentDecimals: fc.constantFrom(2, 3),
  processingDecimals: fc.constantFrom(2, 3),
});

describe('an order in two currencies', () => {
  test('its parts sum to the converted total', () => {
    fc.assert(
      fc.property(breakdown, locked, (order, rate) => {
        expect(breakdownTotal(convertBreakdown(order, rate))).toBe(toProcessing(breakdownTotal(order), rate));
      }),
    );
  });
  test('with a step, its parts sum to a multiple of it, at most half a step away', () => {
    fc.assert(
      fc.property(breakdown, locked, (order, rate) => {
        const rounded = breakdownTotal(convertBreakdown(order, rate, 10));
        expect(rounded % 10).toBe(0);
        expect(Math.abs(rounded - toProcessing(breakdownTotal(order), rate))).toBeLessThanOrEqual(5);
      }),
    );
  });
  test.each([
    [433, 1_670], // 1674.796: to 1675 and then to the step would be 1680
    [250, 970], // 966.972
    [1, 0],
  ])('%d pence are %d fils in steps of 10: one rounding', (subtotal, fils) => {
    const order = { lines: [{ subtotal, discount: 0, tax: 0 }], shipping: 0, vat: 0 };
    const rate = { rate: '0.386789', presentmentDecimals: 2, processingDecimals: 3 };
    expect(breakdownTotal(convertBreakdown(order, rate, 10))).toBe(fils);
  });
  test('half a step goes up', () => {
    const order = { lines: [{ subtotal: 5, discount: 0, tax: 0 }], shipping: 0, vat: 0 };
    const same = { rate: 1, presentmentDecimals: 3, processingDecimals: 3 };
    expect(breakdownTotal(convertBreakdown(order, same, 10))).toBe(10);
  });
  test('no line falls below 0 and no discount exceeds its line', () => {
    fc.assert(
      fc.property(breakdown, locked, fc.constantFrom(1, 10), (order, rate, step) => {
        const converted = convertBreakdown(order, rate, step);
        for (const { subtotal, discount, tax } of converted.lines) {
          expect(Math.min(discount, tax, subtotal - discount)).toBeGreaterThanOrEqual(0);
        }
        expect(Math.min(converted.shipping, converted.vat)).toBeGreaterThanOrEqual(0);
      }),
    );
  });
  test('a part that is 0 stays 0', () => {
    const converted = convertBreakdown(
      { lines: [{ subtotal: 999, discount: 0, tax: 0 }], shipping: 0, vat: 0 },
      { rate: 157.123456, presentmentDecimals: 3, processingDecimals: 2 },
    );
    expect(converted).toEqual({ lines: [{ subtotal: 15_697, discount: 0, tax: 0 }], shipping: 0, vat: 0 });
  });
  test('three lines of 3.333 KWD, which lose a unit when each is converted alone, sum to the converted total', () => {
    const third = { subtotal: 3_333, discount: 0, tax: 0 };
    const rate = { rate: '157.123456', presentmentDecimals: 3, processingDecimals: 2 };
    const converted = convertBreakdown({ lines: [third, third, third], shipping: 0, vat: 0 }, rate);
    expect(converted.lines.map((item) => item.subtotal)).toEqual([52_370, 52_369, 52_369]);
    expect(toProcessing(3_333, rate)).toBe(52_369);
    expect(toProcessing(9_999, rate)).toBe(157_108);
  });
  test('a wholly discounted order is free in both currencies', () => {
    const free = { lines: [{ subtotal: 1_000, discount: 1_000, tax: 0 }], shipping: 0, vat: 0 };
    const converted = convertBreakdown(free, { rate: 48.5, presentmentDecimals: 2, processingDecimals: 2 });
    expect(converted.lines).toEqual([{ subtotal: 48_500, discount: 48_500, tax: 0 }]);
    expect(breakdownTotal(converted)).toBe(0);
  });
});
