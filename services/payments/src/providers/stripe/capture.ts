import { describeFailure } from '../describe-failure.ts';
import type { CaptureRequest } from '../provider.ts';
import type { CaptureOutcome } from '../provider-outcome.ts';
import { reasonOf, refusalOf, type StripeRefusal } from './read-error.ts';
import { intentIdOf, type StripeContext } from './stripe-context.ts';
import { expectRecord, type CaptureRecord } from './stripe-store.ts';

/** Below the 24 hours for which Stripe remembers an idempotency key. */
const keyLifeMs = 20 * 60 * 60_000;

/**
 * Captures all or part of an authorisation. A part that leaves the rest needs Stripe's multicapture; an account without
 * it gets a failure that says so, and the authorisation stands.
 *
 * @throws Error the key was used for another capture before
 */
export async function capture(context: StripeContext, request: CaptureRequest): Promise<CaptureOutcome> {
  const { chargeId, idempotencyKey, amount, isFinal } = request;
  const id = await intentIdOf(context, chargeId);
  if (id === undefined || id === 'never') return failed();
  const asked = await rememberCapture(context, request);
  // Stripe forgets keys: asked again after that it would capture a second time.
  if (request.now.getTime() - Date.parse(asked.at) >= keyLifeMs)
    return { kind: 'unknown', cause: new Error(`Stripe: nobody knows what became of a capture of ${asked.at}`) };
  try {
    const intent = await context.client.paymentIntents.capture(
      id,
      // The default is final, and only accounts with multicapture may say otherwise.
      { amount_to_capture: amount, ...(isFinal ? {} : { final_capture: false }) },
      { idempotencyKey },
    );
    return { kind: 'captured', reference: intent.id };
  } catch (thrown) {
    const refusal = refusalOf(thrown);
    // Not found is no answer about the capture: the keys may be of another Stripe account.
    if (!refusal || refusal.status === 404) throw thrown;
    return failed(refusal);
  }
}

async function rememberCapture({ store }: StripeContext, request: CaptureRequest): Promise<CaptureRecord> {
  const { idempotencyKey, amount, isFinal, now } = request;
  const asked = { op: 'capture', amount, isFinal, at: now.toISOString() } as const;
  const known = expectRecord(await store.putIfAbsent(idempotencyKey, asked), 'capture');
  if (known.amount !== amount || known.isFinal !== isFinal)
    throw new Error(`bug: ${idempotencyKey} stands for another capture already`);
  return known;
}

function failed(refusal?: StripeRefusal): CaptureOutcome {
  if (!refusal) return { kind: 'failed', ...describeFailure('provider_declined', true, false) };
  const reason = refusal.code === 'processing_error' ? 'processing_error' : reasonOf(refusal);
  return { kind: 'failed', ...describeFailure(reason, true, false), merchantMessage: `Stripe: ${refusal.message}` };
}
