import { command, query, type RoutesOf } from '@mizan/service-kit';
import { createPrice } from './create-price.ts';
import { deletePrice } from './delete-price.ts';
import { getPrice, listPrices } from './read-prices.ts';
import { setPriceStock } from './set-price-stock.ts';
import { updatePrice } from './update-price.ts';

/** Operations on prices. */
export const priceRoutes = {
  createPrice: command((tx, { query, body }) => createPrice(tx, query.productId, body)),
  listPrices: query((reader, { query }) => listPrices(reader, query)),
  getPrice: query((reader, { params }) => getPrice(reader, params.id)),
  updatePrice: command((tx, { params, body }) => updatePrice(tx, params.id, body)),
  setPriceStock: command((tx, { params, body }) => setPriceStock(tx, params.id, body)),
  deletePrice: command((tx, { params }) => deletePrice(tx, params.id)),
} satisfies Partial<RoutesOf<'catalog'>>;
