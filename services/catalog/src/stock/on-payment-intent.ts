import type { EventPaymentIntent } from '@mizan/contracts';
import type { BusEvent, Tx } from '@mizan/service-kit';
import type { HoldRow } from './hold.entity.ts';
import { lockHolds, releaseHolds } from './release-stock.ts';
import { sellHolds } from './sell-stock.ts';

type Succeeded = BusEvent<'payment_intent.succeeded'>;

/** Whether a checkout session is paid with it: nothing else holds stock. */
export const isOfSession = ({ checkoutSessionId }: Pick<EventPaymentIntent, 'checkoutSessionId'>): boolean =>
  checkoutSessionId !== null;

/**
 * Sells what the paid attempt of each session held and releases the holds of all others, with two statements for any number
 * of payments of one account and mode. Does nothing for a session that has sold already, or held nothing because all its
 * prices are of unlimited stock.
 */
export async function onPaymentIntentsSucceeded(tx: Tx, events: readonly Pick<Succeeded, 'object'>[]): Promise<void> {
  const payments = new Map<string, Succeeded['object']>(); // the first of each session
  for (const { object } of events)
    if (object.checkoutSessionId && !payments.has(object.checkoutSessionId))
      payments.set(object.checkoutSessionId, object);
  if (payments.size === 0) return;
  const locked = await lockHolds(tx, ...payments.keys());
  const found = Map.groupBy(locked, ({ checkoutSessionId }) => checkoutSessionId);
  const sales = [...payments].flatMap(([checkoutSessionId, { id, latestCharge }]) => {
    const holds = found.get(checkoutSessionId) ?? [];
    const hold = holds.find((each) => each.id === latestCharge?.activeHoldId) ?? newestOf(holds);
    if (!hold || holds.some(({ state }) => state === 'sold')) return [];
    return [{ hold, paymentIntentId: id, others: holds.filter((each) => each !== hold) }];
  });
  await sellHolds(
    tx,
    sales,
    sales.flatMap(({ others }) => others),
  );
}

/** Releases what the failed attempt held; after a final failure, what any attempt of the session held. */
export async function onPaymentIntentPaymentFailed(
  tx: Tx,
  { object, time }: BusEvent<'payment_intent.payment_failed'>,
): Promise<void> {
  if (!object.checkoutSessionId) return;
  const holds = await lockHolds(tx, object.checkoutSessionId);
  if (object.status === 'FAILED') return releaseHolds(tx, holds);
  // Never the hold of a retry started since: the charge names its hold; where it does not, it is older than the failure.
  const holdId = object.latestCharge?.activeHoldId;
  const failed = holds.filter((hold) => (holdId ? hold.id === holdId : hold.heldAt <= time));
  await releaseHolds(tx, failed);
}

/** Releases what any attempt of the session held. */
export async function onPaymentIntentCanceled(tx: Tx, { object }: BusEvent<'payment_intent.canceled'>): Promise<void> {
  if (object.checkoutSessionId) await releaseHolds(tx, await lockHolds(tx, object.checkoutSessionId));
}

/** The newest that is still held, else the newest: only the last attempt of a session can be pending. */
const newestOf = (holds: readonly HoldRow[]): HoldRow | undefined =>
  holds.findLast(({ state }) => state === 'held') ?? holds.at(-1);
