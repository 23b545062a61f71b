import type { PaymentMethodDetails } from '@mizan/contracts';
import type { ChargeRow } from './charge.entity.ts';

/** Money that the merchant reports, as the charge shows it. */
export type ReportedReceipt = NonNullable<PaymentMethodDetails['receipts']>[number];

/** A charge shows the latest receipts; payments in more parts do not occur. */
const maxShownReceipts = 20;

/** What a charge shows of its payment method with one more receipt. */
export const withReceipt = (
  paymentMethodDetails: ChargeRow['paymentMethodDetails'],
  receipt: ReportedReceipt,
): ChargeRow['paymentMethodDetails'] => ({
  ...paymentMethodDetails,
  receipts: [...(paymentMethodDetails.receipts ?? []), receipt].slice(-maxShownReceipts),
});

/** To those who want to end a charge of which a part was received. */
export function partReceivedMessage(charge: ChargeRow): string {
  if (isReportedInFull(charge))
    return 'All of this payment was reported as received. Mark it as paid again to record it.';
  const { type } = charge.paymentMethod;
  const neverExpires = type === 'cash_on_delivery';
  const wait = neverExpires ? '' : ', or wait until the payment expires: the part is then credited to your balance';
  return `A part of this payment was received already. Record the rest${wait}.`;
}

/** All of it was reported, whether or not its provider has been notified. */
export const isReportedInFull = ({ amount, amountReported }: Pick<ChargeRow, 'amount' | 'amountReported'>): boolean =>
  amount > 0 && amountReported === amount;
