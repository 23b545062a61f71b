import {
  currencyDecimals,
  liveAmountStep,
  type LiveMethod,
  type CardInfo,
  type Currency,
  type FeeConfig,
  type PaymentMethodType,
  type SessionPresentmentDetails,
  type SessionFees,
} from '@mizan/contracts';
import { type FeeTerms, type LockedRate, feeOn, ppmToPercent } from '@mizan/money';
import type { Session } from './session.ts';

/** The exchange rate that a checkout keeps for its whole life. */
export interface LockedExchange {
  /** Of the prices: the base of the rate. */
  readonly currency: Currency;
  /** One major unit of `currency` is `rate` major units of the session's currency. */
  readonly rate: number;
  /** `fxr_…` */
  readonly rateId: string;
}

/** The payment method that the buyer chose, and its fee terms. */
export interface ChosenMethod {
  readonly paymentMethodType: PaymentMethodType;
  /** Null while the card is unknown, and for other methods. */
  readonly cardInfo: CardInfo | null;
  readonly terms: FeeTerms;
}

/** What the totals of a session depend on beside its lines and discounts; stored as JSON. */
export interface SessionPricing {
  /** Null where prices are in the processed currency. */
  readonly exchange: LockedExchange | null;
  /** Null before the buyer has chosen. */
  readonly chosen: ChosenMethod | null;
  /** The totals in the currency of the prices; null where that is the processed one. */
  readonly presentment: SessionPresentmentDetails | null;
}

/** What the totals of a cart depend on beside its lines and discounts. */
export interface PricingRules {
  /** The processed currency: that of all main amounts. */
  readonly currency: Currency;
  readonly exchange: LockedExchange | null;
  readonly feeConfig: FeeConfig;
  readonly chosen: ChosenMethod | null;
  readonly steps: AmountSteps;
}

/** What totals are rounded to, minor units of the processed currency. */
export interface AmountSteps {
  /** Of a total that is converted: every offered method takes it. */
  readonly converted: number;
  /** Of a total with the fee of the chosen method: that method takes it. */
  readonly withFee: number;
}

/** What the steps of totals depend on. */
interface StepSource {
  readonly livemode: boolean;
  readonly currency: Currency;
  /** The live methods that are offered; undefined in test mode, and in sessions of a version before. */
  readonly liveMethods: readonly LiveMethod[] | undefined;
  /** Absent before the buyer has chosen. */
  readonly chosen?: ChosenMethod | null;
}

/** What totals are rounded to: methods of one currency can differ, as cash is not bound to what card networks settle. */
export function amountStepsOf({ livemode, currency, liveMethods = [], chosen }: StepSource): AmountSteps {
  if (!livemode) return { converted: 1, withFee: 1 };
  const steps = liveMethods.map(({ amountStep }) => amountStep);
  const paying = liveMethods.find(({ type }) => type === chosen?.paymentMethodType);
  return {
    converted: steps.length > 0 ? Math.max(...steps) : liveAmountStep(currency),
    withFee: paying?.amountStep ?? liveAmountStep(currency),
  };
}

/** Prices in the processed currency, without fees or VAT: how a payment link totals its lines. */
export const plainRules = (currency: Currency): PricingRules => ({
  currency,
  exchange: null,
  feeConfig: { feesPassThrough: false, vatCollectionEnabled: false, source: 'account' },
  chosen: null,
  steps: { converted: 1, withFee: 1 },
});

/** The rules by which a session's cart is totalled now. @param chosen the method that the buyer has chosen, by default */
export const rulesOf = (
  { currency, livemode, pricing, settings: { feeConfig, liveMethods } }: Session,
  chosen: ChosenMethod | null = pricing?.chosen ?? null,
): PricingRules => ({
  currency,
  exchange: pricing?.exchange ?? null,
  feeConfig,
  chosen,
  steps: amountStepsOf({ livemode, currency, liveMethods, chosen }),
});

/** The currency of a session's prices: coupons and minimums are compared in it. */
export const pricingCurrencyOf = ({ currency, pricing }: Pick<Session, 'currency' | 'pricing'>): Currency =>
  pricing?.exchange?.currency ?? currency;

/** What discounts are checked against: the cost of the session's lines in the currency of their prices. */
export const pricedCartOf = (session: Pick<Session, 'id' | 'currency' | 'pricing' | 'amountSubtotal'>) => ({
  currency: pricingCurrencyOf(session),
  amountSubtotal: session.pricing?.presentment?.amountSubtotal ?? session.amountSubtotal,
  sessionId: session.id,
});

/** The rate in the form that `@mizan/money` calculates with. */
export const lockedRateOf = ({ currency, rate }: LockedExchange, processing: Currency): LockedRate => ({
  rate,
  presentmentDecimals: currencyDecimals[currency],
  processingDecimals: currencyDecimals[processing],
});

/** The fees of the chosen method, whether merchant or buyer bears them; undefined before one is chosen. */
export function feesOf({ pricing, amountTotal }: Pick<Session, 'pricing' | 'amountTotal'>): SessionFees | undefined {
  if (!pricing?.chosen) return undefined;
  const { paymentMethodType, cardInfo, terms } = pricing.chosen;
  const { fee, feeVat, total } = feeOn(amountTotal, terms);
  return {
    paymentMethodType,
    feeAmount: fee,
    feePercentage: ppmToPercent(terms.ratePpm),
    vatAmount: feeVat,
    totalAmount: total,
    ...(cardInfo ? { cardInfo } : {}),
  };
}
