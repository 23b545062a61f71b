import { consumer, type BusEvent, type Tx } from '@mizan/service-kit';
import type { HoldRow } from './hold.entity.ts';
import { lockHolds } from './lock-holds.ts';
import { releaseHolds } from './release-stock.ts';
import { sellFreeOrder } from './sell-free-order.ts';
import { sellStock } from './sell-stock.ts';

type Paid = BusEvent<'payment_intent.succeeded'>;
type Failed = BusEvent<'payment_intent.payment_failed'>;

/**
 * What payments and checkouts mean for the stock. Any order and any number of repetitions of these events end in the
 * same stock: a session sells at most once, and only what is still held can be released.
 */
export const stockConsumer = consumer({
  name: 'stock',
  purpose: 'sells, or releases, what payments and checkouts held',
  on: {
    'payment_intent.succeeded': async (tx, event) => {
      const { checkoutSessionId } = event.object;
      if (checkoutSessionId) await sellPaid(tx, checkoutSessionId, event);
    },
    'payment_intent.payment_failed': async (tx, event) => {
      const { checkoutSessionId } = event.object;
      if (checkoutSessionId) await releaseHolds(tx, ofFailedAttempt(await lockHolds(tx, checkoutSessionId), event));
    },
    'payment_intent.canceled': async (tx, { object }) => {
      if (object.checkoutSessionId) await releaseHolds(tx, await lockHolds(tx, object.checkoutSessionId));
    },
    'checkout.session.expired': async (tx, { object }) => releaseHolds(tx, await lockHolds(tx, object.id)),
    'checkout.session.completed': async (tx, { object }) => {
      if (object.paymentStatus === 'no_payment_required') await sellFreeOrder(tx, object);
    },
  },
});

/** A session that held nothing sells only prices of unlimited stock. */
async function sellPaid(tx: Tx, checkoutSessionId: string, { object }: Paid): Promise<void> {
  const holds = await lockHolds(tx, checkoutSessionId);
  const paid = holds.find(({ id }) => id === object.latestCharge?.activeHoldId) ?? newest(holds);
  if (!paid || holds.some(({ state }) => state === 'sold')) return;
  await sellStock(tx, paid, object.id);
  await releaseHolds(
    tx,
    holds.filter((hold) => hold !== paid),
  );
}

/** One still held before one released: only the last attempt of a session can be undecided. */
const newest = (holds: readonly HoldRow[]): HoldRow | undefined =>
  holds.findLast(({ state }) => state === 'held') ?? holds.at(-1);

/**
 * The hold of the attempt that failed, never that of a retry that has begun since: the charge names it; where it does
 * not, it was held before the failure. After a failure for good no retry can begin: all of them.
 */
function ofFailedAttempt(holds: HoldRow[], { object, time }: Failed): HoldRow[] {
  if (object.status === 'FAILED') return holds;
  const holdId = object.latestCharge?.activeHoldId;
  return holds.filter((hold) => (holdId ? hold.id === holdId : hold.heldAt <= time));
}
