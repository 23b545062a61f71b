import type { ListCustomer, Operations, ResponseOf } from '@mizan/contracts';
import { containing, fragment, storedCount, type Fragment, type OperationInput, type Reader } from '@mizan/service-kit';
import type { CustomerRow } from './customer.entity.ts';
import { customerColumns, toListCustomer } from './customer.resource.ts';
import type { Counted } from './insert-customer.ts';

type ListCustomers = Operations['listCustomers'];
type Query = OperationInput<ListCustomers>['query'];
type Row = { totalCount: number } & (CustomerRow | { id: null }); // null: the page is empty

/** A page of customers, newest first, in one statement. */
export async function listCustomers(reader: Reader, query: Query): Promise<ResponseOf<ListCustomers>> {
  const { page, limit } = query;
  const { found, total } = query.search?.length ? matching(reader, query.search, query) : all(reader, query);
  const rows = await reader.sql<Row>`
    with ${found},
    page as (select id, created_at from found order by created_at desc, id desc limit ${limit} offset ${(page - 1) * limit})
    select ${total} as "totalCount", ${customerColumns}
    from (select) as always left join page on true left join customers on customers.id = page.id
    order by page.created_at desc, page.id desc`;
  return { data: rows.flatMap(toItem), totalCount: rows[0]?.totalCount ?? 0 };
}

const toItem = (row: Row): ListCustomer[] => (row.id === null ? [] : [toListCustomer(row)]);

/** Walks the list's own index, of which a page reads no more than it shows; how many there are is kept. */
function all(reader: Reader, { type }: Query): { found: Fragment; total: Fragment } {
  const lists: Counted[] = type === undefined ? ['customers.registered', 'customers.guest'] : [`customers.${type}`];
  return { found: fragment`found as (${select(reader, type)})`, total: storedCount(reader, lists) };
}

/** Finds every match once, by the index of text, to show a page of them and to count them. */
const matching = (reader: Reader, search: string[], { type }: Query): { found: Fragment; total: Fragment } => ({
  found: fragment`found as materialized (
    ${select(reader, type)} and (
      id = any(${search}::text[])
      or (coalesce(name, '') || e'\n' || coalesce(email, '') || e'\n' || coalesce(phone, '')) ilike any(${search.map(containing)}::text[])))`,
  total: fragment`(select count(*) from found)`,
});

const select = ({ scope }: Reader, type: Query['type']): Fragment => fragment`
  select id, created_at from customers
  where merchant_id = ${scope.merchantId} and livemode = ${scope.livemode} and merged_into is null
    ${type === undefined ? fragment`` : fragment`and type = ${type}`}`;
