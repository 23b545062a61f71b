import type { Recurring } from '@mizan/contracts';
import { formatAmount } from './format-amount.ts';
import type { PageLocale } from './locale.ts';
import { fill, texts, type Texts } from './texts/texts.ts';

/** How a page speaks about one checkout: its texts, its amounts and its merchant's name. */
export interface Wording {
  readonly texts: Texts;
  readonly locale: PageLocale;
  /** Minor units as the reader writes them. */
  readonly amount: (minorUnits: number) => string;
  /** A text with the merchant's name and the given values filled in. */
  readonly say: (text: string, values?: Readonly<Record<string, string>>) => string;
  /** A whole number as the reader writes it. */
  readonly count: (n: number) => string;
  /** How long what is paid now lasts: `1 month`. */
  readonly period: (recurring: Recurring) => string;
}

const units = { DAY: 'day', WEEK: 'week', MONTH: 'month', YEAR: 'year', CUSTOM: 'day' } as const;

/** @param decimals of the currency's minor unit */
export function wordingFor(locale: PageLocale, merchant: string, currency: string, decimals: number): Wording {
  return {
    texts: texts[locale.language],
    locale,
    amount: (minorUnits) => formatAmount(minorUnits, { currency, decimals }, locale.tag),
    say: (text, values) => fill(text, { merchant, ...values }),
    period: ({ interval, intervalCount }) =>
      new Intl.NumberFormat(locale.tag, { style: 'unit', unit: units[interval], unitDisplay: 'long' }).format(
        intervalCount,
      ),
    count: (n) => new Intl.NumberFormat(locale.tag).format(n),
  };
}
