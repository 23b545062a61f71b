import { dateRangeOf, type CheckoutSession, type Operations, type QueryOf, type ResponseOf } from '@mizan/contracts';
import { fragment, readPage, type Fragment, type Reader, type RepairContext } from '@mizan/service-kit';
import type { App } from '../config.ts';
import { survivorOf } from '../customers/customers.ts';
import { getSession, sessionColumns, type Counted } from '../session/session-rows.ts';
import { isDue } from '../session/session-state.ts';
import { toSessionResource } from '../session/session.resource.ts';
import { checkoutSessions } from '../session/session.table.ts';
import type { Session } from '../session/session.ts';
import { closedIfPaid } from './close-paid-order.ts';
import { expireIfDue } from './expire-checkout-session.ts';

type Query = QueryOf<Operations['listCheckoutSessions']>;

/**
 * A session as it is now: one that is past its time expires when it is read, not only by the job.
 *
 * @throws Problem `resource_missing`
 */
export async function getCheckoutSession(context: RepairContext, app: App, id: string): Promise<CheckoutSession> {
  const session = await getSession(context, id);
  return toSessionResource(await expiredIfDue(context, app, session), app, context.now);
}

/** The session, expired in transactions of their own if it is past its time, or its order is paid in another checkout. */
export const expiredIfDue = async (
  { now, transact }: Pick<RepairContext, 'now' | 'transact'>,
  app: App,
  session: Session,
): Promise<Session> =>
  isDue(session, now)
    ? transact((tx) => expireIfDue(tx, app, session.id))
    : closedIfPaid({ now, scope: session }, app, session);

/** A page of sessions, newest first, with the number of all that match. */
export async function listCheckoutSessions(
  reader: Reader,
  app: App,
  query: Query,
): Promise<ResponseOf<Operations['listCheckoutSessions']>> {
  const filters = filtersOf(reader, query);
  const counted: Counted[] | undefined = filters.length === 0 ? ['sessions'] : undefined;
  const shown = { page: query, filters, counted, columns: sessionColumns };
  const { rows, totalCount, nextCursor } = await readPage(reader, checkoutSessions, shown);
  return {
    data: (rows as readonly Session[]).map((row) => toSessionResource(row, app, reader.now)),
    totalCount,
    nextCursor,
  };
}

function filtersOf(reader: Reader, query: Query): Fragment[] {
  const { status, paymentStatus, customerId, paymentLinkId, date, timezone } = query;
  const filters: Fragment[] = [];
  if (status) filters.push(fragment`status = ${status}`);
  if (paymentStatus) filters.push(fragment`payment_status = ${paymentStatus}`);
  if (customerId) filters.push(fragment`customer_id = ${survivorOf(reader, customerId)}`);
  if (paymentLinkId) filters.push(fragment`payment_link_id = ${paymentLinkId}`);
  if (date) {
    const { from, to } = dateRangeOf(date, timezone, reader.now);
    filters.push(fragment`created_at >= ${from} and created_at < ${to}`);
  }
  return filters;
}
