import type { Charge, PaymentIntent } from '@mizan/contracts';
import { inLatinDigits } from '@mizan/contracts/latin-digits';
import { InvalidArgumentError, type Command } from 'commander';
import { hasGivenKey } from '../../api/idempotency-keys.ts';
import { readPages } from '../../api/read-list.ts';
import { sendAsMerchant } from '../../api/send-request.ts';
import { CommandError } from '../../terminal/command-error.ts';
import { wholeIdOf } from '../../terminal/options.ts';
import { plainReference, transferReferenceOf } from './transfer-reference.ts';

const receiptNumber = /^R-(\d{4})-(\d{1,9})$/i;
/** Digits of the number within its year, zeros included. */
const receiptDigits = 6;

const ids = 'pi_…, ch_…, cs_…';
/** What names a payment, for help texts. */
export const paymentNames = `${ids} or the number of its receipt`;
/** The same where a payment may still wait for its money. */
export const waitingPaymentNames = `${paymentNames}, or the reference of the transfer that it waits for`;
const receiptExample = 'the number of a receipt such as R-2026-000031';

/** Parser of what names a payment: its ID, that of a charge or checkout of it, or the number of its receipt. */
export const toPaymentName = (text: string): string => readName(text) ?? refuse(text, `${ids} or ${receiptExample}`);

/** The same for a filter, where the ID of a payment that is cut off would find nothing. */
export const toPaymentFilter = (text: string): string =>
  text.trim().startsWith('pi_') ? wholeIdOf('pi')(text) : toPaymentName(text);

/** What `toPaymentName` takes, and the reference that the buyer writes in a transfer: of a payment that may still wait for its money. */
export const toWaitingPaymentName = (text: string): string =>
  readName(text) ?? plainReference(text) ?? refuse(text, `${ids}, ${receiptExample} or the reference of a transfer`);

function readName(given: string): string | undefined {
  const text = given.trim();
  if (/^(?:pi|ch|cs)_/.test(text)) return text;
  const [, year, number] = receiptNumber.exec(inLatinDigits(text)) ?? [];
  // Buyers read it out without the zeros.
  return number === undefined ? undefined : `R-${year}-${number.padStart(receiptDigits, '0')}`;
}

function refuse(text: string, names: string): never {
  throw new InvalidArgumentError(
    `\`${text.trim()}\` is not a payment: use ${names}. Find it with mizan payments list.`,
  );
}

/**
 * Reads the payment that was named.
 *
 * @param reference as `toPaymentName` or `toWaitingPaymentName` returns it
 * @throws CommandError when there is none
 */
export async function findPayment(command: Command, reference: string): Promise<PaymentIntent> {
  if (reference.startsWith('pi_')) return readPayment(command, reference);
  if (reference.startsWith('ch_')) {
    const line = `GET /charges/${encodeURIComponent(reference)}` as const;
    const { paymentIntentId } = await sendAsMerchant<Charge>(command, line);
    return readPayment(command, paymentIntentId);
  }
  if (!/^(?:cs_|R-)/.test(reference)) return findByTransfer(command, reference);
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

/** The ID of the payment that was named. One that was named by its ID is not read. */
export const findPaymentId = async (command: Command, reference: string): Promise<string> =>
  reference.startsWith('pi_') ? reference : (await findPayment(command, reference)).id;

const readPayment = (command: Command, id: string): Promise<PaymentIntent> =>
  sendAsMerchant<PaymentIntent>(command, `GET /payment-intents/${encodeURIComponent(id)}`);

/** The payment that waits for a transfer. */
async function findByTransfer(command: Command, reference: string): Promise<PaymentIntent> {
  // Where the command is repeated, the payment may not wait any more.
  const filters = hasGivenKey(command) ? {} : { status: 'PROCESSING' };
  const waiting = { path: '/payment-intents', filters } as const;
  for await (const { data } of readPages<PaymentIntent>(command, waiting)) {
    const found = data.find((payment) => plainReference(transferReferenceOf(payment) ?? '') === reference);
    if (found !== undefined) return found;
  }
  throw new CommandError(
    `No payment waits for a transfer with the reference ${reference}. If it is paid already or has expired, find it by its day or amount: mizan payments list --date last:30,days`,
  );
}
