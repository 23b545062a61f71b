import type { Charge, PaymentIntent } from '@mizan/contracts';
import { InvalidArgumentError, type Command } from 'commander';
import { sendAsMerchant } from '../../api/send-request.ts';
import { CommandError } from '../../terminal/command-error.ts';

const receiptNumber = /^R-(\d{4})-(\d{1,9})$/i;
/** Digits of the number within its year, zeros included. */
const receiptDigits = 6;

/** Parser of what names a payment: its ID, that of a charge or checkout of it, or the number of its receipt. */
export function toPaymentReference(given: string): string {
  const text = given.trim();
  if (/^(?:pi|ch|cs)_/.test(text)) return text;
  const [, year, number] = receiptNumber.exec(text) ?? [];
  if (number !== undefined) return `R-${year}-${number.padStart(receiptDigits, '0')}`; // buyers read it out without the zeros
  throw new InvalidArgumentError(
    `\`${text}\` is not a payment: use pi_…, ch_…, cs_… or the number of a receipt such as R-2026-000031. Find it with mizan payments list.`,
  );
}

/**
 * Reads the payment that was named.
 *
 * @param reference as `toPaymentReference` returns it
 * @throws CommandError when there is none
 */
export async function findPayment(command: Command, reference: string): Promise<PaymentIntent> {
  if (reference.startsWith('pi_')) return readPayment(command, reference);
  if (reference.startsWith('ch_')) {
    const line = `GET /charges/${encodeURIComponent(reference)}` as const;
    const { paymentIntentId } = await sendAsMerchant<Charge>(command, line);
    return readPayment(command, paymentIntentId);
  }
  const name = reference.startsWith('cs_') ? 'checkoutSessionId' : 'receiptNumber';
  const query = new URLSearchParams({ [name]: reference, limit: '1' });
  const { data } = await sendAsMerchant<{ data: PaymentIntent[] }>(command, `GET /payment-intents?${query}`);
  const [newest] = data;
  if (newest !== undefined) return newest;
  throw new CommandError(
    name === 'receiptNumber'
      ? `No payment has the receipt ${reference}.`
      : `No payment was started in ${reference}, or there is no such checkout.`,
  );
}

const readPayment = (command: Command, id: string): Promise<PaymentIntent> =>
  sendAsMerchant<PaymentIntent>(command, `GET /payment-intents/${encodeURIComponent(id)}`);
