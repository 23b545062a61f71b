import { fragment, log, nextDueIn, type JobContext, type Reader, type Scope, type Tx } from '@mizan/service-kit';
import type { Rendering } from '../sessions/session.resource.ts';
import { lockLink, saveLink } from './link-rows.ts';
import type { Link } from './link.ts';
import { toPaymentLinkResource } from './payment-link.resource.ts';

/** Links taken at a time; the job runs again at once while there are more. */
const batch = 100;

const row = fragment`payment_links`;

/** When the next link of an account is to expire. */
export const nextLinkExpiry = (reader: Reader): Promise<Date | undefined> =>
  nextDueIn(reader, row, fragment`expires_at`, fragment`not has_expired`);

/**
 * Says of each link whose time has passed that it has. Buyers are turned away by the clock itself and do not wait for
 * this; it is for those who listen.
 *
 * @returns how many expired
 */
export async function expirePaymentLinks(rendering: Rendering, { db, signal }: JobContext): Promise<number> {
  const due = await db.system.sql<Scope & { id: string }>`
    select id, merchant_id as "merchantId", livemode from payment_links
    where not has_expired and ${db.clocks.isDue(fragment`expires_at`, row)} order by expires_at, id limit ${batch}`;
  let expired = 0;
  for (const { id, ...scope } of due) {
    if (signal.aborted) break;
    expired += await db
      .transact(scope, (tx) => expire(rendering, tx, id))
      .catch((thrown: unknown) => {
        log.warn({ event: 'payment_link.expiry_postponed', paymentLinkId: id, err: thrown });
        return 0;
      });
  }
  return expired;
}

async function expire(rendering: Rendering, tx: Tx, id: string): Promise<number> {
  const before = await lockLink(tx, id);
  if (!before || before.hasExpired || before.expiresAt === null || before.expiresAt > tx.now) return 0; // extended just now
  const link: Link = { ...before, hasExpired: true, version: before.version + 1, updatedAt: tx.now };
  await saveLink(tx, before, link);
  tx.emit('payment_link.expired', { object: toPaymentLinkResource(link, rendering), version: link.version });
  return 1;
}
