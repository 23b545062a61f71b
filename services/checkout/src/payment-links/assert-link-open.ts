import { Problem, type SystemReader } from '@mizan/service-kit';
import { countCompletedSessions } from '../session/link-completions.ts';
import type { Link } from './link.ts';

/** Why no checkout can start at a link. */
export type ClosedBecause = 'inactive' | 'expired' | 'used up';

interface Moment {
  readonly now: Date;
  /** Which checkouts of a link count against `maxCompletions`: the complete sessions by default. */
  readonly count?: ((db: SystemReader, link: Link) => Promise<number>) | undefined;
}

/** Why a link accepts no further checkout; undefined while it does. Sessions that were opened before are not concerned. */
export async function closedBecause(
  db: SystemReader,
  link: Link,
  { now, count = countCompletedSessions }: Moment,
): Promise<ClosedBecause | undefined> {
  if (!link.active) return 'inactive';
  if (link.expiresAt !== null && link.expiresAt <= now) return 'expired';
  if (link.maxCompletions === null) return undefined;
  return (await count(db, link)) >= link.maxCompletions ? 'used up' : undefined;
}

/**
 * @throws Problem `payment_link_inactive`: inactive, or completed as often as allowed
 * @throws Problem `payment_link_expired`
 */
export async function assertLinkOpen(db: SystemReader, link: Link, moment: Moment): Promise<void> {
  const reason = await closedBecause(db, link, moment);
  if (reason === 'expired') throw new Problem('payment_link_expired', 'This payment link has expired.');
  if (reason) throw new Problem('payment_link_inactive', 'This payment link no longer accepts payments.');
}
