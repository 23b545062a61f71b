import { isDeepStrictEqual } from 'node:util';
import type { LineItem, Price } from '@mizan/contracts';
import { AmountOutOfRange, lineSubtotal } from '@mizan/money';
import { amountTooLarge } from './assert-total.ts';
import { rulesOf, type ChosenMethod, type LockedExchange, type PricingRules } from './session-pricing.ts';
import type { Session, SessionDiscount } from './session.ts';
import { totalDetailsOf, totalLines, type CartTotals } from './total-lines.ts';

/** A line before its amounts are computed. */
export type UntotalledLine = Omit<LineItem, 'amountSubtotal' | 'amountTotal' | 'amountDiscount' | 'amountTax'>;

/** A cart with every amount filled in. */
export type TotalledCart = Pick<Session, 'lineItems' | 'amountSubtotal' | 'amountTotal' | 'totalDetails' | 'pricing'>;

/**
 * What one piece costs, minor units. For a CUSTOM price that is what the buyer chose, else what the merchant suggests,
 * else the minimum.
 */
export function unitAmountOf(price: Pick<Price, 'unitAmount' | 'customUnitAmount'>, customAmount?: number): number {
  const { unitAmount, customUnitAmount } = price;
  return unitAmount ?? customAmount ?? customUnitAmount?.preset ?? customUnitAmount?.minimum ?? 0;
}

/**
 * Fills in the amounts of every line and of the whole cart, in the processed currency and, where prices are in another,
 * in that one too.
 *
 * @param discounts deducted one after the other
 * @throws Problem `amount_invalid`: a line or the sum is more than one amount can be, or rounds to nothing
 */
export function totalCart(
  items: readonly UntotalledLine[],
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
      lineItems: items.map((item, index) => totalledLine(item, { index, totals, rules })),
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

interface Totalled {
  readonly index: number;
  readonly totals: CartTotals;
  readonly rules: PricingRules;
}

function totalledLine(item: UntotalledLine, { index, totals, rules }: Totalled): LineItem {
  const { currency, exchange } = rules;
  const { presentmentDetails: _former, ...line } = item;
  const amounts = totals.processing.lines[index];
  if (!amounts) throw new Error('bug: totals have fewer lines than the cart');
  const presented = totals.presentment?.lines[index];
  return {
    ...line,
    ...amounts,
    currency,
    ...(exchange && presented
      ? { presentmentDetails: { amount: presented.amountTotal, ...lockedAs(exchange), ...presented } }
      : {}),
  };
}

function pricingOf({ presentment }: CartTotals, rules: PricingRules): Session['pricing'] {
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

/**
 * The session with its totals when the buyer pays with this method; `undefined` keeps the one chosen before. The same
 * object when that changes nothing. @throws Problem `amount_invalid`: larger than one payment can be
 */
export function reprice(session: Session, chosen: ChosenMethod | null | undefined): Session {
  if (chosen === undefined || isDeepStrictEqual(chosen, session.pricing?.chosen ?? null)) return session;
  const cart = totalCart(session.lineItems, session.discounts, rulesOf(session, chosen));
  return { ...session, ...cart };
}
