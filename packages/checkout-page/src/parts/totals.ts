import { type ComponentChildren, Fragment, h } from 'preact';
import type { Wording } from '../texts/wording.ts';
import type { CheckoutView } from '../view/checkout-view.ts';
import { restOf } from '../view/rest-to-pay.ts';

interface TotalsProps {
  readonly view: CheckoutView;
  readonly wording: Wording;
}

interface PaidTotalsProps extends TotalsProps {
  /** As `amountPaidOf` has it. */
  readonly amountPaid: number | undefined;
}

/**
 * The rows that add up to the total, and what was paid of it or is left where that is less; nothing where a single line item is
 * all of it.
 */
export function Totals({ view, wording, amountPaid }: PaidTotalsProps): ComponentChildren {
  const { texts, amount } = wording;
  const { amountDiscount, amountTax, amountCollectedVat, amountPlatformFee } = view.totalDetails;
  const parts: [string, string][] = [
    ...(amountDiscount > 0 ? [[discountName(view, texts.discount), amount(-amountDiscount)] as [string, string]] : []),
    ...(amountTax > 0 ? [[texts.tax, amount(amountTax)] as [string, string]] : []),
    ...(amountCollectedVat ? [[texts.vat, amount(amountCollectedVat)] as [string, string]] : []),
    ...(amountPlatformFee ? [[texts.fee, amount(amountPlatformFee)] as [string, string]] : []),
  ];
  const feeFollows = amountPlatformFee === 0 && !view.fees && view.amountTotal > 0 && view.status === 'open';
  const isPartlyPaid = amountPaid !== undefined && amountPaid !== view.amountTotal;
  const rest = restOf(view, wording);
  const isAlone = view.lineItems.length < 2 && !view.presentmentDetails && !feeFollows && !isPartlyPaid && !rest;
  if (parts.length === 0 && isAlone) return null;
  const list = h(
    'dl',
    { class: 'totals' },
    [...(parts.length > 0 ? [[texts.subtotal, amount(view.amountSubtotal)] as [string, string]] : []), ...parts].map(
      ([name, value]) => h('div', { key: name }, h('dt', null, name), h('dd', null, value)),
    ),
    h(
      'div',
      { class: 'total' },
      h('dt', null, view.status === 'open' ? texts.totalDue : texts.total),
      h('dd', null, amount(view.amountTotal)),
    ),
    isPartlyPaid && h('div', { class: 'total' }, h('dt', null, texts.amountPaid), h('dd', null, amount(amountPaid))),
    rest && h('div', null, h('dt', null, texts.methods.amountReceived), h('dd', null, rest.received)),
    rest && h('div', { class: 'total' }, h('dt', null, texts.methods.amountLeft), h('dd', null, rest.amount)),
    view.presentmentDetails && h(InPriceCurrency, { presentment: view.presentmentDetails, view, wording }),
  );
  return feeFollows ? h(Fragment, null, list, h('p', { class: 'totals-note' }, texts.feeFollows)) : list;
}

interface PriceCurrencyProps extends TotalsProps {
  readonly presentment: NonNullable<CheckoutView['presentmentDetails']>;
}

/** The total in the currency of the prices, and the locked exchange rate. */
function InPriceCurrency({ presentment, view, wording }: PriceCurrencyProps): ComponentChildren {
  const { texts, say, rate, priceAmount } = wording;
  const { currency, exchangeRate, amount } = presentment;
  const rows: [string, ComponentChildren][] = [
    [say(texts.priceIn, { currency }), priceAmount(amount)],
    [texts.exchangeRate, h('bdi', { dir: 'ltr' }, `${rate(1)} ${currency} = ${rate(exchangeRate)} ${view.currency}`)],
  ];
  return h(
    Fragment,
    null,
    rows.map(([name, value]) => h('div', { key: name, class: 'converted' }, h('dt', null, name), h('dd', null, value))),
  );
}

/** The discount, with its promotion codes where it has any. */
function discountName({ discounts }: CheckoutView, name: string): string {
  const codes = discounts.flatMap(({ promotionCodeCode }) => promotionCodeCode ?? []);
  return codes.length > 0 ? `${name} (${codes.join(', ')})` : name;
}
