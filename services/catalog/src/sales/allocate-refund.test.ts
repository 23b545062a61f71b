import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { allocateRefund } from './allocate-refund.ts';

const amounts = fc.array(fc.integer({ min: 0, max: 10_000_000 }), { minLength: 1, maxLength: 20 });

test('no line is refunded more than it cost, and each in full when the order is refunded in full', () => {
  fc.assert(
    fc.property(
      amounts,
      fc.integer({ min: 0, max: 1_000_000 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (nets, extra, share) => {
        const net = nets.reduce((sum, each) => sum + each, 0);
        const paid = net + extra;
        const parts = allocateRefund(Math.round(paid * share), paid, nets);
        parts.forEach((part, index) => expect(part).toBeLessThanOrEqual(nets[index] ?? 0));
        expect(allocateRefund(paid, paid, nets)).toEqual(nets);
        expect(allocateRefund(0, paid, nets).every((part) => part === 0)).toBe(true);
      },
    ),
  );
});

test('a partial refund of an order without extras is allocated to the lines to the last unit', () => {
  expect(allocateRefund(10, 30, [10, 10, 10])).toEqual([4, 3, 3]);
});

test('a free order is allocated nothing', () => {
  expect(allocateRefund(0, 0, [0])).toEqual([0]);
});
