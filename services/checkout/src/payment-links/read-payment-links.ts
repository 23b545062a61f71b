import { dateRangeOf, type Operations, type PaymentLink, type QueryOf, type ResponseOf } from '@mizan/contracts';
import { containing, fragment, readPage, resourceMissing, type Fragment, type Reader } from '@mizan/service-kit';
import type { App } from '../config.ts';
import { paidSessions } from '../session/link-completions.ts';
import { findLink, linkColumns, type CountedLinks } from './link-rows.ts';
import type { Link } from './link.ts';
import { toPaymentLinkListItem, toPaymentLinkResource } from './payment-link.resource.ts';
import { paymentLinks } from './payment-link.table.ts';

type ListPaymentLinks = Operations['listPaymentLinks'];
type Query = QueryOf<ListPaymentLinks>;

/** @throws Problem `resource_missing`: no such link for this merchant and mode */
export async function getPaymentLink(reader: Reader, app: App, id: string): Promise<PaymentLink> {
  const link = await findLink(reader, id);
  if (!link) throw resourceMissing();
  return toPaymentLinkResource(link, app);
}

/** A page of links, newest first, with the number of all that match. */
export async function listPaymentLinks(reader: Reader, query: Query): Promise<ResponseOf<ListPaymentLinks>> {
  const { active } = query;
  const filters = filtersOf(query, reader.now);
  const lists: CountedLinks[] = ['links.active', 'links.inactive'];
  const listed = lists.filter((list) => active === undefined || (list === 'links.active') === active);
  const { rows, totalCount, nextCursor } = await readPage(reader, paymentLinks, {
    page: query,
    filters: [...(active === undefined ? [] : [fragment`active = ${active}`]), ...filters],
    counted: filters.length === 0 ? listed : undefined,
    columns: fragment`${linkColumns}, ${paidSessions} as successful_transactions`,
  });
  const links = rows as unknown as readonly (Link & { readonly successfulTransactions: number })[];
  return {
    data: links.map((link) => toPaymentLinkListItem(link, link.successfulTransactions)),
    totalCount,
    nextCursor,
  };
}

function filtersOf({ search = [], amount, date, timezone }: Query, now: Date): Fragment[] {
  const filters: Fragment[] = [];
  if (search.length > 0)
    filters.push(fragment`
      (id = any(${search}::text[]) or search_text ilike any(${search.map(containing)}::text[]))`);
  if (amount?.min !== undefined) filters.push(fragment`computed_amount >= ${amount.min}::bigint`);
  if (amount?.max !== undefined) filters.push(fragment`computed_amount <= ${amount.max}::bigint`);
  if (date) {
    const { from, to } = dateRangeOf(date, timezone, now);
    filters.push(fragment`created_at >= ${from} and created_at < ${to}`);
  }
  return filters;
}
