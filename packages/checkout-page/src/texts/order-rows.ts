import { type OrderTotals, currencyDecimals } from '@mizan/contracts';
import { formatAmount } from './format-amount.ts';
import type { PageLocale } from './locale.ts';
import { type Language, texts } from './texts.ts';

const en = {
  order: 'Order',
  item: 'Item',
  quantity: 'Qty',
  amount: 'Amount',
  moreItems: 'and {count} more',
  shipping: 'Shipping',
};

const ar: typeof en = {
  order: 'الطلب',
  item: 'المنتج',
  quantity: 'الكمية',
  amount: 'المبلغ',
  moreItems: 'و{count} أخرى',
  shipping: 'الشحن',
};

/** The texts of an order's list in receipts and mails. */
export const orderTexts: Readonly<Record<Language, typeof en>> = { en, ar };

/** The rows that lead from the items of an order to its total, which is the last: label and amount. */
export function orderRows(totals: OrderTotals, { language, tag }: PageLocale): (readonly [string, string])[] {
  const { currency, subtotal, discount, tax, shipping, vat, fee, total } = totals;
  const say = { ...texts[language], ...orderTexts[language] };
  const amount = (minorUnits: number): string =>
    formatAmount(minorUnits, { currency, decimals: currencyDecimals[currency] }, tag);
  const between: (readonly [string, number])[] = [
    [say.discount, -discount],
    [say.tax, tax],
    [say.shipping, shipping],
    [say.vat, vat],
    [say.fee, fee],
  ];
  const parts = between.filter(([, minorUnits]) => minorUnits !== 0);
  return [...(parts.length > 0 ? [[say.subtotal, subtotal] as const, ...parts] : []), [say.total, total] as const].map(
    ([label, minorUnits]) => [label, amount(minorUnits)],
  );
}
