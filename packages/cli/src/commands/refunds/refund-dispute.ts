import type { Dispute, Refund } from '@mizan/contracts';
import type { Command } from 'commander';
import { ifReadable } from '../../api/if-readable.ts';
import { sendAsMerchant } from '../../api/send-request.ts';
import { moneyText } from '../../terminal/money.ts';
import type { RefundTarget } from './refund-target.ts';

/** Why the payer may be paid twice: by the bank, and by the refund that the merchant sends. */
export interface DisputeWarning {
  readonly doubt: string;
  /** What to do instead of sending the money. */
  readonly advice: string;
}

/**
 * How a dispute of the same charge concerns a refund whose money the merchant has not sent yet; undefined for other refunds, and
 * where no dispute returns the same money.
 *
 * @param target undefined where the key may not read payments
 */
export async function readDisputeWarning(
  command: Command,
  refund: Refund,
  target: RefundTarget | undefined,
): Promise<DisputeWarning | undefined> {
  const isUnsent =
    refund.status === 'REQUIRES_ACTION' || (refund.status === 'PENDING' && refund.transferTo !== undefined);
  if (!isUnsent || (target && !target.charge.disputed)) return undefined;
  const line = `GET /disputes?chargeId=${encodeURIComponent(refund.chargeId)}` as const;
  const request = sendAsMerchant<{ data: Dispute[] }>(command, line);
  const disputes = (await ifReadable('The disputes of the charge', request))?.data;
  if (disputes !== undefined) return warningOf(disputes, refund, target);
  return target && unreadable(refund);
}

function warningOf(
  disputes: readonly Dispute[],
  refund: Refund,
  target: RefundTarget | undefined,
): DisputeWarning | undefined {
  const open = disputes.find(({ status }) => status === 'NEEDS_RESPONSE' || status === 'UNDER_REVIEW');
  if (open) return openWarning(open);
  const lost = disputes.filter(({ status }) => status === 'LOST');
  const twice = returnedTwice(lost, refund, target);
  return lost[0] && twice > 0 ? lostWarning(lost[0], { refund, twice }) : undefined;
}

const openWarning = ({ id, status }: Dispute): DisputeWarning => ({
  doubt: `The charge is disputed, and ${id} is ${status}: the payer is paid twice if the bank returns the money, too.`,
  advice: `Do not send the money until the dispute has ended: mizan disputes show ${id}`,
});

/** @param twice what the bank has returned of the refund, minor units */
function lostWarning(
  { id }: Dispute,
  { refund, twice }: { readonly refund: Refund; readonly twice: number },
): DisputeWarning {
  const { amount, currency, paymentIntentId } = refund;
  const rest = twice < amount ? `, then refund what is left: mizan refunds create ${paymentIntentId}` : '';
  return {
    doubt: `The dispute ${id} is LOST: the bank has returned ${moneyText(twice, currency)} of this refund to the payer already.`,
    advice: `Do not send the money, mark the refund as failed: mizan refunds mark-failed ${refund.id} --reason charge_for_pending_refund_disputed${rest}`,
  };
}

const unreadable = ({ paymentIntentId }: Refund): DisputeWarning => ({
  doubt: 'The charge is or was disputed, so the bank may return the money, too.',
  advice: `Do not send the money before you know how the dispute stands: mizan disputes list --payment ${paymentIntentId}`,
});

/**
 * What lost disputes have returned of the refund, minor units: what they and the refunds return together beyond what was captured.
 * A refund of what a dispute has left is owed. Where the charge is not known, a dispute that is older than the refund has left it.
 */
function returnedTwice(lost: readonly Dispute[], refund: Refund, target: RefundTarget | undefined): number {
  const counted = target ? lost : lost.filter(({ createdAt }) => createdAt > refund.createdAt);
  const returned = counted.reduce((sum, { amount }) => sum + amount, 0);
  const kept = target ? target.charge.amountCaptured - target.charge.amountRefunded : 0;
  return Math.max(0, Math.min(refund.amount, returned - kept));
}
