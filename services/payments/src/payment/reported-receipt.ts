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
