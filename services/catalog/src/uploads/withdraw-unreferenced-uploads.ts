import { acrossMerchants, fragment, type Database } from '@mizan/service-kit';

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
 * Looks up once a day whether products show the product images, and withdraws those that none has shown for 30 days: in the
 * statement that finds them, so that a product that has taken one meanwhile keeps it. They are no longer served, and like
 * other uploads without a picture `deleteUnusedUploads` deletes their bytes and rows. In real time: the pictures of both
 * modes are in one place. Logos are kept: other services show them.
 *
 * @returns how many were withdrawn
 */
export async function withdrawUnreferencedUploads({ system }: Database): Promise<number> {
  await system.sql`
    update uploads
    set checked_at = now(), unreferenced_at = case when ${isShown} then null else coalesce(unreferenced_at, now()) end
    where ${acrossMerchants} and ctid = any(array(
      select ctid from uploads
      where purpose = 'product_image' and stored_at is not null
        and coalesce(checked_at, stored_at) < now() - interval '1 day'
      order by coalesce(checked_at, stored_at) limit ${batchRows}))`;
  const withdrawn = await system.sql`
    update uploads set stored_at = null, stored_bytes = null, checked_at = null, unreferenced_at = null
    where ${acrossMerchants} and ctid = any(array(
      select ctid from uploads
      where unreferenced_at < now() - ${keptDays} * interval '1 day' and not ${isShown}
      order by unreferenced_at limit ${batchRows}))
    returning 1`;
  return withdrawn.length;
}
