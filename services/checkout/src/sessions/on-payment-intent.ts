import type { EventType, PaymentIntent } from '@mizan/contracts';
import { consumer, type BusEvent, type Consumer, type Tx } from '@mizan/service-kit';
import type { App } from '../config.ts';
import { cardsOf, identifyBuyer } from '../discounts/buyer-marks.ts';
import { recordPaidMarks } from '../discounts/buyer-uses.ts';
import { findIntentVersion } from '../session/session-rows.ts';
import { completeSession } from './complete-session.ts';

type IntentEvent = Extract<EventType, `payment_intent.${string}`>;

/**
 * Applies the events of a session's payment. Most of it was in the confirm's own answer already and changes nothing; the
 * rest is money that came later, a confirm whose process died, captures and refunds.
 */
export function onPaymentIntent(app: App): Consumer {
  const decided = apply(app, true);
  const changed = apply(app, false);
  return consumer({
    name: 'complete',
    purpose: 'completes, fails or reopens the session whose payment changed',
    on: {
      'payment_intent.requires_action': decided,
      'payment_intent.processing': decided,
      'payment_intent.amount_capturable_updated': decided,
      'payment_intent.succeeded': async (tx, event) => {
        if (event.object.checkoutSessionId === null) recordPayer(tx, app, event.object);
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

/** A buyer who paid without a checkout has paid before, too, for codes that are for first purchases only. */
function recordPayer(tx: Tx, app: App, intent: PaymentIntent): void {
  const identifiers = { customer: intent.customer, details: null, cards: cardsOf(intent) };
  recordPaidMarks(tx, identifyBuyer(app, tx.scope, identifiers));
}

const apply =
  (app: App, endsAttempt: boolean) =>
  async (tx: Tx, { object: intent, objectVersion: version }: BusEvent<IntentEvent>): Promise<void> => {
    const { checkoutSessionId: sessionId } = intent;
    if (sessionId === null || !(await isNeeded(tx, sessionId, version))) return;
    await completeSession(tx, app, { sessionId, update: { intent, version, from: 'event', endsAttempt } });
  };

/**
 * False when the session has a copy as new as this event, which is the rule: the confirm's own answer was faster. Reads
 * without a lock, because versions only grow. False also for a session that does not exist (test data were cleared).
 */
async function isNeeded(tx: Tx, sessionId: string, version: number): Promise<boolean> {
  const known = await findIntentVersion(tx, sessionId);
  return known !== undefined && known < version;
}
