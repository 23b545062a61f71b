import { countRows, fragment, json, type Reader, type SystemReader, type Tx } from '@mizan/service-kit';
import { catalogChangesOf } from '../catalog/catalog-rows.ts';
import type { Link } from './link.ts';
import type { SearchIndex } from './search-text.ts';

type Sql = Pick<Reader, 'sql' | 'one' | 'scope'>;

/** Every column of a link under its property's name. */
export const linkColumns = fragment`
  id, merchant_id as "merchantId", livemode, version, created_at as "createdAt", updated_at as "updatedAt", slug, active,
  expires_at as "expiresAt", has_expired as "hasExpired", max_completions as "maxCompletions", currency,
  computed_amount as "computedAmount", line_items as "lineItems", custom_fields as "customFields", settings,
  ${catalogChangesOf(fragment`payment_links`, fragment`true`)}`;

/** The link, or undefined when this account and mode has none with that id. */
export function findLink({ one, scope }: Sql, id: string): Promise<Link | undefined> {
  return one<Link>`
    select ${linkColumns} from payment_links
    where id = ${id} and merchant_id = ${scope.merchantId} and livemode = ${scope.livemode}`;
}

/** The link, locked until the transaction ends. */
export function lockLink({ one, scope }: Sql, id: string): Promise<Link | undefined> {
  return one<Link>`
    select ${linkColumns} from payment_links
    where id = ${id} and merchant_id = ${scope.merchantId} and livemode = ${scope.livemode}
    for update`;
}

/** The link, which cannot change until the transaction ends; any number of buyers may lock it so at a time. */
export function lockLinkShared({ one, scope }: Sql, id: string): Promise<Link | undefined> {
  return one<Link>`
    select ${linkColumns} from payment_links
    where id = ${id} and merchant_id = ${scope.merchantId} and livemode = ${scope.livemode}
    for share`;
}

/** The link with that id or last part of its address, whichever account has it: for buyers, who know nothing else. */
export const findLinkOfAnyAccount = (db: SystemReader, idOrSlug: string): Promise<Link | undefined> =>
  db.one<Link>`select ${linkColumns} from payment_links where id = ${idOrSlug} or slug = ${idOrSlug}`;

/** Lists whose length is counted. */
export type CountedLinks = 'links.active' | 'links.inactive';

const listOf = ({ active }: Pick<Link, 'active'>): CountedLinks => (active ? 'links.active' : 'links.inactive');

/** Writes a new link and counts it, in one statement. */
export async function insertLink(tx: Tx, link: Link, search: SearchIndex): Promise<void> {
  await tx.sql`
    with created as (insert into payment_links (
      id, merchant_id, livemode, version, created_at, updated_at, slug, active, expires_at, has_expired, max_completions,
      currency, computed_amount, line_items, custom_fields, settings, search_text, product_ids)
    values (
      ${link.id}, ${link.merchantId}, ${link.livemode}, ${link.version}, ${link.createdAt}, ${link.updatedAt},
      ${link.slug}, ${link.active}, ${link.expiresAt}, ${link.hasExpired}, ${link.maxCompletions}, ${link.currency},
      ${link.computedAmount}, ${json(link.lineItems)}, ${json(link.customFields)}, ${json(link.settings)},
      ${search.text}, ${[...search.productIds]}))
    ${countRows(tx, new Map([[listOf(link), 1]]))}`;
}

/** A link before and after a change. */
interface LinkChange {
  readonly before: Link;
  readonly link: Link;
  /** Undefined when its lines do not change. */
  readonly search?: SearchIndex | undefined;
}

/** Writes everything that may change about a link. The row must be locked. */
export async function saveLink(tx: Tx, change: LinkChange): Promise<void> {
  const { before, link, search } = change;
  await tx.sql`
    update payment_links
    set version = ${link.version}, updated_at = ${link.updatedAt}, active = ${link.active},
      expires_at = ${link.expiresAt}, has_expired = ${link.hasExpired}, max_completions = ${link.maxCompletions},
      currency = ${link.currency}, computed_amount = ${link.computedAmount}, line_items = ${json(link.lineItems)},
      custom_fields = ${json(link.customFields)}, settings = ${json(link.settings)},
      search_text = coalesce(${search?.text ?? null}::text, search_text),
      product_ids = coalesce(${search ? [...search.productIds] : null}::text[], product_ids)
    where id = ${link.id}`;
  if (before.active === link.active) return;
  const moved = new Map([
    [listOf(before), -1],
    [listOf(link), 1],
  ]);
  tx.alongCommit`${countRows(tx, moved)}`;
}
