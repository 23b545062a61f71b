import type { ConfirmPaymentIntent, Geocoding } from '@mizan/contracts';
import { assertSecureUrls, type LoadContext, Problem, resourceMissing, type Tx } from '@mizan/service-kit';
import { findSavedMethod } from '../payment-methods/read-method.ts';
import type { App } from '../payment/app.ts';
import { transition } from '../payment/payment-intent-state.ts';
import { findIntent, loadPayment, lockIntent, type Payment, updateCharge, updateIntent } from '../payment/payment.ts';
import { crashGraceMs } from '../providers/port/sync-schedule.ts';
import type { StartedPayment } from './authorize-attempt.ts';
import { intentTerms } from './create-payment-intent.ts';
import { loadAttempt, loadAttemptWith } from './load-attempt.ts';
import { confirmRefusals, type LoadedAttempt, newCharge, startAttempt } from './start-attempt.ts';

/** A request to confirm a payment that belongs to no checkout session. */
interface IntentConfirm {
  readonly id: string;
  readonly body: ConfirmPaymentIntent;
}

/** What the first phase of the confirm commits. */
interface NewConfirm extends IntentConfirm {
  /** Absent when an attempt whose buyer has acted continues. */
  readonly loaded: LoadedAttempt | undefined;
  /** Where the buyer is; absent when the merchant's server confirms. */
  readonly geocoding?: Geocoding | null;
}

/**
 * Loads what the confirm needs: for the method of the request, or the one that was attached before.
 *
 * @param confirm.by who sends the request: a payment that the merchant's server confirms, no browser may confirm
 * @returns undefined when an attempt whose buyer has acted continues
 * @throws Problem `resource_missing`, `resource_invalid_state`, `payment_still_confirming`,
 *   `payment_already_completed`, `parameter_missing`, and as `loadAttempt`
 */
export async function loadConfirm(
  context: LoadContext,
  app: App,
  { id, body: { paymentMethod, returnUrl }, by }: IntentConfirm & { readonly by: 'server' | 'buyer' },
): Promise<LoadedAttempt | undefined> {
  assertSecureUrls(context.scope.livemode, { returnUrl });
  const intent = await findIntent(context.reader, id);
  if (!intent) throw resourceMissing();
  if (by === 'buyer' && intent.confirmationMethod === 'manual')
    throw new Problem('resource_invalid_state', 'Only the merchant’s server can confirm this payment.');
  if (isAwaitingServer(await loadPayment(context.reader, intent))) {
    if (!paymentMethod) return undefined;
    throw new Problem(
      'payment_still_confirming',
      'The buyer has completed the action of another attempt. Confirm without paymentMethod to continue it, or cancel the payment.',
    );
  }
  // A checkout holds stock and completes itself: its payment cannot be confirmed on its own.
  if (intent.checkoutSessionId !== null) {
    const message = 'This payment belongs to a checkout session. Confirm the checkout session instead.';
    throw new Problem('resource_invalid_state', message);
  }
  const { amount, currency, captureMethod, confirmationMethod } = intent;
  const { attachedMethod: attached, customerId: savedMethodsOf } = intent;
  const charge = { amount, currency, captureMethod, confirmationMethod, types: intent.paymentMethodTypes };
  const { email, phone } = intent.customer ?? { email: null, phone: null };
  if (paymentMethod) return loadAttempt(context, app, { ...charge, email, phone, savedMethodsOf, paymentMethod });
  if (attached?.isSaved) await findSavedMethod(context.reader, attached.id, intent.customerId);
  if (attached) return { ...(await loadAttemptWith(context, app, { ...charge, attached })), methodId: attached.id };
  const moved = transition(intent.status, 'confirm');
  if ('refusal' in moved) throw new Problem(moved.refusal, confirmRefusals[moved.refusal]);
  throw new Problem('parameter_missing', 'paymentMethod is required: this payment has no payment method yet.', {
    param: 'paymentMethod',
  });
}

/** The attempt whose buyer has acted, and which continues when the merchant's server confirms. */
const chargeAwaitingServer = ({ intent, charges }: Payment) =>
  intent.status === 'REQUIRES_CONFIRMATION'
    ? charges.find(({ row }) => row.status === 'PENDING' && row.actionAnswer !== null)?.row
    : undefined;

export const isAwaitingServer = (payment: Payment): boolean => chargeAwaitingServer(payment) !== undefined;

/**
 * Commits the next attempt at a payment. First of three phases: `authorizeAttempt` then calls the provider with no
 * transaction open, and `settleAttempt` records the answer.
 *
 * @throws Problem `merchant_not_activated`, and as `startAttempt`
 */
export async function confirmPaymentIntent(
  tx: Tx,
  app: App,
  { id, body: { paymentMethod, returnUrl }, loaded, geocoding = null }: NewConfirm,
): Promise<StartedPayment> {
  if (loaded) await app.providers.hold(tx, loaded.route);
  const intent = await lockIntent(tx, id);
  if (!intent) throw resourceMissing();
  if (!loaded) return resumeAttempt(tx, await loadPayment(tx, intent));
  if (loaded.methodId !== undefined && intent.attachedMethod?.id !== loaded.methodId) throw changedMeanwhile();
  const billingDetails = paymentMethod?.billingDetails ?? intent.attachedMethod?.billingDetails ?? null;
  const terms = { ...intentTerms(intent, returnUrl), billingDetails, geocoding };
  const charge = newCharge(tx, app, { intentId: id, terms, loaded });
  const attempt = await startAttempt(tx, intent, { charge, fallbacks: loaded.fallbacks });
  return { paymentIntentId: id, attempt };
}

/** Continues the attempt whose buyer has acted. */
async function resumeAttempt(tx: Tx, payment: Payment): Promise<StartedPayment> {
  const waiting = chargeAwaitingServer(payment);
  const moved = transition(payment.intent.status, 'confirm');
  if (!waiting?.actionAnswer || 'refusal' in moved) throw changedMeanwhile();
  const fallbackAt = new Date(tx.now.getTime() + crashGraceMs);
  const query = { at: fallbackAt, fallbackAt: null };
  const intent = { ...payment.intent, status: moved.to, updatedAt: tx.now };
  await tx.sql`with charge as (${updateCharge({ ...waiting, actionAnswer: null }, { query })}) ${updateIntent(intent)}`;
  const resumed = { chargeId: waiting.id, answer: waiting.actionAnswer, fallbackAt: fallbackAt.toISOString() };
  return { paymentIntentId: intent.id, attempt: null, resumed };
}

const changedMeanwhile = (): Problem =>
  new Problem('payment_still_confirming', 'Another request has confirmed or changed this payment.');
