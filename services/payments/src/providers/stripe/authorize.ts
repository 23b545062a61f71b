import type { Stripe } from 'stripe';
import { describeFailure, type FailureReason } from '../port/describe-failure.ts';
import type { Declined, PaymentOutcome, SyncOutcome, Unsent } from '../port/provider-outcome.ts';
import type { AuthorizeRequest } from '../port/provider.ts';
import {
  isOfKey,
  isOfStripe,
  keyRefusal,
  missingPermissionOf,
  reasonOf,
  refusalOf,
  type StripeRefusal,
  unknownAfter,
} from './read-error.ts';
import { expectIntent, type NamedIntent } from './expect-intent.ts';
import { expanded, outcomeOf } from './read-intent.ts';
import { isConfirmationToken } from './read-method.ts';
import { metadataNames, type StripeContext, type AttemptRecord, intentKey } from './stripe-store.ts';
import { expectRecord } from '../port/record-store.ts';

/** Requests the money of one charge from Stripe. @throws Error the charge's id was used for another payment before */
export async function authorize(context: StripeContext, request: AuthorizeRequest): Promise<PaymentOutcome | Unsent> {
  const attempt = await rememberAttempt(context, request);
  const intent = await nameIntent(context, request.chargeId, attempt);
  if (intent.kind !== 'named') return intent;
  return confirm(context, { chargeId: request.chargeId, intentId: intent.id, attempt });
}

async function rememberAttempt({ store }: StripeContext, request: AuthorizeRequest): Promise<AttemptRecord> {
  const { chargeId, amount, currency, captureMethod, confirmationMethod = 'automatic', now } = request;
  const { token } = request.method;
  const isManual = confirmationMethod === 'manual' ? { confirmationMethod } : {};
  const requested = {
    op: 'attempt',
    amount,
    currency,
    captureMethod,
    ...isManual,
    token,
    at: now.toISOString(),
  } as const;
  const known = expectRecord(await store.putIfAbsent(chargeId, requested), 'attempt');
  const compared = ['amount', 'currency', 'captureMethod', 'confirmationMethod', 'token'] as const;
  if (compared.some((name) => known[name] !== requested[name]))
    throw new Error(`bug: ${chargeId} stands for another payment already`);
  return known;
}

type Named = { readonly kind: 'named'; readonly id: string };

/** The charge's PaymentIntent, made when there is none. From when it is remembered it may be confirmed. */
async function nameIntent(
  context: StripeContext,
  chargeId: string,
  attempt: AttemptRecord,
): Promise<Named | Declined | Unsent> {
  const known = await context.store.get(intentKey(chargeId));
  const record = known ?? (await createIntent(context, chargeId, attempt));
  if ('kind' in record) return record;
  const standing = expectRecord(record, 'intent', 'never');
  return standing.op === 'never' ? unsent('customer_abandoned') : { kind: 'named', id: standing.id };
}

async function createIntent({ client, store, onKeyRefused }: StripeContext, chargeId: string, attempt: AttemptRecord) {
  const { amount, currency, captureMethod, confirmationMethod = 'automatic' } = attempt;
  try {
    const created = await client.paymentIntents.create(
      {
        amount,
        currency: currency.toLowerCase(),
        capture_method: captureMethod === 'manual' ? 'manual' : 'automatic',
        confirmation_method: confirmationMethod,
        allowed_payment_method_types: ['card'],
        metadata: { [metadataNames.charge]: chargeId },
        ...(captureMethod === 'manual'
          ? { payment_method_options: { card: { request_multicapture: 'if_available' } } }
          : {}),
      },
      { idempotencyKey: `${chargeId}:create` },
    );
    const { id } = expectIntent(created, { chargeId, attempt });
    return await store.putIfAbsent(intentKey(chargeId), { op: 'intent', id });
  } catch (thrown) {
    if (!isOfStripe(thrown)) throw thrown;
    // What was created and never gets its id recorded is never confirmed: no money moves.
    const standing = await store.putIfAbsent(intentKey(chargeId), { op: 'never' });
    if (isOfKey(thrown)) await onKeyRefused();
    if (standing.op === 'intent') return standing;
    const refusal = refusalOf(thrown);
    if (refusal) return unsent(reasonOf(refusal), refusal);
    return { kind: 'unsent', declined: unjudged(thrown), cause: unknownAfter(thrown).cause } as const;
  }
}

/** What is said of a payment that Stripe did not judge: it refused the key, or answered nothing that could be understood. */
function unjudged(thrown: Stripe.errors.StripeError): Declined {
  if (isOfKey(thrown)) return { ...unsent('provider_declined'), merchantMessage: keyRefusal };
  const permission = missingPermissionOf(thrown);
  if (permission === undefined) return unsent('provider_timeout');
  const merchantMessage = `Stripe: The key lacks a permission${permission && ` (${permission})`}.`;
  return { ...unsent('provider_declined'), merchantMessage };
}

/**
 * A buyer who has to authenticate is redirected by us. A token of Stripe's script would leave that to the script, unless the
 * request says otherwise: its values take precedence.
 */
export const byRedirect = (returnUrl: string) => ({ return_url: returnUrl, use_stripe_sdk: false, ...expanded });

async function confirm({ client, returnUrlOf }: StripeContext, requested: NamedIntent): Promise<PaymentOutcome> {
  const { chargeId, intentId } = requested;
  const { token } = requested.attempt;
  try {
    const intent = await client.paymentIntents.confirm(
      intentId,
      {
        ...(isConfirmationToken(token) ? { confirmation_token: token } : { payment_method: token }),
        ...byRedirect(returnUrlOf(chargeId)),
      },
      { idempotencyKey: chargeId },
    );
    return toPaymentOutcome(outcomeOf(intent, requested));
  } catch (thrown) {
    const refusal = refusalOf(thrown);
    if (!refusal) throw thrown;
    // The intent says more than the error: why the card was declined, or how a payment stands that was confirmed before.
    const standing = outcomeOf(await client.paymentIntents.retrieve(intentId, expanded), requested);
    if (standing.kind !== 'not_found') return toPaymentOutcome(standing);
    await client.paymentIntents.cancel(intentId); // a refused payment must not be confirmed later
    return unsent(reasonOf(refusal), refusal);
  }
}

/** An attempt that was called off is a failed one; one that Stripe has confirmed cannot be unconfirmed. */
export function toPaymentOutcome(standing: SyncOutcome): PaymentOutcome {
  if (standing.kind === 'canceled') return unsent('customer_abandoned');
  if (standing.kind === 'not_found') throw new Error('bug: Stripe confirmed a payment and calls it unconfirmed');
  return standing;
}

export const unsent = (reason: FailureReason, refusal?: StripeRefusal): Declined => {
  const failure = describeFailure(reason, true, false);
  const merchantMessage = refusal ? `Stripe: ${refusal.message}` : failure.merchantMessage;
  return { kind: 'declined', ...failure, merchantMessage, reference: null, card: null };
};
