import type { EventPaymentIntent } from '@mizan/contracts';
import type { BusEvent, Tx } from '@mizan/service-kit';
import type { HoldRow } from './hold.entity.ts';
import { lockHolds, releaseHolds } from './release-stock.ts';
import { sellStock } from './sell-stock.ts';

/** Whether a checkout session is paid with it: nothing else holds stock. */
export const isOfSession = ({ checkoutSessionId }: Pick<EventPaymentIntent, 'checkoutSessionId'>): boolean =>
  checkoutSessionId !== null;

/**
 * Sells what the paid attempt held and releases the holds of all others. Does nothing when the session has sold
 * already, or held nothing because all its prices are of unlimited stock.
 */
export async function onPaymentIntentSucceeded(
  tx: Tx,
  { object }: BusEvent<'payment_intent.succeeded'>,
): Promise<void> {
  if (!object.checkoutSessionId) return;
  const holds = await lockHolds(tx, object.checkoutSessionId);
  const paid = holds.find(({ id }) => id === object.latestCharge?.activeHoldId) ?? newestOf(holds);
  if (!paid || holds.some(({ state }) => state === 'sold')) return;
  await sellStock(tx, paid, object.id);
  const others = holds.filter((hold) => hold !== paid);
  await releaseHolds(tx, others);
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
