import type { CheckoutSession, OrderSummary } from '@mizan/contracts';

/** What a session sells, as receipts list it. @param max the line items that are listed at most */
export function orderSummaryOf(
  { lineItems, totalDetails, currency, amountSubtotal, amountTotal }: CheckoutSession,
  max: number,
): OrderSummary {
  const { amountDiscount, amountTax, amountShipping = 0, amountCollectedVat = 0, amountPlatformFee = 0 } = totalDetails;
  return {
    items: lineItems.slice(0, max).map(({ description, quantity, amountSubtotal: amount, currency }) => ({
      name: description,
      quantity,
      amount,
      currency,
    })),
    itemCount: lineItems.length,
    totals: {
      currency,
      subtotal: amountSubtotal,
      discount: amountDiscount,
      tax: amountTax,
      shipping: amountShipping,
      vat: amountCollectedVat,
      fee: amountPlatformFee,
      total: amountTotal,
    },
  };
}
