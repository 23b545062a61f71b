import type { Refund } from '@mizan/contracts';
import { moneyText } from '../../terminal/money.ts';
import { ForeseenRefusal } from '../foreseen-refusal.ts';
import { paymentLabelOf } from '../payments/payment-label.ts';
import { transferText } from './print-refund.ts';
import type { DisputeWarning } from './refund-dispute.ts';
import type { RefundTarget } from './refund-target.ts';

/** What a question is about. */
interface Subject {
  readonly id: string;
  /** Undefined where the key may not read refunds. */
  readonly refund: Refund | undefined;
  /** Undefined where the key may not read payments. */
  readonly target: RefundTarget | undefined;
}

/**
 * Why a refund is probably not returned yet, or better not: the merchant learns where to send the money from the buyer, and a
 * dispute of its charge returns the same money.
 */
export function returnDoubt(refund: Refund | undefined, warning?: DisputeWarning): string | undefined {
  const unanswered =
    refund?.status === 'REQUIRES_ACTION' ? 'The buyer has not entered yet where to send the money.' : undefined;
  const doubts = [warning?.doubt, unanswered].filter((doubt) => doubt !== undefined);
  return doubts.length > 0 ? doubts.join(' ') : undefined;
}

const isFinal = 'This is final: it cannot be recorded as failed any more.';

/** @throws ForeseenRefusal for a refund that has ended: the API refuses every change of it */
function assertOpen({ id, status }: Refund): void {
  if (['SUCCEEDED', 'FAILED', 'CANCELED'].includes(status)) throw new ForeseenRefusal(`${id} is ${status} already.`);
}

/** Before `mark-paid`: names the sum, and where the buyer wants it. @throws ForeseenRefusal for one that has ended */
export function markPaidQuestion({ id, refund, target }: Subject): string {
  if (refund === undefined) return `Record the money of ${id} as returned? ${isFinal}`;
  assertOpen(refund);
  const destination = refund.transferTo ? ` to ${transferText(refund.transferTo)}` : '';
  return `Record ${moneyText(refund.amount, refund.currency)} as returned${destination}${ofBuyer(target)}? ${isFinal}`;
}

/** Before `mark-failed`. @throws ForeseenRefusal for one that has ended */
export function markFailedQuestion({ id, refund, target }: Subject): string {
  if (refund === undefined) return `Record that the money of ${id} could not be returned?`;
  assertOpen(refund);
  return `Record that ${moneyText(refund.amount, refund.currency)} could not be returned${ofBuyer(target)}? It is credited to the balance.`;
}

/** Before `cancel`. @throws ForeseenRefusal for one that has ended */
export function cancelRefundQuestion({ id, refund, target }: Subject): string {
  if (refund === undefined) return `Cancel ${id}?`;
  assertOpen(refund);
  return `Cancel the refund of ${moneyText(refund.amount, refund.currency)}${ofBuyer(target)}? It is credited to the balance.`;
}

/** `, for the payment of Mona Adel (Bank transfer)`; nothing where the payment is unknown. */
const ofBuyer = (target: RefundTarget | undefined): string =>
  target === undefined
    ? ''
    : `, for the payment of ${target.buyer ?? 'a buyer without a name'} (${paymentLabelOf(target.charge)})`;
