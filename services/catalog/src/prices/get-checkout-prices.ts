import type { CheckoutPrice } from '@mizan/contracts';
import { fragment, own, resourceMissing, type Reader } from '@mizan/service-kit';
import { priceColumns, toPriceResource, type ShownPrice } from '../product/price.resource.ts';
import { prices } from '../product/price.table.ts';

interface Row extends ShownPrice {
  held: number;
  firstReferencedAt: Date | null;
  productName: string;
  productDescription: string | null;
  productImage: string | null;
  productUnitLabel: string | null;
  productActive: boolean;
}

/** Prices for line items, one for each id, with what decides whether they can be sold. @throws Problem `resource_missing` */
export async function getCheckoutPrices(reader: Reader, priceIds: readonly string[]): Promise<CheckoutPrice[]> {
  const rows = await read(reader, priceIds);
  const byId = new Map(rows.map((row) => [row.id, toCheckoutPrice(row)]));
  return priceIds.map((id, index) => {
    const price = byId.get(id);
    if (!price) throw resourceMissing(`priceIds[${index}]`);
    return price;
  });
}

const read = (reader: Reader, ids: readonly string[]): Promise<Row[]> => reader.sql<Row>`
  select ${priceColumns}, ${checkoutColumns}
  from prices join products on products.id = prices.product_id
  where ${own(reader, 'prices')} and prices.id = any(${ids}::text[])`;

const checkoutColumns = fragment`
  ${prices.pick('held', 'firstReferencedAt')}, products.name as product_name,
  products.description as product_description, products.image as product_image,
  products.unit_label as product_unit_label, products.active as product_active`;

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
