import type { Database, Scope } from '@mizan/service-kit';
import { checkOpen } from '../client/check-open.ts';
import { lockSession, saveCart } from '../sessions/session-rows.ts';
import type { Session } from '../sessions/session.ts';
import { reprice } from './reprice.ts';

/**
 * Keeps the price that a session has with the card that is about to pay, in a transaction of its own: when it is not the
 * one that the buyer saw, the confirm is refused, and the buyer has to see this one next.
 */
export async function showPrice(
  db: Pick<Database, 'transact'>,
  scope: Scope,
  seen: Session,
  priced: Session,
): Promise<void> {
  if (priced.amountTotal === seen.amountTotal) return;
  await db.transact(scope, async (tx) => {
    const session = await lockSession(tx, seen.id);
    if (!session) return;
    checkOpen(session, tx.now);
    await saveCart(tx, { ...reprice(session, priced.pricing?.chosen ?? null), updatedAt: tx.now });
  });
}
