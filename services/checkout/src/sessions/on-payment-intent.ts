import type { EventType, PaymentIntent } from '@mizan/contracts';
import { consumer, type BusEvent, type Consumer, type Tx } from '@mizan/service-kit';
import { cardsOf, knownBuyer } from '../discounts/buyer-marks.ts';
import { rememberPaid } from '../discounts/buyer-uses.ts';
import { completeSession } from './complete-session.ts';
import type { Rendering } from './session.resource.ts';

type IntentEvent = Extract<EventType, `payment_intent.${string}`>;

/**
 * What payments says about a session's payment. Most of it was in the confirm's own answer already and changes nothing;
 * the rest is how a session learns of money that came later, of a confirm whose process died, of captures and refunds.
 */
export function paymentConsumer(rendering: Rendering): Consumer {
  const decided = apply(rendering, true);
  const changed = apply(rendering, false);
  return consumer({
    name: 'complete',
    purpose: 'completes, fails or reopens the session whose payment changed',
    on: {
      'payment_intent.requires_action': decided,
      'payment_intent.processing': decided,
      'payment_intent.amount_capturable_updated': decided,
      'payment_intent.succeeded': async (tx, event) => {
        if (event.object.checkoutSessionId === null) rememberPayer(rendering, tx, event.object);
        await decided(tx, event);
      },
      'payment_intent.payment_failed': decided,
      'payment_intent.canceled': decided,
      'payment_intent.updated': changed,
      'payment_intent.refunded': changed,
      'payment_intent.partially_refunded': changed,
    },
  });
}

/** Somebody who paid without a checkout has paid before, too, when it comes to codes for first purchases. */
function rememberPayer({ secrets }: Rendering, tx: Tx, intent: PaymentIntent): void {
  const traces = { customer: intent.customer, details: null, cards: cardsOf(intent) };
  rememberPaid(tx, knownBuyer(secrets, tx.scope, traces));
}

const apply =
  (rendering: Rendering, endsAttempt: boolean) =>
  async (tx: Tx, { object, objectVersion }: BusEvent<IntentEvent>): Promise<void> => {
    if (object.checkoutSessionId === null || !(await isWaited(tx, object.checkoutSessionId, objectVersion))) return;
    const heard = { intent: object, version: objectVersion, from: 'event' as const, endsAttempt };
    await completeSession(rendering, tx, object.checkoutSessionId, heard);
  };

/**
 * False when the session has a copy as new as this event, which is the rule: the confirm's own answer was faster. Looks
 * without a lock, because versions only grow; a session of nobody's (its data were reset) is not waited for either.
 */
async function isWaited(tx: Tx, sessionId: string, version: number): Promise<boolean> {
  const session = await tx.one<{ intentVersion: number }>`
    select intent_version as "intentVersion" from checkout_sessions
    where id = ${sessionId} and merchant_id = ${tx.scope.merchantId} and livemode = ${tx.scope.livemode}`;
  return session !== undefined && session.intentVersion < version;
}
