import { isDeepStrictEqual } from 'node:util';
import { totalCart } from '../sessions/total-cart.ts';
import type { Session } from '../sessions/session.ts';
import { rulesOf, type ChosenMethod } from './session-pricing.ts';

/**
 * The session with the totals that it has when its buyer pays with this method; the very same when that changes nothing.
 *
 * @param chosen undefined leaves the method that was chosen before
 * @throws Problem `amount_invalid`: more than one payment can be
 */
export function reprice(session: Session, chosen: ChosenMethod | null | undefined): Session {
  if (chosen === undefined || isDeepStrictEqual(chosen, session.pricing?.chosen ?? null)) return session;
  const cart = totalCart(session.lineItems, session.discounts, { ...rulesOf(session), chosen });
  return { ...session, ...cart };
}
