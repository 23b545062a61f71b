import { fragment, resourceMissing, type Fragment, type Tx } from '@mizan/service-kit';
import type { ProductRow } from './product.entity.ts';
import { productColumns } from './product.resource.ts';

/** The columns of a whole row, named as the entity names them. */
const wholeProduct = fragment`${productColumns}, livemode, version`;

const locked = ({ scope }: Pick<Tx, 'scope'>, id: string): Fragment => fragment`
  select ${wholeProduct} from products
  where merchant_id = ${scope.merchantId} and livemode = ${scope.livemode} and id = ${id} for update`;

/**
 * The product, locked until the transaction ends. Whoever also needs its prices locks the product first.
 *
 * @throws Problem `resource_missing`: no such product for this merchant and mode
 */
export async function lockProduct(tx: Tx, id: string): Promise<ProductRow> {
  const product = await tx.one<ProductRow>`${locked(tx, id)}`;
  if (!product) throw resourceMissing();
  return product;
}
