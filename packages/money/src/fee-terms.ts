import { add, multiply, toExact, toSafeInteger } from './minor-units.ts';
import { onePpm, shareOf } from './percentage.ts';
import { divideCeil } from './rounding.ts';

/** What a payment costs: `gross × ratePpm / 1,000,000 + fixed`, and VAT on that; and what its refunds cost. */
export interface FeeTerms {
  /** Parts per million of the amount the buyer pays: 27,500 is 2.75 %. */
  readonly ratePpm: number;
  /** Minor units of the charge's currency, once per charge. */
  readonly fixed: number;
  /** VAT on the fee, parts per million: 140,000 is 14 %. */
  readonly vatPpm: number;
  /** Minor units of the charge's currency, once for each refund, VAT included. None where it is absent. */
  readonly refundFixed?: number | undefined;
  /** Minor units of the charge's currency, once for each dispute, VAT included. None where it is absent. */
  readonly disputeFixed?: number | undefined;
}

/** A fee in minor units of the charge's currency. */
export interface Fee {
  /** Without VAT. */
  readonly fee: number;
  /** VAT on the fee. */
  readonly feeVat: number;
  /** `fee + feeVat`: what the merchant does not receive. */
  readonly total: number;
}

/** An amount that was raised so that its fee is paid by the buyer; minor units of one currency. */
export interface GrossUp extends Fee {
  /** What the buyer pays. */
  readonly gross: number;
  /** `gross − net`: shown to the buyer as the platform fee. At least `total`, by a unit or two of rounding. */
  readonly surcharge: number;
}

/** Fee terms that no amount could be grossed up with: a mistake in the fee schedule, not in a request. */
export class FeeTermsInvalid extends RangeError {
  override readonly name = 'FeeTermsInvalid';
}

/**
 * The fee on a gross amount: the rate's share rounded half up plus the fixed part, then VAT on that sum, rounded half
 * up. Nothing is charged on 0.
 *
 * @throws AmountOutOfRange when a figure or a result is not a safe integer
 */
export function feeOn(gross: number, terms: FeeTerms): Fee {
  if (gross === 0) return { fee: 0, feeVat: 0, total: 0 };
  const fee = add(shareOf(gross, terms.ratePpm), terms.fixed);
  const feeVat = shareOf(fee, terms.vatPpm);
  return { fee, feeVat, total: add(fee, feeVat) };
}

/**
 * Smallest amount a buyer can pay so that the merchant keeps `net` after the fee on that very amount. It starts at
 * `ceil((net + fixed × (1 + vat)) / (1 − rate × (1 + vat)))`, which ignores the two roundings, and then steps to the
 * exact answer. 0 stays 0, because a free order is not charged.
 *
 * @param net what the merchant must keep, minor units
 * @param step what the amount has to be a multiple of; what that adds is the merchant's
 * @throws FeeTermsInvalid when rate × (1 + vat) is 50 % or more, or a term is negative
 * @throws AmountOutOfRange when a figure or a result is not a safe integer
 */
export function grossUp(net: number, terms: FeeTerms, step = 1): GrossUp {
  assertFeeTerms(terms);
  if (net === 0) return { gross: 0, surcharge: 0, ...feeOn(0, terms) };
  const keeps = (gross: number): number => gross - feeOn(gross, terms).total;

  let gross = multiply(Math.ceil(grossIgnoringRounding(net, terms) / step), step);
  while (keeps(gross) < net) gross += step;
  while (gross > step && keeps(gross - step) >= net) gross -= step;
  return { gross, surcharge: gross - net, ...feeOn(gross, terms) };
}

/** Refuses negative terms, and a rate that with the VAT on it is 50 % of a payment or more. @throws FeeTermsInvalid */
export function assertFeeTerms(terms: FeeTerms): void {
  const { ratePpm, fixed, vatPpm } = terms;
  const negative = Math.min(ratePpm, fixed, vatPpm) < 0;
  if (negative || 2n * effectiveRate(terms) >= exactOne)
    throw new FeeTermsInvalid(
      `fee terms ${JSON.stringify({ ratePpm, fixed, vatPpm })}: the rate with its VAT must be below 50 %, no term negative`,
    );
}

/** One, as the product of two rates in parts per million. */
const exactOne = BigInt(onePpm) ** 2n;

/** rate × (1 + vat), scaled by {@link exactOne}. */
const effectiveRate = (terms: FeeTerms): bigint => toExact(terms.ratePpm) * toExact(onePpm + terms.vatPpm);

function grossIgnoringRounding(net: number, terms: FeeTerms): number {
  const fixedWithVat = toExact(terms.fixed) * toExact(onePpm + terms.vatPpm) * BigInt(onePpm);
  return toSafeInteger(divideCeil(toExact(net) * exactOne + fixedWithVat, exactOne - effectiveRate(terms)));
}
