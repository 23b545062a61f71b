import type { LineItem, Price, SessionPaymentMethod } from '@mizan/contracts';
import { AmountOutOfRange, lineSubtotal } from '@mizan/money';
import { Problem } from '@mizan/service-kit';
import type { LockedExchange, PricingRules, SessionPricing } from '../pricing/session-pricing.ts';
import { totalDetailsOf, totalLines, type CartTotals } from '../pricing/total-lines.ts';
import { takes } from './payment-methods.ts';
import type { Session, SessionDiscount } from './session.ts';

type Unpriced = Omit<LineItem, 'amountSubtotal' | 'amountTotal' | 'amountDiscount' | 'amountTax'>;

/** A cart with every amount filled in. */
export type TotalledCart = Pick<Session, 'lineItems' | 'amountSubtotal' | 'amountTotal' | 'totalDetails' | 'pricing'>;

/**
 * What one piece costs, minor units. For a CUSTOM price that is what the buyer chose, else what the merchant suggests,
 * else the least the merchant takes.
 */
export function unitAmountOf(price: Pick<Price, 'unitAmount' | 'customUnitAmount'>, customAmount?: number): number {
  const { unitAmount, customUnitAmount } = price;
  return unitAmount ?? customAmount ?? customUnitAmount?.preset ?? customUnitAmount?.minimum ?? 0;
}

/**
 * Fills in the amounts of every line and of the whole cart, in the currency that is processed and, where prices are in
 * another, in that one too.
 *
 * @param discounts taken off one after the other
 * @throws Problem `amount_invalid`: a product or the sum is more than one amount can be, or nothing is left of it
 */
export function totalCart(
  items: readonly Unpriced[],
  discounts: readonly Pick<SessionDiscount, 'coupon'>[],
  rules: PricingRules,
): TotalledCart {
  const at = { line: -1 };
  try {
    const gross = items.map((item, index) => {
      at.line = index;
      const subtotal = lineSubtotal(unitAmountOf(item.price, item.customAmount), item.quantity);
      return { productId: item.product.id, subtotal };
    });
    at.line = -1;
    const totals = totalLines(gross, discounts, rules);
    const { amountSubtotal, amountTotal } = totals.processing;
    return {
      lineItems: items.map((item, index) => totalledLine(item, index, totals, rules)),
      amountSubtotal,
      amountTotal,
      totalDetails: totalDetailsOf(totals.processing, rules),
      pricing: pricingOf(totals, rules),
    };
  } catch (thrown) {
    if (!(thrown instanceof AmountOutOfRange)) throw thrown;
    const param = at.line < 0 ? 'lineItems' : `lineItems[${at.line}].quantity`;
    throw amountTooLarge(param, thrown);
  }
}

/** What is said of lines that cost more than one amount can be. */
export const amountTooLarge = (param: string, cause: AmountOutOfRange): Problem =>
  new Problem('amount_invalid', 'The amount is larger than one payment can be.', { param, cause });

function totalledLine(
  item: Unpriced,
  index: number,
  totals: CartTotals,
  { currency, exchange }: PricingRules,
): LineItem {
  const { presentmentDetails: _former, ...line } = item;
  const own = totals.presentment?.lines[index];
  return {
    ...line,
    ...(totals.processing.lines[index] ?? missingLine()),
    currency,
    ...(exchange && own ? { presentmentDetails: { amount: own.amountTotal, ...lockedAs(exchange), ...own } } : {}),
  };
}

function pricingOf({ presentment }: CartTotals, rules: PricingRules): SessionPricing | null {
  const { exchange, chosen } = rules;
  if (!exchange || !presentment) return chosen && { exchange: null, chosen, presentment: null };
  const { amountSubtotal, amountTotal } = presentment;
  const details = totalDetailsOf(presentment, rules);
  return {
    exchange,
    chosen,
    presentment: { amount: amountTotal, ...lockedAs(exchange), amountSubtotal, amountTotal, ...details },
  };
}

const lockedAs = ({ currency, rate, rateId }: LockedExchange) => ({
  currency,
  exchangeRate: rate,
  exchangeRateId: rateId,
});

function missingLine(): never {
  throw new Error('bug: totals have fewer lines than the cart');
}

/**
 * Refuses a total that no offered method takes; 0 is a free order and always fine. A fee that is passed on makes the
 * total what it has to be a multiple of, as a conversion does.
 *
 * @throws Problem `amount_invalid`
 */
export function checkTotal(
  amountTotal: number,
  methods: readonly SessionPaymentMethod[],
  { amountStep, feeConfig }: Pick<PricingRules, 'amountStep' | 'feeConfig'>,
): void {
  if (amountTotal === 0) return;
  if (amountTotal % amountStep !== 0 && !feeConfig.feesPassThrough)
    throw new Problem(
      'amount_invalid',
      `The total of ${amountTotal} must be a multiple of ${amountStep} in live mode.`,
      {
        param: 'lineItems',
      },
    );
  if (methods.some((method) => takes(method, amountTotal))) return;
  const isBelowAll = methods.every((method) => amountTotal < method.minTransactionAmount);
  const isAboveAll = methods.every((method) => amountTotal > method.maxTransactionAmount);
  const where = isBelowAll ? 'below the minimum' : isAboveAll ? 'above the maximum' : 'outside the bounds';
  const message = `The total of ${amountTotal} is ${where} of every payment method.`;
  throw new Problem('amount_invalid', message, { param: 'lineItems' });
}
