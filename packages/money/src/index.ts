export { allocate } from './allocate.ts';
export { capturedLines, type SoldLine } from './captured-lines.ts';
export { type Breakdown, type BreakdownLine, breakdownTotal, convertBreakdown } from './convert-breakdown.ts';
export { DecimalInvalid, formatDecimal, formatMinor, parseDecimal } from './decimal.ts';
export { type DiscountableLine, type DiscountValue, discountLines } from './discount.ts';
export { type LockedRate, rateDecimals, toPresentment, toProcessing } from './exchange.ts';
export {
  chooseFeeRow,
  type FeeColumns,
  type FeeRow,
  feeTermsOf,
  hasFeeRow,
  type OfferedPayment,
} from './fee-schedule.ts';
export { assertFeeTerms, type Fee, feeOn, type FeeTerms, FeeTermsInvalid, type GrossUp, grossUp } from './fee-terms.ts';
export { formatMajor } from './format.ts';
export { add, AmountOutOfRange, isAmount, maxAmount, multiply, subtract, toAmount } from './minor-units.ts';
export { type MirroredRefund, mirrorRefund } from './mirror-refund.ts';
export { onePpm, percentOffToPpm, ppmToPercent, shareOf, vatCollected, vatRateToPpm } from './percentage.ts';
export { averageAmount, proportion } from './rounding.ts';
export {
  type AmountDetails,
  amountDetailsOf,
  lineSubtotal,
  type LineTotals,
  type OrderLines,
  type OrderTotals,
  toBreakdown,
  totalsOf,
} from './totals.ts';
