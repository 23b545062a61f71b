import { command, query, type RoutesOf } from '@mizan/service-kit';
import { createProduct } from './create-product.ts';
import { getProduct } from './get-product.ts';
import { listProducts } from './list-products.ts';

/** Operations on products. */
export const productRoutes: Pick<RoutesOf<'catalog'>, 'createProduct' | 'listProducts' | 'getProduct'> = {
  createProduct: command((tx, { body }) => createProduct(tx, body)),
  listProducts: query((reader, { query }) => listProducts(reader, query)),
  getProduct: query((reader, { params }) => getProduct(reader, params.id)),
};
