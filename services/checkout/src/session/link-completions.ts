import type { EventType } from '@mizan/contracts';
import {
  countRows,
  fragment,
  own,
  type Fragment,
  type Scope,
  type SystemReader,
  type TxAtOnce,
} from '@mizan/service-kit';
import { idleIntentStatuses } from './session-state.ts';
import type { Session } from './session.ts';

/** The key of a payment link. */
type LinkKey = Scope & { readonly id: string };

const completedOf = (linkId: string) => `${linkId} completed`;
const paidOf = (linkId: string) => `${linkId} paid`;

/**
 * Counts a session of a link that has just become complete, or whose money has just arrived, and counts it no longer once its
 * payment has failed; in the transaction that publishes it, so that it counts once.
 *
 * @param change.wasLost the payment had failed before this
 */
export function countCompletion(
  tx: TxAtOnce,
  { paymentLinkId, paymentStatus, status }: Session,
  { event, wasLost }: { readonly event: EventType; readonly wasLost: boolean },
): void {
  if (paymentLinkId === null || status !== 'complete') return;
  const isLost = event === 'checkout.session.async_payment_failed';
  const isNew = event === 'checkout.session.completed';
  const isLate = event === 'checkout.session.async_payment_succeeded';
  const changes = new Map<string, number>();
  if (isLost) changes.set(completedOf(paymentLinkId), -1);
  if (isNew || (isLate && wasLost)) changes.set(completedOf(paymentLinkId), 1);
  if (paymentStatus === 'paid' && (isNew || isLate)) changes.set(paidOf(paymentLinkId), 1);
  if (changes.size > 0) tx.alongCommit`${countRows(tx, changes)}`;
}

/** An expression for the number of paid sessions of a row of `payment_links`. */
export const paidSessions: Fragment = fragment`(
  select coalesce(sum(rows), 0)::bigint from row_counts
  where row_counts.merchant_id = payment_links.merchant_id and row_counts.livemode = payment_links.livemode
    and counted = payment_links.id || ' paid')`;

/** How many sessions of a link are complete, without those whose payment has failed since. */
export async function countCompletedSessions(db: SystemReader, link: LinkKey): Promise<number> {
  const counted = await db.one<{ completed: number }>`
    select coalesce(sum(rows), 0)::bigint as completed from row_counts
    where ${own({ scope: link })} and counted = ${completedOf(link.id)}`;
  return counted?.completed ?? 0;
}

/**
 * How many sessions of a link count towards `maxCompletions` while another is about to be paid: the complete ones, and the
 * open ones that may complete because a confirm holds them, their money is moving, or they wait for the buyer's bank. A
 * session that is only being viewed, or whose payment failed or was abandoned, does not count. One statement, so that a
 * session that completes meanwhile counts once; with the link's row locked, the number cannot grow before the transaction
 * ends.
 */
export async function countTakenPlaces(db: SystemReader, link: LinkKey): Promise<number> {
  const counted = await db.one<{ places: number }>`
    select (
      select coalesce(sum(rows), 0)::bigint from row_counts
      where ${own({ scope: link })} and counted = ${completedOf(link.id)}
    ) + (
      select count(*) from checkout_sessions
      where ${own({ scope: link })} and payment_link_id = ${link.id} and status = 'open'
        and (attempt_until is not null or payment_intent ->> 'status' <> all(${idleIntentStatuses}))
    ) as places`;
  return counted?.places ?? 0;
}
