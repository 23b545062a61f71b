import { paymentMethods, PaymentMethodType, type AccountProfile, type Currency } from '@mizan/contracts';

const decimals: Partial<Record<Currency, number>> = { EGP: 2, USD: 2, SAR: 2, AED: 2, KWD: 3 };

/** An Egyptian merchant with cards and vouchers: what `getAccount` answers in a world without a gateway. */
export const demoProfile = (id: string): AccountProfile => ({
  id,
  object: 'account',
  displayName: 'Test merchant',
  country: 'EG',
  defaultCurrency: 'EGP',
  defaultLocale: 'en',
  supportedCurrencies: (Object.keys(decimals) as Currency[]).map((code) => ({
    code,
    decimals: decimals[code] ?? 2,
    paymentMethodTypes: PaymentMethodType.options.filter((type) => paymentMethods[type].currencies.includes(code)),
  })),
  livePaymentsEnabled: true,
  logo: null,
  allowedOrigins: [],
  feeSchedule: PaymentMethodType.options.flatMap((paymentMethodType) => {
    const row = { paymentMethodType, brand: null, isOnUs: null, isInternational: null, ratePpm: 27_500 };
    return [
      { ...row, currency: 'EGP' as const, fixed: 300 },
      { ...row, currency: 'SAR' as const, fixed: 40 },
    ];
  }),
  vatOnFeesPpm: 140_000,
  feeConfig: { feesPassThrough: false, vatCollectionEnabled: false },
  presentmentCurrencies: null,
  lateSuccessPolicy: 'accept',
});
