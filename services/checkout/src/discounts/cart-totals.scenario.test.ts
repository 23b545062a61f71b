import { expect, test } from '@jest/globals';
import type { CheckoutPrice, Coupon } from '@mizan/contracts';
import { amountDetailsOf } from '@mizan/money';
import fc from 'fast-check';
import { toLineItem } from '../session/line-item.resource.ts';
import { plainRules } from '../session/session-pricing.ts';
import { totalCart } from '../session/total-cart.ts';
import { discountOfLines } from '../session/total-lines.ts';
import { Siblings } from '../siblings.test-support.ts';

const siblings = new Siblings();
const productIds = ['prod_a', 'prod_b', 'prod_c'];
const offers = productIds.map((id) => siblings.addPrice({}, { id }));

const line = fc.record({
  product: fc.nat(productIds.length - 1),
  unitAmount: fc.oneof(fc.nat(50), fc.nat(99_999_999)),
  quantity: fc.integer({ min: 1, max: 999 }),
});
const value = fc.oneof(
  fc.integer({ min: 1, max: 10_000 }).map((hundredths) => ({ percentOff: hundredths / 100, amountOff: null })),
  fc
    .oneof(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 1, max: 999_999_999_999 }))
    .map((amountOff) => ({ percentOff: null, amountOff })),
);
const coupon = fc
  .tuple(value, fc.subarray(productIds))
  .map(([amounts, appliesToProductIds]) => ({ coupon: { ...amounts, appliesToProductIds } as Coupon }));
const cart = fc.record({
  lines: fc.array(line, { minLength: 1, maxLength: 20 }),
  discounts: fc.array(coupon, { maxLength: 3 }),
});
type Line = { product: number; unitAmount: number; quantity: number };

const toItems = (lines: readonly Line[]) =>
  lines.map(({ product, unitAmount, quantity }, index) => {
    const offer = offers[product] as CheckoutPrice;
    return toLineItem(`li_${index}`, { ...offer, price: { ...offer.price, unitAmount } }, { quantity });
  });
const sum = (amounts: readonly number[]) => amounts.reduce((all, each) => all + each, 0);

test('for any cart and discounts the lines, the totals and the payment have the same amounts, and none is below 0', () => {
  fc.assert(
    fc.property(cart, ({ lines, discounts }) => {
      const { lineItems, amountSubtotal, amountTotal, totalDetails } = totalCart(
        toItems(lines),
        discounts,
        plainRules('EGP'),
      );
      const { amountDiscount } = totalDetails;
      expect(sum(lineItems.map((each) => each.amountSubtotal))).toBe(amountSubtotal);
      expect(sum(lineItems.map((each) => each.amountDiscount))).toBe(amountDiscount);
      expect(sum(lineItems.map((each) => each.amountTotal))).toBe(amountTotal);
      expect(amountTotal).toBe(amountSubtotal - amountDiscount);
      for (const each of lineItems) {
        expect(each.amountTotal).toBe(each.amountSubtotal - each.amountDiscount);
        expect(Math.min(each.amountTotal, each.amountDiscount)).toBeGreaterThanOrEqual(0);
      }
      const details = amountDetailsOf({
        amountSubtotal,
        amountDiscount,
        amountTax: totalDetails.amountTax,
        amountShipping: 0,
        amountCollectedVat: 0,
        amountPlatformFee: 0,
        amountTotal,
        lines: [],
      });
      expect(details.productAmount - details.discount + details.tax + details.platformFees + details.tip).toBe(
        amountTotal,
      );
    }),
  );
});

test('for any cart a coupon is deducted from the products that it names and from no other', () => {
  fc.assert(
    fc.property(cart, ({ lines, discounts: [first] }) => {
      if (!first) return;
      const { percentOff, amountOff, appliesToProductIds: named } = first.coupon;
      const { lineItems, totalDetails } = totalCart(toItems(lines), [first], plainRules('EGP'));
      const eligible = lineItems.filter(({ product }) => named.length === 0 || named.includes(product.id));
      const left = sum(eligible.map((each) => each.amountSubtotal));
      const wanted =
        percentOff === null
          ? Math.min(amountOff ?? 0, left)
          : Number((BigInt(left) * BigInt(Math.round(percentOff * 100)) + 5_000n) / 10_000n);
      expect(totalDetails.amountDiscount).toBe(wanted);
      expect(sum(eligible.map((each) => each.amountDiscount))).toBe(wanted);
    }),
  );
});

test('12.5 % of three lines of 33.33 deducts 12.50: 4.17 and 4.17 and 4.16', () => {
  const lines = [1, 2, 3].map(() => ({ productId: 'prod_a', subtotal: 3_333 }));
  const percent = { percentOff: 12.5, amountOff: null, appliesToProductIds: [] };
  expect(discountOfLines(lines, [percent])).toEqual([417, 417, 416]);
});
