import type { SessionPaymentMethod } from '@mizan/contracts';
import { AmountOutOfRange, maxAmount } from '@mizan/money';
import { Problem } from '@mizan/service-kit';
import { noMethodFor } from './live-methods.ts';
import { canPay, isInRange, type PayableMethod } from './payment-methods.ts';
import type { PricingRules } from './session-pricing.ts';
import type { Session } from './session.ts';
import { totalLines, type CouponLine } from './total-lines.ts';

/** The sum of lines, which may be more than one amount can be: {@link assertNetTotal} refuses those. */
export const sumOf = (lines: readonly CouponLine[]): number => lines.reduce((sum, { subtotal }) => sum + subtotal, 0);

/** An order before anything is written for it. */
interface PricedOrder {
  readonly lines: readonly CouponLine[];
  readonly discounts: Session['discounts'];
  readonly methods: readonly PayableMethod[];
  readonly rules: PricingRules;
  /** As for {@link assertTotal}. */
  readonly param?: string | undefined;
}

/**
 * Refuses an order whose total after discounts and VAT no offered method can pay, or no payment can be as large as.
 *
 * @throws Problem `amount_invalid`
 */
export function assertNetTotal({ lines, discounts, methods, rules, param }: PricedOrder): void {
  let amountTotal: number;
  try {
    ({ amountTotal } = totalLines(lines, discounts, { ...rules, chosen: null }).processing);
  } catch (thrown) {
    throw thrown instanceof AmountOutOfRange ? lineTooLarge(lines, thrown) : thrown;
  }
  assertTotal(amountTotal, methods, { ...rules, param });
}

function lineTooLarge(lines: readonly CouponLine[], cause: AmountOutOfRange): Problem {
  const line = lines.findIndex(({ subtotal }) => subtotal > maxAmount);
  return amountTooLarge(line < 0 ? 'lineItems' : `lineItems[${line}].quantity`, cause);
}

/** The refusal of lines that cost more than one amount can be. */
export const amountTooLarge = (param: string, cause: AmountOutOfRange): Problem =>
  new Problem('amount_invalid', 'The amount is larger than one payment can be.', { param, cause });

/**
 * Refuses a total that no offered method can pay; 0 is a free order and always fine.
 *
 * @param offer.param what the caller sent that makes the total so, `lineItems` by default
 * @throws Problem `merchant_not_activated`: live mode can take no method in the currency; `amount_invalid`
 */
export function assertTotal(
  amountTotal: number,
  methods: readonly PayableMethod[],
  offer: Pick<PricingRules, 'currency'> & { readonly param?: string | undefined },
): void {
  if (amountTotal === 0) return;
  const { currency, param = 'lineItems' } = offer;
  if (methods.length === 0) throw noMethodFor(currency);
  const total = `The total of ${amountTotal} in the smallest unit of ${currency}`;
  if (methods.some((method) => canPay(method, amountTotal))) return;
  const steps = methods.flatMap((method) => (isInRange(method, amountTotal) ? method.amountStep : []));
  if (steps.length > 0)
    throw new Problem('amount_invalid', `${total} must be a multiple of ${Math.min(...steps)} in live mode.`, {
      param,
    });
  const isBelowAll = methods.every((method) => amountTotal < method.minTransactionAmount);
  const isAboveAll = methods.every((method) => amountTotal > method.maxTransactionAmount);
  if ((!isBelowAll && !isAboveAll) || hasGap(methods))
    throw new Problem('amount_invalid', `${total} is ${outside(methods)}`, { param });
  const where = isBelowAll ? 'below the minimum' : 'above the maximum';
  const least = Math.min(...methods.map((method) => method.minTransactionAmount));
  const most = Math.max(...methods.map((method) => method.maxTransactionAmount));
  const message = `${total} is ${where} of every payment method. Payments in ${currency} must be from ${least} to ${most}.`;
  throw new Problem('amount_invalid', message, { param });
}

/** Whether some total between the smallest minimum and the largest maximum is within the limits of no method. */
function hasGap(methods: readonly SessionPaymentMethod[]): boolean {
  let reach = Infinity;
  return methods
    .toSorted((one, other) => one.minTransactionAmount - other.minTransactionAmount)
    .some(({ minTransactionAmount, maxTransactionAmount }, index) => {
      const isAfterGap = minTransactionAmount > reach + 1;
      reach = index === 0 ? maxTransactionAmount : Math.max(reach, maxTransactionAmount);
      return isAfterGap;
    });
}

const outside = (methods: readonly SessionPaymentMethod[]): string => {
  const ranges = methods.map(
    ({ type, minTransactionAmount, maxTransactionAmount }) =>
      `${type} ${minTransactionAmount} to ${maxTransactionAmount}`,
  );
  return `outside the limits of every payment method: ${ranges.join(', ')}.`;
};
