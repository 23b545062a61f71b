import { dateRangeOf, type OperationId, type Operations, type QueryOf } from '@mizan/contracts';
import { fragment, type Fragment, type Reader } from '@mizan/service-kit';
import { countSessions } from './count-sessions.ts';
import { sessionColumns } from './session-rows.ts';
import { toSessionResource, type Rendering } from './session.resource.ts';
import type { Session } from './session.ts';

type Query = QueryOf<Operations[Extract<OperationId, 'listCheckoutSessions'>]>;

/** A page of sessions, newest first, with the number of all that match. */
export async function listSessions(rendering: Rendering, reader: Reader, query: Query) {
  const filters = filtersOf(query, reader.now);
  const { merchantId, livemode } = reader.scope;
  const matching = fragment`
    from checkout_sessions where merchant_id = ${merchantId} and livemode = ${livemode} ${joined(filters)}`;
  const [sessions, totalCount] = await Promise.all([
    // The page is found in the index alone; only its own rows are then read.
    reader.sql<Session>`
      select ${sessionColumns} from checkout_sessions where id in (
        select id ${matching} order by created_at desc, id desc
        limit ${query.limit} offset ${(query.page - 1) * query.limit})
      order by created_at desc, id desc`,
    filters.length === 0 ? countSessions(reader) : countMatching(reader, matching),
  ]);
  return { data: sessions.map((session) => toSessionResource(session, rendering, reader.now)), totalCount };
}

function filtersOf(query: Query, now: Date): Fragment[] {
  const { status, paymentStatus, customerId, paymentLinkId, date, timezone } = query;
  const filters: Fragment[] = [];
  if (status) filters.push(fragment`and status = ${status}`);
  if (paymentStatus) filters.push(fragment`and payment_status = ${paymentStatus}`);
  if (customerId) filters.push(fragment`and customer_id = ${customerId}`);
  if (paymentLinkId) filters.push(fragment`and payment_link_id = ${paymentLinkId}`);
  if (date) {
    const { from, to } = dateRangeOf(date, timezone, now);
    filters.push(fragment`and created_at >= ${from} and created_at < ${to}`);
  }
  return filters;
}

const joined = (filters: readonly Fragment[]): Fragment =>
  filters.reduce((all, each) => fragment`${all} ${each}`, fragment``);

async function countMatching(reader: Reader, matching: Fragment): Promise<number> {
  const row = await reader.one<{ n: number }>`select count(*) as n ${matching}`;
  return row?.n ?? 0;
}
