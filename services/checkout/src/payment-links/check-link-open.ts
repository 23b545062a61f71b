import { Problem, type SystemReader } from '@mizan/service-kit';
import { countCompletedSessions } from './count-completions.ts';
import type { Link } from './link.ts';

/** Why nobody can begin a checkout at a link. */
export type ClosedBecause = 'inactive' | 'expired' | 'used up';

/** Why a link takes no further checkout; undefined while it does. Sessions that have begun are not concerned. */
export async function closedBecause(db: SystemReader, link: Link, now: Date): Promise<ClosedBecause | undefined> {
  if (!link.active) return 'inactive';
  if (link.expiresAt !== null && link.expiresAt <= now) return 'expired';
  if (link.maxCompletions === null) return undefined;
  return (await countCompletedSessions(db, link)) >= link.maxCompletions ? 'used up' : undefined;
}

/**
 * @throws Problem `payment_link_inactive`: switched off, or completed as often as it may be
 * @throws Problem `payment_link_expired`
 */
export async function checkLinkOpen(db: SystemReader, link: Link, now: Date): Promise<void> {
  const reason = await closedBecause(db, link, now);
  if (reason === 'expired') throw new Problem('payment_link_expired', 'This payment link has expired.');
  if (reason) throw new Problem('payment_link_inactive', 'This payment link takes no further payments.');
}
