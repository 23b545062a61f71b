import { command, query, type RoutesOf } from '@mizan/service-kit';
import { getProductStats } from '../sales/read-product-stats.ts';
import { createProduct, type ProductsApp } from './create-product.ts';
import { deleteProduct } from './delete-product.ts';
import { getProduct, listProducts } from './read-products.ts';
import { updateProduct } from './update-product.ts';

/** Operations on products. */
export const productRoutes = (app: ProductsApp) =>
  ({
    createProduct: command((tx, { body }) => createProduct(tx, app, body)),
    listProducts: query((reader, { query }) => listProducts(reader, query)),
    getProduct: query((reader, { params }) => getProduct(reader, params.id)),
    getProductStats: query((reader, { params, query }) => getProductStats(reader, { ...query, productId: params.id })),
    updateProduct: command((tx, { params, body }) => updateProduct(tx, app, { id: params.id, body })),
    deleteProduct: command((tx, { params }) => deleteProduct(tx, params.id)),
  }) satisfies Partial<RoutesOf<'catalog'>>;
