import type { TotalDetails, Coupon } from '@mizan/contracts';
import {
  type Breakdown,
  breakdownTotal,
  convertBreakdown,
  grossUp,
  type OrderTotals,
  toBreakdown,
  totalsOf,
  toPresentment,
  vatRateToPpm,
  add,
  discountLines,
} from '@mizan/money';
import { Problem } from '@mizan/service-kit';
import { lockedRateOf, type PricingRules } from './session-pricing.ts';
import type { Session, SessionDiscount } from './session.ts';

/** The sums of a cart in the processed currency and, where prices are in another, in that one too. */
export interface CartTotals {
  readonly processing: OrderTotals;
  readonly presentment: OrderTotals | null;
}

/**
 * Sums up lines: discounts and VAT in the currency of the prices; then, where that is not the processed one, the whole at
 * the locked rate, rounded to the step and split so that every identity holds in both; the fee last, on the processed
 * total, and converted back.
 *
 * @param lines minor units of the currency of the prices
 * @throws Problem `amount_invalid`: a cart that costs something rounds to nothing in the processed currency
 * @throws AmountOutOfRange when a figure is beyond what one amount can be
 */
export function totalLines(
  lines: readonly CouponLine[],
  discounts: readonly Pick<SessionDiscount, 'coupon'>[],
  rules: PricingRules,
): CartTotals {
  const coupons = discounts.map(({ coupon }) => coupon);
  const deducted = discountOfLines(lines, coupons);
  const priced = toBreakdown({
    lines: lines.map(({ subtotal }, index) => ({ subtotal, discount: deducted[index] ?? 0, tax: 0 })),
    shipping: 0,
    vatRatePpm: vatPpmOf(rules),
  });
  if (rules.exchange === null) return { processing: totalsOf(priced, feeOf(priced, rules)), presentment: null };
  const locked = lockedRateOf(rules.exchange, rules.currency);
  const processed = convertBreakdown(priced, locked, rules.steps.converted);
  const tooSmall = `The total is less than the smallest amount in ${rules.currency}.`;
  if (breakdownTotal(priced) > 0 && breakdownTotal(processed) === 0)
    throw new Problem('amount_invalid', tooSmall, { param: 'lineItems' });
  const fee = feeOf(processed, rules);
  return { processing: totalsOf(processed, fee), presentment: totalsOf(priced, toPresentment(fee, locked)) };
}

/** What a session shows of its totals: VAT and fee only where its buyer pays them. */
export const totalDetailsOf = (
  { amountDiscount, amountTax, amountCollectedVat, amountPlatformFee }: OrderTotals,
  { feeConfig }: Pick<PricingRules, 'feeConfig'>,
): TotalDetails => ({
  amountDiscount,
  amountTax,
  ...(feeConfig.feesPassThrough ? { amountPlatformFee } : {}),
  ...(feeConfig.vatCollectionEnabled ? { amountCollectedVat } : {}),
});

function vatPpmOf({ feeConfig }: PricingRules): number | null {
  if (!feeConfig.vatCollectionEnabled) return null;
  if (feeConfig.vatCollectionRate === undefined) throw new Error('bug: VAT is collected at no rate');
  return vatRateToPpm(feeConfig.vatCollectionRate);
}

/** What the buyer pays for the payment itself, minor units of the processed currency. */
const feeOf = (order: Breakdown, { feeConfig, chosen, steps }: PricingRules): number =>
  feeConfig.feesPassThrough && chosen ? grossUp(breakdownTotal(order), chosen.terms, steps.withFee).surcharge : 0;

/** A line as coupons see it; minor units. */
export interface CouponLine {
  /** Undefined for a product that is created for this checkout, which no coupon can name. */
  readonly productId: string | undefined;
  readonly subtotal: number;
}

type Value = Pick<Coupon, 'percentOff' | 'amountOff' | 'appliesToProductIds'>;

/** What all coupons together deduct from each line, minor units: one after the other, each of what the earlier ones left. */
export function discountOfLines(lines: readonly CouponLine[], coupons: readonly Value[]): number[] {
  let deducted = lines.map(() => 0);
  for (const coupon of coupons) {
    const rest = lines.map(({ productId, subtotal }, index) => ({
      subtotal,
      earlierDiscount: deducted[index] ?? 0,
      isEligible: appliesTo(coupon, productId),
    }));
    const parts = discountLines(rest, valueOf(coupon));
    deducted = deducted.map((earlier, index) => add(earlier, parts[index] ?? 0));
  }
  return deducted;
}

/** Whether a coupon covers any line of a session. One that covers none deducts nothing, and is not used by it. */
export const coversAnyOf = (coupon: Value, { lineItems }: Pick<Session, 'lineItems'>): boolean =>
  lineItems.some(({ product }) => appliesTo(coupon, product.id));

const appliesTo = ({ appliesToProductIds: ids }: Value, productId: string | undefined): boolean =>
  ids.length === 0 || (productId !== undefined && ids.includes(productId));

function valueOf({ percentOff, amountOff }: Value): Parameters<typeof discountLines>[1] {
  if (percentOff !== null) return { percentOff };
  if (amountOff !== null) return { amountOff };
  throw new Error('bug: a coupon without a value');
}
