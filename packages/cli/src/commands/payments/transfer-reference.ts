import type { PaymentIntent } from '@mizan/contracts';
import { inLatinDigits } from '@mizan/contracts/latin-digits';

/** The reference that the buyer writes in the transfer, by which it is found on the statement; undefined for other payments. */
export function transferReferenceOf({ nextAction, latestCharge }: PaymentIntent): string | undefined {
  const { bankTransfer, instapay } = latestCharge?.paymentMethodDetails ?? {};
  // Only the instructions have that of an InstaPay payment which an earlier release has started.
  return (bankTransfer ?? instapay ?? nextAction?.displayInstapayDetails)?.reference;
}

/** Until when the money of a transfer or a voucher is expected; undefined for payments that wait for none, or without an end. */
export function expectedUntilOf({ nextAction }: PaymentIntent): string | undefined {
  const { displayBankTransferDetails, displayInstapayDetails, displayVoucherDetails } = nextAction ?? {};
  return (displayBankTransferDetails ?? displayInstapayDetails ?? displayVoucherDetails)?.expiresAt;
}

/**
 * A reference in the form in which two are compared: banks leave out hyphens and change the case. Undefined for text that is
 * none, whose letters and digits are 12 or, in test mode, those of `MZ0123456789`.
 */
export function plainReference(text: string): string | undefined {
  const plain = inLatinDigits(text).replaceAll(/[\s-]/g, '').toUpperCase();
  return /^[2-9B-DF-HJ-NP-TV-XZ]{12}$|^MZ\d+$/.test(plain) ? plain : undefined;
}
