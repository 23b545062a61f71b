import { describeFailure } from '../port/describe-failure.ts';
import type { CaptureOutcome } from '../port/provider-outcome.ts';
import type { CaptureRequest } from '../port/provider.ts';
import { expectRecord } from '../port/record-store.ts';
import { findPayment, getTransaction } from './find-payment.ts';
import { Transaction } from './paymob-objects.ts';
import { captureFailedKey, pageOf, type PaymobContext } from './paymob-store.ts';
import { isOfCredentials, isRefusal } from './read-error.ts';
import { capturedOf } from './read-transaction.ts';

/**
 * Captures a hold once; Paymob releases what is left. Paymob has no idempotency keys: the hold itself says whether it was
 * captured, and there is no other capture while this one is undecided.
 */
export async function capture(context: PaymobContext, request: CaptureRequest): Promise<CaptureOutcome> {
  const { store } = context;
  const { chargeId, idempotencyKey, amount, isFinal } = request;
  const page = await pageOf(context, chargeId);
  const hold = page?.op === 'page' ? await findPayment(context, chargeId, page) : undefined;
  if (!hold) return failed('There is no such authorization.');
  const isRepeated = (await store.get(idempotencyKey)) !== undefined;
  const known = expectRecord(await store.putIfAbsent(idempotencyKey, { op: 'capture', amount, isFinal }), 'capture');
  if (known.amount !== amount || known.isFinal !== isFinal)
    throw new Error(`bug: ${idempotencyKey} stands for another capture already`);
  const refused = await store.get(captureFailedKey(idempotencyKey));
  if (refused) return failed(expectRecord(refused, 'capture_failed').message);
  const held = hold.is_auth && hold.success && !hold.pending;
  if (!held || hold.is_voided) return failed('There is no open authorization.');
  if (capturedOf(hold) > 0)
    return isRepeated && capturedOf(hold) === amount
      ? { kind: 'captured', reference: String(hold.id) }
      : failed('The authorization has been captured already.');
  if (!isFinal && amount < hold.amount_cents)
    return failed('An authorization can be captured once. Make this capture the final one.');
  return send(context, request, hold);
}

async function send(
  context: PaymobContext,
  { idempotencyKey, amount }: CaptureRequest,
  hold: Transaction,
): Promise<CaptureOutcome> {
  const captured = { kind: 'captured', reference: String(hold.id) } as const;
  const fail = async (message: string): Promise<CaptureOutcome> => {
    await context.store.putIfAbsent(captureFailedKey(idempotencyKey), { op: 'capture_failed', message });
    return failed(message);
  };
  try {
    const child = await context.client.send({
      method: 'POST',
      path: '/api/acceptance/capture',
      body: { transaction_id: hold.id, amount_cents: amount },
      answer: Transaction,
    });
    if (child.pending) return { kind: 'unknown', cause: new Error(`Paymob: capture ${child.id} is pending`) };
    return child.success ? captured : await fail(child.data?.message ?? 'The capture was declined.');
  } catch (thrown) {
    if (!isRefusal(thrown) || isOfCredentials(thrown) || thrown.status === 404) throw thrown;
    // The hold says more than the refusal: a repeated request may have captured it a moment ago.
    const after = await getTransaction(context, hold.id);
    return capturedOf(after) === amount && !after.is_voided ? captured : fail(thrown.message);
  }
}

const failed = (message: string): CaptureOutcome => ({
  kind: 'failed',
  ...describeFailure('provider_declined', true, false),
  merchantMessage: `Paymob: ${message}`,
});
