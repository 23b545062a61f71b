import {
  acrossMerchants,
  fragment,
  nextDueIn,
  sweep,
  type JobContext,
  type Reader,
  type Scope,
  type Tx,
} from '@mizan/service-kit';
import type { App } from '../config.ts';
import { lockLink, saveLink } from './link-rows.ts';
import type { Link } from './link.ts';
import { toPaymentLinkResource } from './payment-link.resource.ts';
import { paymentLinks } from './payment-link.table.ts';

/** Links handled at a time; the job runs again at once while there are more. */
const batch = 100;

const row = fragment`payment_links`;

/** When the next link of an account is to expire. */
export const nextLinkExpiry = (reader: Reader): Promise<Date | undefined> =>
  nextDueIn(reader, { table: row, column: fragment`expires_at`, where: fragment`not has_expired` });

/** Publishes that links past their time have expired, for consumers of the event: the clock itself refuses buyers. */
export const expirePaymentLinks = (app: App, context: JobContext): Promise<number> =>
  sweep<Scope & { id: string }>(context, {
    failure: { event: 'payment_link.expiry_postponed', level: () => 'warn', ids: ({ id }) => ({ paymentLinkId: id }) },
    due: ({ system }, clocks) => system.sql`
      select ${paymentLinks.pick('id', 'merchantId', 'livemode')} from payment_links
      where ${acrossMerchants} and not has_expired and ${clocks.isDue(fragment`expires_at`, row)}
      order by expires_at, id limit ${batch}`,
    handle: ({ id }, scope) => context.db.transact(scope, (tx) => expire(tx, app, id)),
  });

async function expire(tx: Tx, app: App, id: string): Promise<boolean> {
  const before = await lockLink(tx, id);
  if (!before || before.hasExpired || before.expiresAt === null || before.expiresAt > tx.now) return false; // it was extended
  const link: Link = { ...before, hasExpired: true, version: before.version + 1, updatedAt: tx.now };
  await saveLink(tx, { before, link });
  tx.emit('payment_link.expired', { object: toPaymentLinkResource(link, app), version: link.version });
  return true;
}
