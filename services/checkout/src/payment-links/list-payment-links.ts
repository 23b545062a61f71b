import { dateRangeOf, type Operations, type QueryOf } from '@mizan/contracts';
import { containing, fragment, storedCount, type Fragment, type Reader } from '@mizan/service-kit';
import { paidSessions } from './count-completions.ts';
import { linkColumns, type CountedLinks } from './link-rows.ts';
import type { Link } from './link.ts';
import { toPaymentLinkListItem } from './payment-link.resource.ts';

type Query = QueryOf<Operations['listPaymentLinks']>;
type Row = { totalCount: number; successfulTransactions: number } & (Link | { id: null });

/** A page of links, newest first, with the number of all that match. */
export async function listPaymentLinks(reader: Reader, query: Query) {
  const { merchantId, livemode } = reader.scope;
  const filters = filtersOf(query, reader.now);
  const matching = fragment`
    from payment_links where merchant_id = ${merchantId} and livemode = ${livemode} ${activeIs(query)} ${joined(filters)}`;
  const total = filters.length === 0 ? countedRows(reader, query) : fragment`(select count(*) ${matching})`;
  // The page is found in the index alone; only its own rows are then read.
  const rows = await reader.sql<Row>`
    select ${total} as "totalCount", ${paidSessions} as "successfulTransactions", link.*
    from (select) as always left join (
      select ${linkColumns} from payment_links where id in (
        select id ${matching} order by created_at desc, id desc
        limit ${query.limit} offset ${(query.page - 1) * query.limit})
    ) as link on true
    order by link."createdAt" desc, link.id desc`;
  return {
    data: rows.flatMap((row) => (row.id === null ? [] : [toPaymentLinkListItem(row, row.successfulTransactions)])),
    totalCount: rows[0]?.totalCount ?? 0,
  };
}

function countedRows(reader: Reader, { active }: Query): Fragment {
  const lists: CountedLinks[] = ['links.active', 'links.inactive'];
  return storedCount(
    reader,
    lists.filter((list) => active === undefined || (list === 'links.active') === active),
  );
}

const activeIs = ({ active }: Query): Fragment =>
  active === undefined ? fragment`` : fragment`and active = ${active}`;

function filtersOf({ search = [], amount, date, timezone }: Query, now: Date): Fragment[] {
  const filters: Fragment[] = [];
  if (search.length > 0)
    filters.push(fragment`
      and (id = any(${search}::text[]) or search_text ilike any(${search.map(containing)}::text[]))`);
  if (amount?.min !== undefined) filters.push(fragment`and computed_amount >= ${amount.min}::bigint`);
  if (amount?.max !== undefined) filters.push(fragment`and computed_amount <= ${amount.max}::bigint`);
  if (date) {
    const { from, to } = dateRangeOf(date, timezone, now);
    filters.push(fragment`and created_at >= ${from} and created_at < ${to}`);
  }
  return filters;
}

const joined = (filters: readonly Fragment[]): Fragment =>
  filters.reduce((all, each) => fragment`${all} ${each}`, fragment``);
