import { z } from 'zod';

/** ISO 4217 currencies that the platform knows, with the decimals of their minor unit. */
export const currencyDecimals = {
  EGP: 2,
  USD: 2,
  EUR: 2,
  GBP: 2,
  SAR: 2,
  AED: 2,
  QAR: 2,
  KWD: 3,
  JOD: 3,
  OMR: 3,
  BHD: 3,
  LYD: 3,
  AUD: 2,
  CAD: 2,
  CNY: 2,
} as const;

/** Three-letter ISO 4217 currency code. */
export const Currency = z
  .enum(Object.keys(currencyDecimals) as [keyof typeof currencyDecimals, ...(keyof typeof currencyDecimals)[]])
  .meta({ id: 'Currency', description: 'Three-letter ISO 4217 currency code.' });
export type Currency = z.infer<typeof Currency>;

/** A payment method type. */
export const PaymentMethodType = z
  .enum([
    'card',
    'fawry',
    'aman',
    'valu',
    'sympl',
    'tabby',
    'tamara',
    'vodafone_cash',
    'etisalat_cash',
    'orange_cash',
    'we_pay',
    'apple_pay',
    'google_pay',
    'samsung_pay',
    'instapay',
    'bank_transfer',
    'cash_on_delivery',
  ])
  .meta({ id: 'PaymentMethodType', description: 'A payment method type.' });
export type PaymentMethodType = z.infer<typeof PaymentMethodType>;

export const PaymentMethodCategory = z.enum([
  'card',
  'wallet',
  'mobile_wallet',
  'bank_app',
  'bnpl',
  'voucher',
  'bank_transfer',
  'cash',
]);
export type PaymentMethodCategory = z.infer<typeof PaymentMethodCategory>;

/** How a payment of a type is confirmed; a card's 3-D Secure is a next action of `sync`. */
export const PaymentConfirmation = z.enum(['sync', 'redirect', 'voucher', 'manual']);
export type PaymentConfirmation = z.infer<typeof PaymentConfirmation>;

export const PriceType = z.enum(['ONE_TIME', 'RECURRING', 'CUSTOM']);
export type PriceType = z.infer<typeof PriceType>;
/** `CUSTOM` means that `intervalCount` counts days. */
export const RecurringInterval = z.enum(['DAY', 'WEEK', 'MONTH', 'YEAR', 'CUSTOM']);
export type RecurringInterval = z.infer<typeof RecurringInterval>;

export const CustomerType = z.enum(['registered', 'guest']);
export type CustomerType = z.infer<typeof CustomerType>;

export const SessionMode = z.enum(['payment', 'setup', 'subscription']);
export const UiMode = z.enum(['hosted', 'embedded', 'custom']);
export type UiMode = z.infer<typeof UiMode>;
export const SubmitType = z.enum(['PAY', 'SUBSCRIBE', 'BOOK', 'DONATE']);
export type SubmitType = z.infer<typeof SubmitType>;
export const CustomerCreation = z.enum(['always', 'if_required']);
export type CustomerCreation = z.infer<typeof CustomerCreation>;
export const SessionStatus = z.enum(['open', 'complete', 'expired']);
export type SessionStatus = z.infer<typeof SessionStatus>;
export const PaymentStatus = z.enum(['paid', 'unpaid', 'no_payment_required']);
export type PaymentStatus = z.infer<typeof PaymentStatus>;
export const AfterCompletionType = z.enum(['redirect', 'hosted_confirmation']);
export const CustomerUpdateRule = z.enum(['auto', 'never']);
export const Availability = z.enum(['available', 'low_stock', 'sold_out', 'inactive', 'not_yet_active', 'expired']);
export type Availability = z.infer<typeof Availability>;
export const FeeConfigSource = z.enum(['account', 'payment_link', 'session']);
export const CustomFieldType = z.enum(['TEXT', 'NUMERIC', 'DROPDOWN']);
export type CustomFieldType = z.infer<typeof CustomFieldType>;
export const LimitType = z.enum(['AT_LEAST', 'AT_MOST', 'BETWEEN', 'EXACTLY']);
export type LimitType = z.infer<typeof LimitType>;
export const CouponDuration = z.enum(['once', 'forever', 'repeating']);
export type CouponDuration = z.infer<typeof CouponDuration>;

export const WebhookEndpointStatus = z.enum(['enabled', 'disabled']);
export type WebhookEndpointStatus = z.infer<typeof WebhookEndpointStatus>;
export const WebhookDeliveryStatus = z.enum(['pending', 'succeeded', 'failed']);

export const ApiKeyType = z.enum(['SECRET', 'RESTRICTED', 'PUBLISHABLE']);
export type ApiKeyType = z.infer<typeof ApiKeyType>;
export const Mode = z.enum(['test', 'live']);
export type Mode = z.infer<typeof Mode>;
