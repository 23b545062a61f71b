import type { CancelOutcome } from '../port/provider-outcome.ts';
import type { CancelRequest } from '../port/provider.ts';
import { findCapture } from './find-capture.ts';
import { findPayment, getTransaction } from './find-payment.ts';
import { Transaction } from './paymob-objects.ts';
import { attemptOf, endKey, pageKey, pageOf, type PageRecord, type PaymobContext } from './paymob-store.ts';
import { isOfCredentials, isRefusal } from './read-error.ts';
import { capturedOf, outcomeOf } from './read-transaction.ts';
import { shortenIntention } from './shorten-intention.ts';

/**
 * Releases what is held, or closes an attempt that waits for its buyer. Paymob cannot be kept from taking the money of a
 * buyer who finishes a step later: `sync` finds it as approved, and the platform sends it back.
 */
export async function cancel(context: PaymobContext, { chargeId, recorded }: CancelRequest): Promise<CancelOutcome> {
  // Without a page this closes the way to one: an authorization that is under way finds it before it answers.
  const never = { op: 'never', why: 'canceled', message: null } as const;
  await context.store.putIfAbsent(pageKey(chargeId), never);
  const page = await pageOf(context, chargeId);
  if (page?.op !== 'page') return { kind: 'canceled' };
  const payment = await findPayment(context, chargeId, page);
  const outcome = payment && outcomeOf(payment, { attempt: await attemptOf(context, chargeId), page });
  if (payment && outcome?.kind === 'approved') return releaseHold(context, { payment, page, recorded });
  if (outcome?.kind !== 'canceled') await end(context, chargeId, page);
  return { kind: 'canceled' };
}

async function end(context: PaymobContext, chargeId: string, page: PageRecord): Promise<void> {
  await context.store.putIfAbsent(endKey(chargeId), { op: 'ended', why: 'canceled' });
  await shortenIntention(context, page);
}

interface Release {
  readonly payment: Transaction;
  readonly page: PageRecord;
  readonly recorded: number;
}

async function releaseHold(context: PaymobContext, { payment, page, recorded }: Release): Promise<CancelOutcome> {
  const captured = capturedOf(payment);
  if (captured > recorded) return { kind: 'already_captured' };
  if (captured > 0) return { kind: payment.is_auth ? 'canceled' : 'already_captured' }; // a capture has released the rest
  // Whether Paymob would void it all the same is not documented, and the capture may still be approved.
  const capture = await findCapture(context, page, payment);
  if (capture?.pending) return { kind: 'unknown', cause: new Error(`Paymob: capture ${capture.id} is pending`) };
  try {
    const child = await context.client.send({
      method: 'POST',
      path: '/api/acceptance/void_refund/void',
      body: { transaction_id: payment.id },
      answer: Transaction,
    });
    if (child.success && !child.pending) return { kind: 'canceled' };
  } catch (thrown) {
    if (!isRefusal(thrown) || isOfCredentials(thrown)) throw thrown; // refused: something else happened to it in between
  }
  const after = await getTransaction(context, payment.id);
  if (after.is_voided) return { kind: 'canceled' };
  return capturedOf(after) > recorded
    ? { kind: 'already_captured' }
    : { kind: 'unknown', cause: new Error(`Paymob: transaction ${payment.id} is neither voided nor captured`) };
}
