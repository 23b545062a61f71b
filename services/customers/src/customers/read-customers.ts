import type { Customer, Operations, QueryOf, ResponseOf, SessionCustomer } from '@mizan/contracts';
import { containing, fragment, readPage, type Fragment, type Reader } from '@mizan/service-kit';
import { toCustomerResource, toListCustomer, toSessionCustomer } from '../customer/customer.resource.ts';
import { customers } from '../customer/customer.table.ts';
import { findCustomer } from '../customer/find-customer.ts';
import type { Counted } from '../customer/insert-customer.ts';

type ListCustomers = Operations['listCustomers'];
type Query = QueryOf<ListCustomers>;

/** A customer, or the one that it was merged into. @throws Problem `resource_missing` */
export const getCustomer = async (reader: Reader, id: string): Promise<Customer> =>
  toCustomerResource(await findCustomer(reader, id));

/** As {@link getCustomer}, for a checkout session. @throws Problem `resource_missing` */
export const getCustomerSummary = async (reader: Reader, customerId: string): Promise<SessionCustomer> =>
  toSessionCustomer(await findCustomer(reader, customerId, 'customerId'));

/** A page of customers, newest first, in one statement. */
export async function listCustomers(reader: Reader, query: Query): Promise<ResponseOf<ListCustomers>> {
  const { type, search } = query;
  const { rows, totalCount, nextCursor } = await readPage(reader, customers, {
    page: query,
    filters: [
      fragment`merged_into is null`,
      ...(type === undefined ? [] : [fragment`type = ${type}`]),
      ...(search?.length ? [matchesAny(search)] : []),
    ],
    ...(search?.length ? { findsAllFirst: true } : { counted: storedListsOf(query) }),
  });
  return { data: rows.map(toListCustomer), totalCount, nextCursor };
}

const storedListsOf = ({ type }: Query): Counted[] =>
  type === undefined ? ['customers.registered', 'customers.guest'] : [`customers.${type}`];

const matchesAny = (search: string[]): Fragment => fragment`(
  id = any(${search}::text[])
  or (coalesce(name, '') || e'\n' || coalesce(email, '') || e'\n' || coalesce(phone, '')) ilike any(${search.map(containing)}::text[]))`;
