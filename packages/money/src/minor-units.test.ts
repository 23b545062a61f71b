import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { add, AmountOutOfRange, isAmount, maxAmount, multiply, subtract, toAmount, toExact } from './minor-units.ts';

describe('an amount', () => {
  test.each([0, 1, maxAmount])('%d is one', (value) => expect(toAmount(value)).toBe(value));
  test.each([-1, 0.5, maxAmount + 1, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])('%d is none', (value) => {
    expect(isAmount(value)).toBe(false);
    expect(() => toAmount(value)).toThrow(AmountOutOfRange);
  });
  test('negative zero becomes zero', () => expect(Object.is(toAmount(-0), 0)).toBe(true));
});

describe('arithmetic in minor units', () => {
  const amount = fc.integer({ min: 0, max: maxAmount });

  test('addition and subtraction undo each other', () => {
    fc.assert(fc.property(amount, amount, (a, b) => subtract(add(a, b), b) === a));
  });
  test('the sum of nothing is 0', () => expect(add()).toBe(0));
  test('a product is exact or refused, never rounded', () => {
    fc.assert(
      fc.property(amount, fc.integer({ min: 1, max: 999_999 }), (unitAmount, quantity) => {
        const exact = BigInt(unitAmount) * BigInt(quantity);
        if (exact > BigInt(Number.MAX_SAFE_INTEGER))
          expect(() => multiply(unitAmount, quantity)).toThrow(AmountOutOfRange);
        else expect(BigInt(multiply(unitAmount, quantity))).toBe(exact);
      }),
    );
  });
  test('a sum beyond the safe integers is refused', () => {
    expect(() => add(Number.MAX_SAFE_INTEGER, 1)).toThrow(AmountOutOfRange);
    expect(() => subtract(-Number.MAX_SAFE_INTEGER, 1)).toThrow(AmountOutOfRange);
  });
  test('a fraction of a minor unit is refused', () => {
    expect(() => toExact(0.1)).toThrow(AmountOutOfRange);
    expect(() => add(0.1, 0.2)).toThrow(AmountOutOfRange);
    expect(() => multiply(10, 1.5)).toThrow(AmountOutOfRange);
  });
});
