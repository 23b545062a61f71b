import { dateRangeOf, type OperationId, type Operations, type QueryOf } from '@mizan/contracts';
import { fragment, storedCount, type Fragment, type Reader } from '@mizan/service-kit';
import { survivorOf } from '../customers/survivor-of.ts';
import { sessionColumns, type Counted } from './session-rows.ts';
import { toSessionResource, type Rendering } from './session.resource.ts';
import type { Session } from './session.ts';

type Query = QueryOf<Operations[Extract<OperationId, 'listCheckoutSessions'>]>;

/** A page of sessions, newest first, with the number of all that match. */
export async function listSessions(rendering: Rendering, reader: Reader, query: Query) {
  const filters = filtersOf(reader, query);
  const { merchantId, livemode } = reader.scope;
  const matching = fragment`
    from checkout_sessions where merchant_id = ${merchantId} and livemode = ${livemode} ${joined(filters)}`;
  const total =
    filters.length === 0 ? storedCount<Counted>(reader, ['sessions']) : fragment`(select count(*) ${matching})`;
  // The page is found in the index alone; only its own rows are then read.
  const rows = await reader.sql<{ totalCount: number } & (Session | { id: null })>`
    select ${total} as "totalCount", session.*
    from (select) as always left join (
      select ${sessionColumns} from checkout_sessions where id in (
        select id ${matching} order by created_at desc, id desc
        limit ${query.limit} offset ${(query.page - 1) * query.limit})
    ) as session on true
    order by session."createdAt" desc, session.id desc`;
  return {
    data: rows.flatMap((row) => (row.id === null ? [] : [toSessionResource(row, rendering, reader.now)])),
    totalCount: rows[0]?.totalCount ?? 0,
  };
}

function filtersOf(reader: Reader, query: Query): Fragment[] {
  const { status, paymentStatus, customerId, paymentLinkId, date, timezone } = query;
  const filters: Fragment[] = [];
  if (status) filters.push(fragment`and status = ${status}`);
  if (paymentStatus) filters.push(fragment`and payment_status = ${paymentStatus}`);
  if (customerId) filters.push(fragment`and customer_id = ${survivorOf(reader, customerId)}`);
  if (paymentLinkId) filters.push(fragment`and payment_link_id = ${paymentLinkId}`);
  if (date) {
    const { from, to } = dateRangeOf(date, timezone, reader.now);
    filters.push(fragment`and created_at >= ${from} and created_at < ${to}`);
  }
  return filters;
}

const joined = (filters: readonly Fragment[]): Fragment =>
  filters.reduce((all, each) => fragment`${all} ${each}`, fragment``);
