import { acrossMerchants, fragment, type Database } from '@mizan/service-kit';
import type { Storage } from './storage.ts';

const batchRows = 500;
/** As long as an expired checkout, which shows the picture that its product had, can be recovered. */
const keptDays = 30;

const uploadedOf = fragment`${acrossMerchants} and products.merchant_id = uploads.merchant_id and products.image like '%/files/%'`;
const shownName = fragment`split_part(products.image, '/files/', 2)`;

/**
 * Whether a product shows the picture, in either mode. By its name: the platform may have had another address before. What
 * follows the name, such as `?v=2`, is looked at only where the index on the name finds nothing.
 */
const isShown = fragment`(
  exists (select 1 from products where ${uploadedOf} and ${shownName} = uploads.name)
  or exists (select 1 from products where ${uploadedOf} and ${shownName} like uploads.name || '%'
    and regexp_replace(${shownName}, '[?#].*$', '') = uploads.name))`;

/**
 * Looks up once a day whether products show the product images, and deletes those that none has shown for 30 days. In real
 * time: the pictures of both modes are in one place. Logos are kept: other services show them.
 *
 * @returns how many were deleted
 */
export async function deleteUnreferencedUploads(db: Database, { storage }: { storage: Storage }): Promise<number> {
  await db.system.sql`
    update uploads
    set checked_at = now(), unreferenced_at = case when ${isShown} then null else coalesce(unreferenced_at, now()) end
    where ${acrossMerchants} and ctid = any(array(
      select ctid from uploads
      where purpose = 'product_image' and stored_at is not null
        and coalesce(checked_at, stored_at) < now() - interval '1 day'
      order by coalesce(checked_at, stored_at) limit ${batchRows}))`;
  const unreferenced = await db.system.sql<{ name: string; key: string }>`
    select name, object_key as key from uploads
    where ${acrossMerchants} and unreferenced_at < now() - ${keptDays} * interval '1 day' and not ${isShown}
    order by unreferenced_at limit ${batchRows}`;
  // The bytes first: a row that outlives its bytes is found again, bytes that outlive their row never are.
  for (const { key } of unreferenced) await storage.remove(key);
  const deleted = await db.system.sql`
    delete from uploads where ${acrossMerchants} and name = any(${unreferenced.map(({ name }) => name)}::text[])
    returning 1`;
  return deleted.length;
}
