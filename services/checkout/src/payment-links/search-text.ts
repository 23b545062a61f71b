import type { LineItem, ProductSummary } from '@mizan/contracts';
import { own, type Preparation, type Tx } from '@mizan/service-kit';
import type { CatalogChanges } from '../catalog/catalog-object.ts';
import { currentProduct } from '../catalog/current-lines.ts';
import { linkColumns } from './link-rows.ts';
import type { Link } from './link.ts';

/** The text that a search of links matches, and the products it comes from. */
export interface SearchIndex {
  readonly text: string;
  readonly productIds: readonly string[];
}

/** Links renamed at a time. */
const batch = 200;

/** Names, descriptions and unit labels of the products of these lines, as they are in the catalog now. */
export function searchIndexOf(lines: readonly Pick<LineItem, 'product'>[], changes: CatalogChanges): SearchIndex {
  const products = lines.map((line): ProductSummary => currentProduct(line, changes) ?? line.product);
  return {
    text: products.flatMap(({ name, description, unitLabel }) => [name, description ?? '', unitLabel ?? '']).join('\n'),
    productIds: [...new Set(products.map(({ id }) => id))],
  };
}

/**
 * Makes a search find the links of a product by its current name, some links per transaction. The name must be committed
 * already. The names of a link's other products are read by a statement after the one that locks the link: of two products
 * that are renamed at once, whichever comes to a link last finds both names. What is renamed already is only read.
 */
export async function renameInLinks(transact: Preparation['transact'], productId: string): Promise<void> {
  let after: string | undefined = '';
  while (after !== undefined) {
    const from: string = after;
    after = await transact((tx) => renameBatch(tx, productId, from));
  }
}

/** @returns the id of the last; undefined when none is left */
async function renameBatch(tx: Tx, productId: string, after: string): Promise<string | undefined> {
  const locked = await tx.sql<Pick<Link, 'id'>>`
    select id from payment_links
    where ${own(tx)} and product_ids @> array[${productId}] and id > ${after}
    order by id limit ${batch} for update`;
  if (locked.length === 0) return undefined;
  const links = await tx.sql<Link>`
    select ${linkColumns} from payment_links where ${own(tx)} and id = any(${locked.map(({ id }) => id)}::text[])`;
  await tx.sql`
    update payment_links set search_text = renamed.text
    from unnest(${links.map(({ id }) => id)}::text[],
      ${links.map(({ lineItems, catalogChanges }) => searchIndexOf(lineItems, catalogChanges).text)}::text[]) as renamed (id, text)
    where ${own(tx, 'payment_links')} and payment_links.id = renamed.id and payment_links.search_text <> renamed.text`;
  return locked.length < batch ? undefined : locked.at(-1)?.id;
}
