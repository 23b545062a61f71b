import type { CheckoutPrice } from '@mizan/contracts';
import { fragment, Problem, type Reader } from '@mizan/service-kit';
import { priceColumns, toPriceResource, type ShownPrice } from '../product/price.resource.ts';

interface Row extends ShownPrice {
  held: number;
  firstReferencedAt: Date | null;
  productName: string;
  productDescription: string | null;
  productImage: string | null;
  productUnitLabel: string | null;
  productActive: boolean;
}

/**
 * Prices for the line items of a checkout, one for each id in the request, with what the checkout needs to decide whether
 * they can be sold.
 *
 * @throws Problem `resource_missing`: a price is not this merchant's; `param` says which
 */
export async function getCheckoutPrices(reader: Reader, priceIds: readonly string[]): Promise<CheckoutPrice[]> {
  const rows = await read(reader, priceIds);
  const byId = new Map(rows.map((row) => [row.id, toCheckoutPrice(row)]));
  return priceIds.map((id, index) => {
    const price = byId.get(id);
    if (!price)
      throw new Problem('resource_missing', 'No such price in this account and mode.', { param: `priceIds[${index}]` });
    return price;
  });
}

const read = (reader: Reader, ids: readonly string[]): Promise<Row[]> => reader.sql<Row>`
  select ${priceColumns}, ${checkoutColumns}
  from prices join products on products.id = prices.product_id
  where prices.merchant_id = ${reader.scope.merchantId} and prices.livemode = ${reader.scope.livemode} and prices.id = any(${ids}::text[])`;

const checkoutColumns = fragment`
  prices.held, prices.first_referenced_at as "firstReferencedAt", products.name as "productName",
  products.description as "productDescription", products.image as "productImage",
  products.unit_label as "productUnitLabel", products.active as "productActive"`;

const toCheckoutPrice = (row: Row): CheckoutPrice => ({
  price: toPriceResource(row),
  product: {
    id: row.productId,
    name: row.productName,
    description: row.productDescription,
    image: row.productImage,
    unitLabel: row.productUnitLabel,
    active: row.productActive,
  },
  available: row.stock === null ? null : Math.max(0, row.stock - row.held),
  isUsed: row.firstReferencedAt !== null,
});
