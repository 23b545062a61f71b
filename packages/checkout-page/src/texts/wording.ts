import type { HostedCheckout, Recurring } from '@mizan/contracts';
import { formatAmount, type Money } from './format-amount.ts';
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
  /** The billing period: `1 month`. */
  readonly period: (recurring: Recurring) => string;
}

const units = { DAY: 'day', WEEK: 'week', MONTH: 'month', YEAR: 'year', CUSTOM: 'day' } as const;

/** @param price the currency that prices are in, where it is another */
export function wordingFor(locale: PageLocale, merchant: string, money: Money, price = money): Wording {
  return {
    texts: texts[locale.language],
    locale,
    amount: (minorUnits) => formatAmount(minorUnits, money, locale.tag),
    priceAmount: (minorUnits) => formatAmount(minorUnits, price, locale.tag),
    rate: (rate) => new Intl.NumberFormat(locale.tag, { maximumFractionDigits: 6 }).format(rate),
    say: (text, values) => fill(text, { merchant, ...values }),
    period: ({ interval, intervalCount }) =>
      new Intl.NumberFormat(locale.tag, { style: 'unit', unit: units[interval], unitDisplay: 'long' }).format(
        intervalCount,
      ),
    count: (n) => new Intl.NumberFormat(locale.tag).format(n),
  };
}

/** The wording of this checkout. */
export const wordingOf = (
  {
    merchantName,
    currency,
    presentmentDetails,
  }: Pick<HostedCheckout, 'merchantName' | 'currency' | 'presentmentDetails'>,
  locale: PageLocale,
  { decimals, priceDecimals }: { readonly decimals: number; readonly priceDecimals?: number | undefined },
): Wording =>
  wordingFor(
    locale,
    merchantName,
    { currency, decimals },
    presentmentDetails && priceDecimals !== undefined
      ? { currency: presentmentDetails.currency, decimals: priceDecimals }
      : undefined,
  );
