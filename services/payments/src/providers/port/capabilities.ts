import { type Currency, liveAmountStep, type PaymentMethodType, transactionBounds } from '@mizan/contracts';
import { Problem, type Scope } from '@mizan/service-kit';

/** What a provider can do with one payment method; data, so that no code outside its folder names a provider. */
export interface MethodCapability {
  readonly type: PaymentMethodType;
  readonly currencies: readonly Currency[];
  /** Bounds of one payment, minor units of the currency; the platform's own where the provider states none. */
  readonly bounds?: Readonly<Partial<Record<Currency, { readonly min: number; readonly max: number }>>>;
  /** How an authorized amount can be captured: not at all, once, or in parts. */
  readonly captures: 'none' | 'single' | 'multiple';
  /** Whether a single capture may take less than what is authorized. */
  readonly capturesPart: boolean;
  /** Days until the provider lets go of an authorized amount; null where nothing is held. */
  readonly holdDays: number | null;
  /** How the provider itself returns money. */
  readonly refunds: 'none' | 'full' | 'partial';
  /** Days after the payment in which the provider returns money; null without a limit. */
  readonly refundWindowDays: number | null;
  /** Whether a saved method can pay without its buyer. */
  readonly offSession: boolean;
  /** Whether a server can confirm after the buyer has acted. */
  readonly manualConfirmation: boolean;
  /** Whether the provider calls back, and whether it can be queried about a payment. */
  readonly callbacks: boolean;
  readonly inquiry: boolean;
  /** What amounts must be a multiple of, minor units; that of card networks where absent. */
  readonly amountStep?: (currency: Currency) => number;
}

/** A payment that a method would have to take. */
export interface PayableAmount {
  readonly currency: Currency;
  /** Minor units. */
  readonly amount: number;
}

/** What amounts of a currency must be a multiple of, minor units. */
export const amountStepOf = ({ amountStep = liveAmountStep }: MethodCapability, currency: Currency): number =>
  amountStep(currency);

/** The smallest and the largest payment in a currency, minor units. */
export function amountBoundsOf({ bounds }: MethodCapability, currency: Currency): { min: number; max: number } {
  const platform = transactionBounds(currency);
  const own = bounds?.[currency];
  return own ? { min: Math.max(own.min, platform.min), max: Math.min(own.max, platform.max) } : platform;
}

/** What amounts are a multiple of while it is not known who takes them, minor units: what card networks settle, in live mode. */
export const amountStepIn = ({ livemode }: Pick<Scope, 'livemode'>, currency: Currency): number =>
  livemode ? liveAmountStep(currency) : 1;

/**
 * Refuses a part of a charge that its provider would refuse anyway.
 *
 * @param charge with the provider that took it, and in which mode
 * @throws Problem `amount_invalid`: not a multiple of what the provider settles
 */
export function assertAmountStep(
  charge: { readonly livemode: boolean; readonly provider: string },
  { amount, currency }: PayableAmount,
  param: string,
): void {
  const step = charge.provider === manualName ? 1 : amountStepIn(charge, currency);
  if (amount % step === 0) return;
  throw new Problem('amount_invalid', `Amounts in ${currency} must be multiples of ${step} here, not ${amount}.`, {
    param,
  });
}

/** Stable name of the provider of payments that the merchant receives without one. */
export const manualName = 'manual';
