import type { Database, Scope } from '@mizan/service-kit';
import { assertOpen } from './assert-confirmable.ts';
import { lockSession, saveCart } from './session-rows.ts';
import type { Session } from './session.ts';
import { reprice } from './total-cart.ts';

/**
 * Stores the price that a session has with the card that is about to pay, in a transaction of its own: when it is not the
 * one that the buyer has seen, the confirm is refused, and the page shows this one next.
 */
export const showPrice = (db: Database, scope: Scope, { id, pricing }: Session): Promise<void> =>
  db.transact(scope, async (tx) => {
    const session = await lockSession(tx, id);
    assertOpen(session, tx.now);
    await saveCart(tx, { ...reprice(session, pricing?.chosen ?? null), updatedAt: tx.now });
  });
