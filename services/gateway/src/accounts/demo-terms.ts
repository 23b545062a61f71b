import { paymentMethods, PaymentMethodType, type Currency, type FeeRule } from '@mizan/contracts';
import type { EnabledCurrency } from './account.entity.ts';

/** Fixed part of a fee for each payment, minor units: about 3.00 EGP everywhere. Also the list of currencies. */
const fixedFees = { EGP: 300, USD: 10, SAR: 40, AED: 40, KWD: 30 } as const satisfies Partial<Record<Currency, number>>;
const currencies = Object.keys(fixedFees) as (keyof typeof fixedFees)[];

/** Variable part, parts per million of the amount. */
const rates: Readonly<Record<PaymentMethodType, number>> = {
  card: 27_500,
  apple_pay: 27_500,
  google_pay: 27_500,
  samsung_pay: 27_500,
  vodafone_cash: 15_000,
  etisalat_cash: 15_000,
  orange_cash: 15_000,
  we_pay: 15_000,
  instapay: 10_000,
  valu: 40_000,
  sympl: 40_000,
  tabby: 45_000,
  tamara: 45_000,
  fawry: 25_000,
  aman: 25_000,
  bank_transfer: 10_000,
  cash_on_delivery: 15_000,
};
const internationalCardRate = 39_000;

const typesFor = (currency: Currency): PaymentMethodType[] =>
  PaymentMethodType.options.filter((type) => paymentMethods[type].currencies.includes(currency));

const enabled = (code: Currency): EnabledCurrency => ({ code, paymentMethodTypes: typesFor(code) });

/** The currencies of a demo account, each with every method that supports it. */
export const demoCurrencies: readonly EnabledCurrency[] = currencies.map(enabled);

/** The same, plus the account's own currency. */
export const demoCurrenciesWith = (own: Currency): readonly EnabledCurrency[] =>
  demoCurrencies.some(({ code }) => code === own) ? demoCurrencies : [...demoCurrencies, enabled(own)];

/** What a demo account pays: one row for each method and currency, and a higher one for foreign cards. */
export const demoFeeSchedule: readonly FeeRule[] = currencies.flatMap((currency) => {
  const terms = {
    brand: null,
    isOnUs: null,
    isInternational: null,
    currency,
    fixed: fixedFees[currency],
    provider: null,
    refundFixed: 0,
  };
  const rows = typesFor(currency).map((paymentMethodType) => ({
    ...terms,
    paymentMethodType,
    ratePpm: rates[paymentMethodType],
  }));
  return [...rows, { ...terms, paymentMethodType: 'card', isInternational: true, ratePpm: internationalCardRate }];
});

/** Egyptian VAT on fees, 14 %, in parts per million. */
export const demoVatOnFeesPpm = 140_000;
