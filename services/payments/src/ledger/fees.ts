import {
  type AccountProfile,
  type Currency,
  currencyDecimals,
  type FeeDetail,
  type PaymentMethodType,
} from '@mizan/contracts';
import { type Fee, feeOn, type FeeTerms, feeTermsOf, formatMajor, ppmToPercent, subtract } from '@mizan/money';
import type { CardInfo } from '../providers/port/provider-method.ts';

/** What the fee of a payment depends on. */
interface FeePayment {
  readonly paymentMethodType: PaymentMethodType;
  readonly currency: Currency;
  /** Null for methods that are not cards. */
  readonly cardInfo: CardInfo | null;
  /** Who takes it. */
  readonly provider: string;
}

/**
 * What a payment and its refunds cost by the account's fee table; undefined when the table has no row for it, so that
 * nothing was agreed. Call it before any money moves and keep the answer on the charge: its captures and refunds are
 * charged by the terms under which it was authorized, whatever the table says by then.
 */
export function findFeeTerms(
  account: Pick<AccountProfile, 'feeSchedule' | 'vatOnFeesPpm'>,
  { paymentMethodType, currency, cardInfo, provider }: FeePayment,
): FeeTerms | undefined {
  const card = cardInfo ?? { brand: null, isOnUs: null, isInternational: null };
  const payment = { paymentMethodType, currency, provider, ...card };
  return feeTermsOf(account.feeSchedule, account.vatOnFeesPpm, payment);
}

/** What a dispute of a charge will cost by the account's terms, kept on the charge as the rest of them; none where none is agreed. */
export function disputeFeeOf(
  { disputeFees }: Pick<AccountProfile, 'disputeFees'>,
  currency: Currency,
): Pick<FeeTerms, 'disputeFixed'> {
  const agreed = disputeFees.find((fee) => fee.currency === currency);
  return agreed ? { disputeFixed: agreed.amount } : {};
}

/** A capture of a charge, in minor units of its currency. */
interface FeeableCapture {
  readonly terms: FeeTerms;
  readonly currency: Currency;
  readonly amount: number;
  /** What earlier captures of the same charge took. */
  readonly capturedBefore: number;
}

/** What a capture costs, and what it leaves. */
export interface CaptureFee extends Fee {
  /** `amount − total`: what the balance moves by. Negative when the fee exceeds the capture. */
  readonly net: number;
  /** Adds up to `total`. */
  readonly feeDetails: readonly FeeDetail[];
}

/**
 * The fee of one capture: the fee on all that is captured with it, less the fee on what was captured before. So the
 * fixed part is charged once, and however a charge is captured in parts, their fees add up to the fee of the whole.
 */
export function feeOfCapture({ terms, currency, amount, capturedBefore }: FeeableCapture): CaptureFee {
  const before = feeOn(capturedBefore, terms);
  const after = feeOn(capturedBefore + amount, terms);
  const fee = subtract(after.fee, before.fee);
  const feeVat = subtract(after.feeVat, before.feeVat);
  const total = subtract(after.total, before.total);
  const fixed = `${formatMajor(terms.fixed, currencyDecimals[currency])} ${currency}`;
  return {
    fee,
    feeVat,
    total,
    net: subtract(amount, total),
    feeDetails: [
      { type: 'processing_fee', amount: fee, currency, description: `${ppmToPercent(terms.ratePpm)} % + ${fixed}` },
      { type: 'fee_vat', amount: feeVat, currency, description: `${ppmToPercent(terms.vatPpm)} % VAT on the fee` },
    ],
  };
}
