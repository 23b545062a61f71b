import { expect, test } from '@jest/globals';
import { currencyDecimals, type CheckoutPrice, type Coupon, type Currency, type FeeConfig } from '@mizan/contracts';
import fc from 'fast-check';
import { sizeOf } from '@mizan/testing';
import { Siblings } from '../siblings.test-support.ts';
import { toLineItem } from './line-item.resource.ts';
import type { PricingRules } from './session-pricing.ts';
import { totalCart } from './total-cart.ts';

const runs = sizeOf({ quick: 1_000, full: 3_000 });
const siblings = new Siblings();
const offer = siblings.addPrice({}, { id: 'prod_a' });

const line = fc.record({
  unitAmount: fc.oneof(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 9_999_999 })),
  quantity: fc.integer({ min: 1, max: 99 }),
});
const coupon = fc.oneof(
  fc.constant(null),
  fc.integer({ min: 1, max: 10_000 }).map((hundredths) => ({ percentOff: hundredths / 100, amountOff: null })),
  fc.integer({ min: 1, max: 99_999_999 }).map((amountOff) => ({ percentOff: null, amountOff })),
);
/** From a rate that makes a strong currency of a weak one's thousands to the other way round. */
const rate = fc.oneof(fc.integer({ min: 10_000, max: 999_999 }), fc.integer({ min: 1_000_000, max: 400_000_000 }));
const cart = fc.record({
  lines: fc.array(line, { minLength: 1, maxLength: 8 }),
  coupon,
  vatPpm: fc.oneof(fc.constant(null), fc.integer({ min: 1, max: 1_000_000 })),
  pricing: fc.constantFrom<Currency>('GBP', 'KWD', 'BHD', 'EGP'),
  processing: fc.constantFrom<Currency>('EGP', 'JOD', 'SAR'),
  rateMillionths: rate,
  amountStep: fc.constantFrom(1, 10),
  fee: fc.oneof(
    fc.constant(null),
    fc.record({
      ratePpm: fc.integer({ min: 0, max: 100_000 }),
      fixed: fc.integer({ min: 0, max: 1_000 }),
      vatPpm: fc.constantFrom(0, 140_000, 50_000),
    }),
  ),
});

/** Half up, by the definition: the whole number at most half a step below or exactly half above. */
const rhu = (numerator: bigint, denominator: bigint): bigint => {
  const floor = numerator / denominator;
  return 2n * (numerator - floor * denominator) >= denominator ? floor + 1n : floor;
};
const total = (amounts: readonly number[]): bigint => amounts.reduce((all, each) => all + BigInt(each), 0n);

test(`identities hold in both currencies for ${runs} carts, and the totals are those of an independent count`, () => {
  fc.assert(
    fc.property(cart, ({ lines, coupon: off, vatPpm, pricing, processing, rateMillionths, amountStep, fee }) => {
      const isForeign = pricing !== processing;
      const feeConfig: FeeConfig = {
        feesPassThrough: fee !== null,
        vatCollectionEnabled: vatPpm !== null,
        ...(vatPpm === null ? {} : { vatCollectionRate: vatPpm / 10_000 }),
        source: 'session',
      };
      const rules: PricingRules = {
        currency: processing,
        exchange: isForeign ? { currency: pricing, rate: rateMillionths / 1e6, rateId: 'fxr_test' } : null,
        feeConfig,
        chosen: fee && { paymentMethodType: 'card', cardInfo: null, terms: fee },
        steps: { converted: amountStep, withFee: amountStep },
      };
      const items = lines.map(({ unitAmount, quantity }, index) =>
        toLineItem(`li_${index}`, priced(unitAmount, pricing), { quantity }),
      );
      const discounts = off ? [{ coupon: { ...off, appliesToProductIds: [] as string[] } as unknown as Coupon }] : [];

      // Counted again, in whole numbers and from the definitions alone.
      const S = lines.reduce((sum, { unitAmount, quantity }) => sum + BigInt(unitAmount) * BigInt(quantity), 0n);
      const share = BigInt(Math.round((off?.percentOff ?? 0) * 100));
      const fixedOff = BigInt(off?.amountOff ?? 0);
      const D = off?.amountOff ? (fixedOff < S ? fixedOff : S) : rhu(S * share, 10_000n);
      const V = vatPpm === null ? 0n : rhu((S - D) * BigInt(vatPpm), 1_000_000n);
      const [dp, dq] = [10n ** BigInt(currencyDecimals[pricing]), 10n ** BigInt(currencyDecimals[processing])];
      const r6 = BigInt(rateMillionths);
      const pres = S - D + V;
      const step = BigInt(amountStep);
      const B = isForeign ? rhu(pres * r6 * dq, 1_000_000n * dp * step) * step : pres;
      const beforeDiscount = isForeign ? (S * r6 * dq) / (1_000_000n * dp) : S;
      fc.pre(beforeDiscount < 800_000_000_000n); // what one payment can be, fee and VAT included
      fc.pre(B < 800_000_000_000n);
      if (pres > 0n && B === 0n)
        return void expect(() => totalCart(items, discounts, rules)).toThrow('less than the smallest');
      const feeOf = (gross: bigint): bigint => {
        if (gross === 0n || fee === null) return 0n;
        const net = rhu(gross * BigInt(fee.ratePpm), 1_000_000n) + BigInt(fee.fixed);
        return net + rhu(net * BigInt(fee.vatPpm), 1_000_000n);
      };

      const { lineItems, totalDetails, pricing: kept, ...main } = totalCart(items, discounts, rules);
      const F = BigInt(totalDetails.amountPlatformFee ?? 0);
      const identities = (
        sums: {
          amountSubtotal: number;
          amountTotal: number;
          amountDiscount: number;
          amountTax?: number | undefined;
          amountCollectedVat?: number | undefined;
          amountPlatformFee?: number | undefined;
        },
        each: readonly { amountSubtotal: number; amountTotal: number; amountDiscount: number; amountTax: number }[],
      ) => {
        const { amountTax = 0, amountCollectedVat = 0, amountPlatformFee = 0 } = sums;
        expect(sums.amountTotal).toBe(
          sums.amountSubtotal - sums.amountDiscount + amountTax + amountCollectedVat + amountPlatformFee,
        );
        expect(total(each.map((line) => line.amountSubtotal))).toBe(BigInt(sums.amountSubtotal));
        expect(total(each.map((line) => line.amountDiscount))).toBe(BigInt(sums.amountDiscount));
        expect(total(each.map((line) => line.amountTotal))).toBe(
          BigInt(sums.amountSubtotal - sums.amountDiscount + amountTax),
        );
        for (const line of each) {
          expect(line.amountTotal).toBe(line.amountSubtotal - line.amountDiscount + line.amountTax);
          expect(Math.min(line.amountSubtotal, line.amountDiscount, line.amountTotal)).toBeGreaterThanOrEqual(0);
        }
      };
      identities({ ...main, ...totalDetails }, lineItems);
      expect(BigInt(main.amountTotal)).toBe(B + F);
      expect(lineItems.every(({ currency }) => currency === processing)).toBe(true);

      // The fee is exactly what the payment costs, up to two units of rounding and what ends the total on the step;
      // one step less would not cover it.
      const gross = B + F;
      const residual = gross - feeOf(gross) - B;
      expect(residual >= 0n && residual <= step + 1n).toBe(true);
      if (fee && B > 0n) expect(gross - step - feeOf(gross - step) < B).toBe(true);
      if (!fee) expect(F).toBe(0n);
      if (fee || isForeign) expect(gross % step).toBe(0n);

      const presentment = kept?.presentment;
      expect(presentment === undefined || presentment === null).toBe(!isForeign);
      if (!presentment) return;
      expect(BigInt(presentment.amountSubtotal)).toBe(S);
      expect(BigInt(presentment.amountDiscount)).toBe(D);
      expect(BigInt(presentment.amountCollectedVat ?? 0)).toBe(V);
      expect(BigInt(presentment.amountPlatformFee ?? 0)).toBe(rhu(F * 1_000_000n * dp, r6 * dq));
      expect(presentment.amount).toBe(presentment.amountTotal);
      identities(
        presentment,
        lineItems.map(({ presentmentDetails }) => {
          if (!presentmentDetails) throw new Error('a line without its own currency');
          expect(presentmentDetails).toMatchObject({ amount: presentmentDetails.amountTotal, currency: pricing });
          return presentmentDetails;
        }),
      );
      lines.forEach(({ unitAmount, quantity }, index) => {
        expect(lineItems[index]?.presentmentDetails?.amountSubtotal).toBe(unitAmount * quantity);
      });
    }),
    { numRuns: runs },
  );
});

const priced = (unitAmount: number, currency: Currency): CheckoutPrice => ({
  ...offer,
  price: { ...offer.price, unitAmount, currency },
});

const plain = (currency: Currency): PricingRules => ({
  currency,
  exchange: null,
  feeConfig: { feesPassThrough: false, vatCollectionEnabled: false, source: 'account' },
  chosen: null,
  steps: { converted: 1, withFee: 1 },
});
const one = (unitAmount: number, currency: Currency = 'EGP') => [
  toLineItem('li_0', priced(unitAmount, currency), { quantity: 1 }),
];

test('the worked examples are exact: VAT, gross-up, and three decimals', () => {
  const tenPercent = [
    { coupon: { percentOff: 10, amountOff: null, appliesToProductIds: [] as string[] } as unknown as Coupon },
  ];
  const vat = {
    ...plain('EGP'),
    feeConfig: { ...plain('EGP').feeConfig, vatCollectionEnabled: true, vatCollectionRate: 14 },
  };
  expect(totalCart(one(25_000), tenPercent, vat)).toMatchObject({
    amountSubtotal: 25_000,
    amountTotal: 25_650,
    totalDetails: { amountDiscount: 2_500, amountCollectedVat: 3_150 },
  });
  const terms = { ratePpm: 27_500, fixed: 300, vatPpm: 140_000 };
  const passed = {
    ...plain('EGP'),
    feeConfig: { ...plain('EGP').feeConfig, feesPassThrough: true },
    chosen: { paymentMethodType: 'card' as const, cardInfo: null, terms },
  };
  expect(totalCart(one(100_000), [], passed)).toMatchObject({
    amountTotal: 103_590,
    totalDetails: { amountPlatformFee: 3_590 },
  });
  const dinars = { ...plain('EGP'), exchange: { currency: 'KWD' as const, rate: 157.123456, rateId: 'fxr_kwd' } };
  expect(totalCart(one(1_000, 'KWD'), [], dinars)).toMatchObject({
    amountTotal: 15_712,
    pricing: { presentment: { amount: 1_000, currency: 'KWD', exchangeRate: 157.123456, exchangeRateId: 'fxr_kwd' } },
  });
});
