import { describeFailure } from '../port/describe-failure.ts';
import type { CaptureOutcome } from '../port/provider-outcome.ts';
import type { CaptureRequest } from '../port/provider.ts';
import { expectRecord } from '../port/record-store.ts';
import { findCapture } from './find-capture.ts';
import { findPayment, getTransaction } from './find-payment.ts';
import { Transaction } from './paymob-objects.ts';
import { captureFailedKey, captureMadeKey, pageOf, type PageRecord, type PaymobContext } from './paymob-store.ts';
import { isOfCredentials, isRefusal } from './read-error.ts';
import { capturedOf } from './read-transaction.ts';

/**
 * Captures a hold once; Paymob releases what is left. Paymob has no idempotency keys: the transaction of the capture says how
 * it ends, and is looked for before a request whose answer was lost is repeated. There is no other capture while this one is
 * undecided.
 */
export async function capture(context: PaymobContext, request: CaptureRequest): Promise<CaptureOutcome> {
  const { store } = context;
  const { chargeId, idempotencyKey, amount, isFinal } = request;
  const page = await pageOf(context, chargeId);
  if (page?.op !== 'page') return failed('There is no such authorization.');
  const hold = await findPayment(context, chargeId, page);
  if (!hold) return failed('There is no such authorization.');
  const isRepeated = (await store.get(idempotencyKey)) !== undefined;
  const known = expectRecord(await store.putIfAbsent(idempotencyKey, { op: 'capture', amount, isFinal }), 'capture');
  if (known.amount !== amount || known.isFinal !== isFinal)
    throw new Error(`bug: ${idempotencyKey} stands for another capture already`);
  const made = await store.get(captureMadeKey(idempotencyKey));
  if (made) return outcomeOfCapture(await getTransaction(context, expectRecord(made, 'capture_made').id), hold);
  const refused = await store.get(captureFailedKey(idempotencyKey));
  if (refused) return failed(expectRecord(refused, 'capture_failed').message);
  const held = hold.is_auth && hold.success && !hold.pending;
  if (!held || hold.is_voided) return failed('There is no open authorization.');
  if (capturedOf(hold) > 0)
    return isRepeated && capturedOf(hold) === amount
      ? captured(hold)
      : failed('The authorization has been captured already.');
  if (!isFinal && amount < hold.amount_cents)
    return failed('An authorization can be captured once. Make this capture the final one.');
  const found = { page, hold };
  return (isRepeated ? await findMade(context, request, found) : undefined) ?? send(context, request, found);
}

interface Found {
  readonly page: PageRecord;
  readonly hold: Transaction;
}

async function send(context: PaymobContext, request: CaptureRequest, found: Found): Promise<CaptureOutcome> {
  const { hold } = found;
  const { idempotencyKey, amount } = request;
  try {
    const child = await context.client.send({
      method: 'POST',
      path: '/api/acceptance/capture',
      body: { transaction_id: hold.id, amount_cents: amount },
      answer: Transaction,
    });
    return await keepMade(context, idempotencyKey, { child, hold });
  } catch (thrown) {
    if (!isRefusal(thrown) || isOfCredentials(thrown) || thrown.status === 404) throw thrown;
    return settleRefusal(context, request, { ...found, message: thrown.message });
  }
}

/** Paymob's records say more than the refusal: another request for the capture may have arrived a moment ago. */
async function settleRefusal(
  context: PaymobContext,
  request: CaptureRequest,
  { message, ...found }: Found & { readonly message: string },
): Promise<CaptureOutcome> {
  const after = await getTransaction(context, found.hold.id);
  if (capturedOf(after) === request.amount && !after.is_voided) return captured(after);
  const made = after.is_voided ? undefined : await findMade(context, request, found);
  if (made) return made;
  const record = { op: 'capture_failed', message } as const;
  await context.store.putIfAbsent(captureFailedKey(request.idempotencyKey), record);
  return failed(message);
}

/** The outcome of a capture whose answer did not arrive; undefined when Paymob has made none, or has declined it. */
async function findMade(
  context: PaymobContext,
  { idempotencyKey, amount }: CaptureRequest,
  { page, hold }: Found,
): Promise<CaptureOutcome | undefined> {
  const child = await findCapture(context, page, hold);
  return child?.amount_cents === amount ? keepMade(context, idempotencyKey, { child, hold }) : undefined;
}

async function keepMade(
  { store }: PaymobContext,
  idempotencyKey: string,
  { child, hold }: { readonly child: Transaction; readonly hold: Transaction },
): Promise<CaptureOutcome> {
  await store.putIfAbsent(captureMadeKey(idempotencyKey), { op: 'capture_made', id: child.id });
  return outcomeOfCapture(child, hold);
}

function outcomeOfCapture({ id, pending, success, data }: Transaction, hold: Transaction): CaptureOutcome {
  if (pending) return { kind: 'unknown', cause: new Error(`Paymob: capture ${id} is pending`) };
  return success ? captured(hold) : failed(data?.message ?? 'The capture was declined.');
}

const captured = ({ id }: Transaction): CaptureOutcome => ({ kind: 'captured', reference: String(id) });

const failed = (message: string): CaptureOutcome => ({
  kind: 'failed',
  ...describeFailure('provider_declined', true, false),
  merchantMessage: `Paymob: ${message}`,
});
