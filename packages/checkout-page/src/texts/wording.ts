import type { Currency, HostedCheckout, Recurring } from '@mizan/contracts';
import { formatAmount, type Money } from './format-amount.ts';
import { formatMoment } from './format-moment.ts';
import type { PageLocale } from './locale.ts';
import { fill, texts, type Texts } from './texts.ts';

/** The texts of a page about one checkout, with its amounts and its merchant's name. */
export interface Wording {
  readonly texts: Texts;
  readonly locale: PageLocale;
  /** Minor units as the reader writes them. */
  readonly amount: (minorUnits: number) => string;
  /** The same of the currency that prices are in. */
  readonly priceAmount: (minorUnits: number) => string;
  /** An exchange rate, with all its digits. */
  readonly rate: (rate: number) => string;
  /** A text with the merchant's name and the given values filled in. */
  readonly say: (text: string, values?: Readonly<Record<string, string>>) => string;
  /** A whole number as the reader writes it. */
  readonly count: (n: number) => string;
  /** A moment as the buyer's own clock shows it. */
  readonly moment: (time: string) => string;
  /** The billing period: `1 month`. */
  readonly period: (recurring: Recurring) => string;
}

const units = { DAY: 'day', WEEK: 'week', MONTH: 'month', YEAR: 'year', CUSTOM: 'day' } as const;

/** The currency that prices are in: not that of the total where it is not processed. */
export const priceCurrencyOf = ({
  currency,
  presentmentDetails,
}: Pick<HostedCheckout, 'currency' | 'presentmentDetails'>): Currency => presentmentDetails?.currency ?? currency;

interface PricedPage {
  readonly checkout: Pick<HostedCheckout, 'merchantName' | 'currency' | 'presentmentDetails'>;
  readonly decimals: Readonly<Record<Currency, number>>;
}

/** The wording of this page's checkout. Its prices may be in another currency than its total. */
export function wordingOf({ checkout, decimals }: PricedPage, locale: PageLocale): Wording {
  const { merchantName: merchant } = checkout;
  const moneyOf = (currency: Currency): Money => ({ currency, decimals: decimals[currency] });
  const money = moneyOf(checkout.currency);
  const price = moneyOf(priceCurrencyOf(checkout));
  const format = (value: number, options?: Intl.NumberFormatOptions): string =>
    new Intl.NumberFormat(locale.tag, options).format(value);
  return {
    texts: texts[locale.language],
    locale,
    amount: (minorUnits) => formatAmount(minorUnits, money, locale.tag),
    priceAmount: (minorUnits) => formatAmount(minorUnits, price, locale.tag),
    rate: (rate) => format(rate, { maximumFractionDigits: 6 }),
    say: (text, values) => fill(text, { merchant, ...values }),
    period: ({ interval, intervalCount }) =>
      format(intervalCount, { style: 'unit', unit: units[interval], unitDisplay: 'long' }),
    moment: (time) => formatMoment(time, { tag: locale.tag }),
    count: (n) => format(n),
  };
}
