import type { PaymentIntent } from '@mizan/contracts';
import { inLatinDigits } from '@mizan/contracts/latin-digits';

/** The reference that the buyer writes in the transfer, by which it is found on the statement; undefined for other payments. */
export const transferReferenceOf = ({ nextAction, latestCharge }: PaymentIntent): string | undefined =>
  latestCharge?.paymentMethodDetails?.bankTransfer?.reference ?? nextAction?.displayInstapayDetails?.reference;

/** Until when the money of a transfer is expected; undefined for payments that wait for none, or without an end. */
export const expectedUntilOf = ({ nextAction }: PaymentIntent): string | undefined =>
  (nextAction?.displayBankTransferDetails ?? nextAction?.displayInstapayDetails)?.expiresAt;

/**
 * A reference in the form in which two are compared: banks leave out hyphens and change the case. Undefined for text that is
 * none, whose letters and digits are 12 or, in test mode, those of `MZ0123456789`.
 */
export function plainReference(text: string): string | undefined {
  const plain = inLatinDigits(text).replaceAll(/[\s-]/g, '').toUpperCase();
  return /^[2-9B-DF-HJ-NP-TV-XZ]{12}$|^MZ\d+$/.test(plain) ? plain : undefined;
}
