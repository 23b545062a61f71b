import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { DecimalInvalid } from './decimal.ts';
import { type LockedRate, toPresentment, toProcessing } from './exchange.ts';

const kwdToEgp: LockedRate = { rate: '157.123456', presentmentDecimals: 3, processingDecimals: 2 };
const rate = fc
  .record({
    units: fc.integer({ min: 1, max: 999_999_999 }),
    presentmentDecimals: fc.constantFrom(0, 2, 3),
    processingDecimals: fc.constantFrom(0, 2, 3),
  })
  .map(({ units, ...decimals }) => ({ rate: (units / 1_000_000).toFixed(6), ...decimals }));

describe('conversion', () => {
  test('1.000 KWD at 157.123456 is 157.12 EGP', () => expect(toProcessing(1_000, kwdToEgp)).toBe(15_712));
  test('10.00 USD at 48.5 is 485.00 EGP', () =>
    expect(toProcessing(1_000, { rate: 48.5, presentmentDecimals: 2, processingDecimals: 2 })).toBe(48_500));
  test('half a minor unit goes up, in both directions', () => {
    const half: LockedRate = { rate: 0.5, presentmentDecimals: 2, processingDecimals: 2 };
    expect(toProcessing(1, half)).toBe(1);
    expect(toPresentment(1, { rate: 2, presentmentDecimals: 2, processingDecimals: 2 })).toBe(1);
  });
  test('a fee of 35.90 EGP mirrored at 157.123456 is 0.228 KWD', () =>
    expect(toPresentment(3_590, kwdToEgp)).toBe(228));
  test('is the nearest minor unit to the exact product', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000_000 }), rate, (amount, locked) => {
        const units = BigInt(locked.rate.replace('.', ''));
        const exactTimes = BigInt(amount) * units * 10n ** BigInt(locked.processingDecimals);
        const unit = 10n ** BigInt(6 + locked.presentmentDecimals);
        const distance = 2n * (BigInt(toProcessing(amount, locked)) * unit - exactTimes);
        return distance > -unit && distance <= unit;
      }),
    );
  });
  test('more for more: conversion keeps the order of amounts', () => {
    fc.assert(
      fc.property(fc.nat(100_000_000), fc.nat(100_000_000), rate, (a, b, locked) => {
        return (
          a <= b === toProcessing(a, locked) <= toProcessing(b, locked) ||
          toProcessing(a, locked) === toProcessing(b, locked)
        );
      }),
    );
  });
  test('a rate finer than six decimals, or of 0, is refused', () => {
    expect(() => toProcessing(1, { ...kwdToEgp, rate: '0.0000001' })).toThrow(DecimalInvalid);
    expect(() => toProcessing(1, { ...kwdToEgp, rate: 0 })).toThrow(RangeError);
    expect(() => toPresentment(1, { ...kwdToEgp, rate: '0.000000' })).toThrow(RangeError);
  });
});
