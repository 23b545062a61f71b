import type { EventPaymentIntent, EventType } from '@mizan/contracts';
import { consumer, type BusEvent, type Consumer, type SystemReader, type Tx } from '@mizan/service-kit';
import type { App } from '../config.ts';
import { cardsOf, identifyBuyer } from '../discounts/buyer-marks.ts';
import { recordPaidMarks } from '../discounts/buyer-uses.ts';
import { findIntentVersion, findIntentVersions } from '../session/session-rows.ts';
import { closeOthers } from './close-paid-order.ts';
import { completeSession, type IntentUpdate } from './complete-session.ts';

type IntentEvent = Extract<EventType, `payment_intent.${string}`>;

/**
 * Applies the events of a session's payment. Most of it was in the confirm's own answer already and changes nothing; the
 * rest is money that came later, a confirm whose process died, captures and refunds. When an order is paid so, its other
 * checkouts expire.
 */
export function onPaymentIntent(app: App): Consumer {
  const applyOutcome = apply(app, { endsAttempt: true });
  const applyLaterChange = apply(app, { endsAttempt: false });
  return consumer({
    name: 'complete',
    purpose:
      'completes, fails or reopens the session whose payment changed, and expires other checkouts of an order that is paid late',
    unapplied,
    on: {
      'payment_intent.requires_action': applyOutcome,
      'payment_intent.processing': applyOutcome,
      'payment_intent.amount_capturable_updated': applyOutcome,
      'payment_intent.succeeded': async (tx, event) => {
        if (event.object.checkoutSessionId === null) recordPayer(tx, app, event.object);
        await applyOutcome(tx, event);
      },
      'payment_intent.payment_failed': applyOutcome,
      'payment_intent.canceled': applyOutcome,
      'payment_intent.updated': applyLaterChange,
      'payment_intent.refunded': applyLaterChange,
      'payment_intent.partially_refunded': applyLaterChange,
      'checkout.session.async_payment_succeeded': closeOthers(app),
    },
  });
}

/**
 * The events that the confirm's own answer has not brought already. Sessions are read without a lock, because the versions
 * that they know only grow.
 */
async function unapplied(db: SystemReader, events: readonly BusEvent[]): Promise<readonly BusEvent[]> {
  const ids = events.map(({ object }) => (object as Partial<EventPaymentIntent>).checkoutSessionId ?? null);
  const known = await findIntentVersions(
    db,
    ids.filter((id) => id !== null),
  );
  return events.filter(({ type, scope, objectVersion }, index) => {
    if (type.startsWith('checkout.')) return true;
    const session = known.get(ids[index] ?? '');
    return session?.merchantId !== scope.merchantId || session.intentVersion < objectVersion;
  });
}

/** A buyer who paid without a checkout has paid before, too, for codes that are for first purchases only. */
function recordPayer(tx: Tx, app: App, intent: EventPaymentIntent): void {
  const identifiers = { customer: intent.customer, details: null, cards: cardsOf(intent) };
  recordPaidMarks(tx, identifyBuyer(app, tx.scope, identifiers));
}

/** Applies an event to its session. @param endsAttempt whether it is the outcome of a confirm that may be running */
const apply =
  (app: App, { endsAttempt }: Pick<IntentUpdate, 'endsAttempt'>) =>
  async (tx: Tx, { object: intent, objectVersion: version }: BusEvent<IntentEvent>): Promise<void> => {
    const { checkoutSessionId: sessionId } = intent;
    if (sessionId === null) return;
    // The rule: the confirm's own answer was faster. Read without a lock, because versions only grow.
    const known = await findIntentVersion(tx, sessionId);
    if (known === undefined || known >= version) return; // undefined: test data were cleared
    await completeSession(tx, app, { sessionId, update: { intent, version, from: 'event', endsAttempt } });
  };
