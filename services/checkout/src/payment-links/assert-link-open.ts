import { Problem, type SystemReader } from '@mizan/service-kit';
import { countCompletedSessions } from '../session/link-completions.ts';
import type { Link } from './link.ts';

/** Why no checkout can start at a link. */
export type ClosedBecause = 'inactive' | 'expired' | 'used up';

/** Which checkouts of a link count against `maxCompletions`. */
export type CountCheckouts = (db: SystemReader, link: Link) => Promise<number>;

/** Why a link accepts no further checkout; undefined while it does. Sessions that were opened before are not concerned. */
export async function closedBecause(
  db: SystemReader,
  link: Link,
  now: Date,
  count: CountCheckouts = countCompletedSessions,
): Promise<ClosedBecause | undefined> {
  if (!link.active) return 'inactive';
  if (link.expiresAt !== null && link.expiresAt <= now) return 'expired';
  if (link.maxCompletions === null) return undefined;
  return (await count(db, link)) >= link.maxCompletions ? 'used up' : undefined;
}

/**
 * @param count what `maxCompletions` is compared with: the complete sessions by default
 * @throws Problem `payment_link_inactive`: inactive, or completed as often as allowed
 * @throws Problem `payment_link_expired`
 */
export async function assertLinkOpen(
  db: SystemReader,
  link: Link,
  { now, count }: { readonly now: Date; readonly count?: CountCheckouts | undefined },
): Promise<void> {
  const reason = await closedBecause(db, link, now, count);
  if (reason === 'expired') throw new Problem('payment_link_expired', 'This payment link has expired.');
  if (reason) throw new Problem('payment_link_inactive', 'This payment link no longer accepts payments.');
}
