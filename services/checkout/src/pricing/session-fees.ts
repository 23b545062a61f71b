import type { SessionFees } from '@mizan/contracts';
import { feeOn, ppmToPercent } from '@mizan/money';
import type { Session } from '../sessions/session.ts';

/** What paying with the chosen method costs, whoever bears it; undefined before one is chosen. */
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
