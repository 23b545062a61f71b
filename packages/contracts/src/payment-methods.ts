import {
  Currency,
  currencyDecimals,
  type PaymentConfirmation,
  type PaymentMethodCategory,
  type PaymentMethodType,
} from './enums.ts';
import type { ProviderName } from './payment-enums.ts';

/** What a payment method type supports and requires from the buyer. */
export interface PaymentMethodTraits {
  readonly displayName: string;
  readonly category: PaymentMethodCategory;
  readonly currencies: readonly Currency[];
  readonly paymentConfirmation: PaymentConfirmation;
  /** Authorize first, capture later, in parts too. */
  readonly supportsManualCapture: boolean;
  readonly supportsPartialRefund: boolean;
  /** False: the provider cannot send money back, so a refund requires bank or wallet details from the buyer. */
  readonly refundsNatively: boolean;
  /** Providers that take it and cannot send its money back all the same, or whose documents do not say that they do. */
  readonly notReturnedBy?: readonly ProviderName[];
  /** The money arrives later by nature: the session completes unpaid while the intent is processing. */
  readonly completesUnpaid: boolean;
  readonly requiredCustomerFields: readonly string[];
}

const every: readonly Currency[] = Currency.options;

const card = {
  category: 'card',
  currencies: every,
  paymentConfirmation: 'sync',
  supportsManualCapture: true,
  supportsPartialRefund: true,
  refundsNatively: true,
  completesUnpaid: false,
  requiredCustomerFields: [],
} as const;
const wallet = { ...card, category: 'wallet' } as const;
const mobileWallet = {
  ...card,
  category: 'mobile_wallet',
  currencies: ['EGP'],
  paymentConfirmation: 'redirect',
  supportsManualCapture: false,
  requiredCustomerFields: ['phone'],
} as const;
const installments = {
  ...mobileWallet,
  category: 'bnpl',
  requiredCustomerFields: ['phone', 'name', 'email'],
} as const;
const voucher = {
  ...mobileWallet,
  category: 'voucher',
  paymentConfirmation: 'voucher',
  refundsNatively: false,
  completesUnpaid: true,
} as const;

/** The traits of every payment method type. */
export const paymentMethods: Readonly<Record<PaymentMethodType, PaymentMethodTraits>> = {
  card: { ...card, displayName: 'Card' },
  apple_pay: { ...wallet, displayName: 'Apple Pay' },
  google_pay: { ...wallet, displayName: 'Google Pay' },
  samsung_pay: { ...wallet, displayName: 'Samsung Pay' },
  vodafone_cash: { ...mobileWallet, displayName: 'Vodafone Cash' },
  etisalat_cash: { ...mobileWallet, displayName: 'Etisalat Cash' },
  orange_cash: { ...mobileWallet, displayName: 'Orange Cash' },
  we_pay: { ...mobileWallet, displayName: 'WE Pay' },
  instapay: {
    ...mobileWallet,
    displayName: 'InstaPay',
    category: 'bank_app',
    supportsPartialRefund: false,
    completesUnpaid: true,
    requiredCustomerFields: [],
  },
  valu: { ...installments, displayName: 'valU', notReturnedBy: ['paymob'] },
  sympl: { ...installments, displayName: 'Sympl', notReturnedBy: ['paymob'] },
  tabby: {
    ...installments,
    displayName: 'Tabby',
    currencies: ['AED', 'SAR', 'KWD'],
    supportsManualCapture: true,
  },
  tamara: {
    ...installments,
    displayName: 'Tamara',
    currencies: ['SAR', 'AED', 'KWD', 'BHD', 'OMR', 'QAR'],
    supportsManualCapture: true,
  },
  fawry: { ...voucher, displayName: 'Fawry' },
  aman: { ...voucher, displayName: 'Aman' },
  bank_transfer: {
    ...voucher,
    displayName: 'Bank transfer',
    category: 'bank_transfer',
    currencies: every,
    paymentConfirmation: 'manual',
    requiredCustomerFields: [],
  },
  cash_on_delivery: {
    ...voucher,
    displayName: 'Cash on delivery',
    category: 'cash',
    currencies: ['EGP', 'SAR', 'AED', 'QAR', 'KWD', 'JOD', 'OMR', 'BHD', 'LYD'],
    paymentConfirmation: 'manual',
    requiredCustomerFields: ['shipping.address', 'phone'],
  },
};

/** Whether a provider that takes a method sends its money back itself; otherwise the merchant does, to where the buyer wants it. */
export function isReturnedBy(provider: string, type: PaymentMethodType): boolean {
  const { refundsNatively, notReturnedBy = [] } = paymentMethods[type];
  return refundsNatively && !notReturnedBy.some((name) => name === provider);
}

/** Why an account does not take a payment method, as every refusal of it says. */
export const methodNotAccepted = (type: PaymentMethodType, currency: string): string =>
  `The account does not accept ${type} in ${currency}, or has no fee agreed for it. ${testModeFees}`;

/** Why live mode of an account takes no payment in a currency, or none by the types that are accepted, as every refusal of it says. */
export const noLiveMethod = (currency: string, types?: readonly PaymentMethodType[] | null): string =>
  `This account cannot take live payments in ${currency}${types ? ` by ${types.join(' or ')}` : ''} yet. A payment method has to be taken by a connected provider or enabled in the settings, accepted in ${currency} (supportedCurrencies), and have an agreed fee (feeSchedule).`;

/** Which fees a test payment can have: it has no provider. */
export const testModeFees = 'In test mode, only fees that name no provider apply.';

/**
 * What an amount of a live payment has to be a multiple of, minor units of `currency`: card networks settle currencies of
 * three decimals to two. Test mode takes every amount.
 */
export const liveAmountStep = (currency: Currency): number => (currencyDecimals[currency] === 3 ? 10 : 1);

/** Bounds of one payment by any method, major units of its currency. */
const [minMajor, maxMajor] = [1, 1_000_000];

/** The smallest and the largest payment that the platform takes by any method, minor units of `currency`. */
export function transactionBounds(currency: Currency): { readonly min: number; readonly max: number } {
  const unit = 10 ** currencyDecimals[currency];
  return { min: minMajor * unit, max: maxMajor * unit };
}
