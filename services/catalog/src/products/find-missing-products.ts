import type { Reader } from '@mizan/service-kit';

/** Those of the ids that are no products of this merchant and mode, in the order asked. */
export async function findMissingProducts(reader: Reader, productIds: readonly string[]): Promise<string[]> {
  const found = await reader.sql<{ id: string }>`
    select id from products
    where merchant_id = ${reader.scope.merchantId} and livemode = ${reader.scope.livemode}
      and id = any(${productIds}::text[])`;
  const known = new Set(found.map(({ id }) => id));
  return productIds.filter((id) => !known.has(id));
}
