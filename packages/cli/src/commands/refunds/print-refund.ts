import type { Refund, RefundTransferTo } from '@mizan/contracts';
import type { Command } from 'commander';
import { moneyText } from '../../terminal/money.ts';
import { paymentLabelOf } from '../payments/payment-label.ts';
import { printShown } from '../lists/print-list.ts';
import type { DisputeWarning } from './refund-dispute.ts';
import { isReturnedByProvider, type RefundTarget } from './refund-target.ts';

/** What a list shows of a refund. */
export const listedRefund = {
  columns: ['id', 'createdAt', 'status', 'amount', 'currency', 'payment', 'reason', 'description'],
  money: ['amount'],
} as const;
const details = ['charge', 'failureReason', 'pendingReason', 'buyerPage'] as const;
const ifKnown = ['feeAmount', 'sent by', 'send to', 'sent to', 'reference', 'paid with', 'buyer', 'receipt'] as const;

export const toRefundRow = ({
  id,
  createdAt,
  status,
  amount,
  currency,
  paymentIntentId,
  reason,
  description,
}: Refund) => ({
  ...{ id, createdAt, status, amount, currency, reason, description },
  payment: paymentIntentId,
});

/** What is read beside a refund to be shown with it. */
interface Beside {
  /** The charge that it returns: with it, to whom and where the receipt is. */
  readonly target?: RefundTarget | undefined;
  readonly warning?: DisputeWarning | undefined;
}

/** Prints a refund. */
export function printRefund(command: Command, refund: Refund, { target, warning }: Beside = {}): void {
  const { chargeId: charge, failureReason, pendingReason, nextAction, receiptNumber } = refund;
  const transferTo = refund.transferTo && transferText(refund.transferTo);
  const isSent = refund.status === 'SUCCEEDED';
  const row = {
    ...toRefundRow(refund),
    ...{ charge, failureReason, receiptNumber },
    // `processing` would read as if the platform sent the money.
    pendingReason: isToBeSent(refund) ? undefined : pendingReason,
    feeAmount: refund.feeAmount > 0 ? refund.feeAmount : undefined,
    buyerPage: nextAction?.displayDetails.url,
    'sent by': refund.outOfBand ? 'the merchant, not the provider' : undefined,
    'send to': isSent ? undefined : transferTo,
    'sent to': isSent ? transferTo : undefined,
    reference: referenceOf(refund),
    'paid with': target && paymentLabelOf(target.charge),
    buyer: target?.buyer,
    receipt: target?.charge.receiptUrl,
  };
  const known = ifKnown.filter((name) => row[name] !== undefined);
  const columns = [...listedRefund.columns, ...details, 'receiptNumber' as const, ...known];
  const note = warning ? `${warning.doubt} ${warning.advice}` : nextStepOf(refund, target);
  printShown(command, {
    item: refund,
    row,
    shown: { columns, money: [...listedRefund.money, 'feeAmount'] },
    ...(note && { note }),
  });
}

/** Whether the merchant itself has to send the money: the buyer has entered where to. */
const isToBeSent = ({ status, transferTo }: Refund): boolean => status === 'PENDING' && transferTo !== undefined;

/** A mail that has not gone out by then, by the time of this machine, goes nowhere, or waits for its server. */
const mailDelayMaxMs = 60_000;

/** Why the money was not returned, where it is, and what is left to do if its provider does not return it. */
function failureNote(refund: Refund, target: RefundTarget | undefined): string {
  const { amount, currency, failureMessage, surplus, outOfBand, paymentIntentId } = refund;
  const why = (failureMessage ?? 'The refund failed').replace(/\.$/, '');
  const credited = `${why}. ${moneyText(amount, currency)} is in the balance again${surplus ? ', and is refunded again within a day' : ''}.`;
  if (outOfBand || !target || !isReturnedByProvider(target)) return credited;
  return `${credited} If the provider does not return it any more, send it yourself: mizan refunds create ${paymentIntentId} --out-of-band --email <address of the buyer>`;
}

/** Of one that failed its note, or the next step of the buyer or the merchant; undefined if there is none. */
function nextStepOf(refund: Refund, target: RefundTarget | undefined): string | undefined {
  const { id, amount, currency, nextAction, transferTo, status } = refund;
  if (status === 'FAILED') return failureNote(refund, target);
  if (transferTo && isToBeSent(refund))
    return `Next: send ${moneyText(amount, currency)} to ${transferText(transferTo)}. Once it has arrived: mizan refunds mark-paid ${id} --reference <text>`;
  if (!nextAction) return undefined;
  const { emailSentAt, emailSentTo } = nextAction.displayDetails;
  const isNew = Date.now() - Date.parse(refund.createdAt) < mailDelayMaxMs;
  const unsent = isNew
    ? `It goes to ${emailSentTo} by mail in a moment, if your platform sends mail. Later, mizan refunds show ${id} says whether it has.`
    : `No mail has gone out: send buyerPage to ${emailSentTo} yourself.`;
  const mail = emailSentAt === null ? unsent : `The link was emailed to ${emailSentTo}.`;
  const unaddressed = 'No email address of the buyer is known: send buyerPage to the buyer yourself.';
  return `Next: the buyer enters on buyerPage where to send the money. ${emailSentTo === '' ? unaddressed : mail}`;
}

/** `instapay, mona@instapay, Mona Adel`: the method, the address there, and who receives the money. */
export const transferText = ({ type, iban, phone, handle, kiosk, holderName }: RefundTransferTo): string =>
  [type, iban ?? phone ?? handle ?? kiosk, holderName].filter((part) => part !== undefined).join(', ');

/** What the money carries on its way: the reference that the merchant, the provider or the network gave it. */
function referenceOf({ destinationDetails }: Refund): string | undefined {
  const { card, wallet, bankTransfer, kiosk } = destinationDetails ?? {};
  return (card ?? wallet ?? bankTransfer ?? kiosk)?.reference;
}
