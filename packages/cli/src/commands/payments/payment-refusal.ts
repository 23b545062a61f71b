import type { PaymentIntent } from '@mizan/contracts';

/** Why the latest attempt or capture failed, in the words for the merchant: those for the buyer say less. Null if none did. */
export const refusalOf = ({ lastPaymentError }: PaymentIntent): string | null =>
  lastPaymentError && (lastPaymentError.merchantMessage || lastPaymentError.message);
