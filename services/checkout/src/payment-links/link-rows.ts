import { acrossMerchants, countRows, fragment, own, type Reader, type SystemReader, type Tx } from '@mizan/service-kit';
import { catalogChangesOf } from '../catalog/catalog-rows.ts';
import type { Link } from './link.ts';
import { paymentLinks } from './payment-link.table.ts';
import type { SearchIndex } from './search-text.ts';

/** Every column of a link but those that only searches read, with the catalog's changes. */
export const linkColumns = fragment`${paymentLinks.omit('searchText', 'productIds')},
  ${catalogChangesOf(fragment`payment_links`, fragment`true`)}`;

/** The link, or undefined when this account and mode has none with that id. */
export const findLink = (reader: Reader, id: string): Promise<Link | undefined> =>
  reader.one<Link>`select ${linkColumns} from payment_links where ${own(reader)} and id = ${id}`;

/** The link, locked until the transaction ends. */
export const lockLink = (tx: Tx, id: string): Promise<Link | undefined> =>
  tx.one<Link>`select ${linkColumns} from payment_links where ${own(tx)} and id = ${id} for update`;

/** The link, which cannot change until the transaction ends; any number of buyers may lock it so at a time. */
export const lockLinkShared = (tx: Tx, id: string): Promise<Link | undefined> =>
  tx.one<Link>`select ${linkColumns} from payment_links where ${own(tx)} and id = ${id} for share`;

/** The link with that id or last part of its address, whichever account has it: for buyers, who know nothing else. */
export const findLinkOfAnyAccount = (db: SystemReader, idOrSlug: string): Promise<Link | undefined> =>
  db.one<Link>`
    select ${linkColumns} from payment_links where ${acrossMerchants} and (id = ${idOrSlug} or slug = ${idOrSlug})`;

/** Lists whose length is counted. */
export type CountedLinks = 'links.active' | 'links.inactive';

const listOf = ({ active }: Pick<Link, 'active'>): CountedLinks => (active ? 'links.active' : 'links.inactive');

/** Writes a new link and counts it, in one statement. */
export async function insertLink(tx: Tx, link: Link, search: SearchIndex): Promise<void> {
  const row = { ...link, searchText: search.text, productIds: [...search.productIds] };
  await tx.sql`with created as (${paymentLinks.insert([row])}) ${countRows(tx, new Map([[listOf(link), 1]]))}`;
}

/** A link before and after a change. */
interface LinkChange {
  readonly before: Link;
  readonly link: Link;
  /** Undefined when its lines do not change. */
  readonly search?: SearchIndex | undefined;
}

/** Writes everything that may change about a link. The row must be locked. */
export async function saveLink(tx: Tx, { before, link, search }: LinkChange): Promise<void> {
  const { id, version, updatedAt, active, expiresAt, hasExpired, maxCompletions } = link;
  const { currency, computedAmount, lineItems, customFields, settings } = link;
  const changes = paymentLinks.set({
    ...{ version, updatedAt, active, expiresAt, hasExpired, maxCompletions },
    ...{ currency, computedAmount, lineItems, customFields, settings },
    searchText: search?.text,
    productIds: search && [...search.productIds],
  });
  await tx.sql`update payment_links set ${changes} where ${own(tx)} and id = ${id}`;
  if (before.active === link.active) return;
  const moved = new Map([
    [listOf(before), -1],
    [listOf(link), 1],
  ]);
  tx.alongCommit`${countRows(tx, moved)}`;
}
