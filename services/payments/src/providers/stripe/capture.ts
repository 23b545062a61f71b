import { describeFailure } from '../port/describe-failure.ts';
import type { CaptureOutcome } from '../port/provider-outcome.ts';
import type { CaptureRequest } from '../port/provider.ts';
import { expectIntent, type NamedIntent } from './expect-intent.ts';
import { reasonOf, refusalOf, type StripeRefusal } from './read-error.ts';
import { attemptOf, intentIdOf, type StripeContext, type CaptureRecord } from './stripe-store.ts';
import { expectRecord } from '../port/record-store.ts';

/** Below the 24 hours for which Stripe remembers an idempotency key. */
const keyLifeMs = 20 * 60 * 60_000;

/**
 * Captures all or part of an authorization. A part that leaves the rest needs Stripe's multicapture; an account without
 * it gets a failure that says so, and the authorization stands.
 */
export async function capture(context: StripeContext, request: CaptureRequest): Promise<CaptureOutcome> {
  const id = await intentIdOf(context, request.chargeId);
  if (id === undefined || id === 'never') return failed();
  const charge = { chargeId: request.chargeId, intentId: id, attempt: await attemptOf(context, request.chargeId) };
  const requested = await rememberCapture(context, request);
  // Stripe forgets keys: repeated after that, the request would capture a second time.
  const isOld = request.now.getTime() - Date.parse(requested.at) >= keyLifeMs;
  return (isOld ? await findOld(context, charge, request) : undefined) ?? send(context, charge, request);
}

/**
 * The outcome of a capture whose key Stripe may have forgotten, from the amount that the payment has received since; there
 * is no other capture meanwhile, unless the merchant captures at Stripe itself. Undefined when it took nothing and still can.
 */
async function findOld(
  { client }: StripeContext,
  charge: NamedIntent,
  { amount, capturedBefore }: CaptureRequest,
): Promise<CaptureOutcome | undefined> {
  const { intentId: id } = charge;
  const { status, amount_received: received } = expectIntent(await client.paymentIntents.retrieve(id), charge);
  const taken = received - capturedBefore;
  if (taken < 0)
    return { kind: 'unknown', cause: new Error(`Stripe: ${id} received ${received}, and ${capturedBefore} before`) };
  if (taken === amount) return { kind: 'captured', reference: id };
  if (taken === 0 && status === 'requires_capture') return undefined;
  const message = taken === 0 ? 'The authorization is gone.' : `${taken} was captured at Stripe instead.`;
  return { ...failed(), merchantMessage: `Stripe: ${message}` };
}

async function send(
  { client }: StripeContext,
  charge: NamedIntent,
  { idempotencyKey, amount, isFinal }: CaptureRequest,
): Promise<CaptureOutcome> {
  try {
    const intent = await client.paymentIntents.capture(
      charge.intentId,
      // The default is final, and only accounts with multicapture may say otherwise.
      { amount_to_capture: amount, ...(isFinal ? {} : { final_capture: false }) },
      { idempotencyKey },
    );
    return { kind: 'captured', reference: expectIntent(intent, charge).id };
  } catch (thrown) {
    const refusal = refusalOf(thrown);
    // Not found is no answer about the capture: the keys may be of another Stripe account.
    if (!refusal || refusal.status === 404) throw thrown;
    return failed(refusal);
  }
}

async function rememberCapture({ store }: StripeContext, request: CaptureRequest): Promise<CaptureRecord> {
  const { idempotencyKey, amount, isFinal, now } = request;
  const requested = { op: 'capture', amount, isFinal, at: now.toISOString() } as const;
  const known = expectRecord(await store.putIfAbsent(idempotencyKey, requested), 'capture');
  if (known.amount !== amount || known.isFinal !== isFinal)
    throw new Error(`bug: ${idempotencyKey} stands for another capture already`);
  return known;
}

function failed(refusal?: StripeRefusal): Extract<CaptureOutcome, { kind: 'failed' }> {
  if (!refusal) return { kind: 'failed', ...describeFailure('provider_declined', true, false) };
  const reason = refusal.code === 'processing_error' ? 'processing_error' : reasonOf(refusal);
  return { kind: 'failed', ...describeFailure(reason, true, false), merchantMessage: `Stripe: ${refusal.message}` };
}
