import { command, query, type RoutesOf } from '@mizan/service-kit';
import { getProductStats } from '../sales/get-product-stats.ts';
import { createProduct } from './create-product.ts';
import { deleteProduct } from './delete-product.ts';
import { getProduct } from './get-product.ts';
import { listProducts } from './list-products.ts';
import { updateProduct } from './update-product.ts';

/** Operations on products. */
export const productRoutes: Pick<
  RoutesOf<'catalog'>,
  'createProduct' | 'listProducts' | 'getProduct' | 'updateProduct' | 'deleteProduct' | 'getProductStats'
> = {
  createProduct: command((tx, { body }) => createProduct(tx, body)),
  listProducts: query((reader, { query }) => listProducts(reader, query)),
  getProduct: query((reader, { params }) => getProduct(reader, params.id)),
  getProductStats: query((reader, { params, query }) => getProductStats(reader, params.id, query)),
  updateProduct: command((tx, { params, body }) => updateProduct(tx, params.id, body)),
  deleteProduct: command((tx, { params }) => deleteProduct(tx, params.id)),
};
