import { command, query, type RoutesOf } from '@mizan/service-kit';
import { createPrice } from './create-price.ts';
import { getPrice } from './get-price.ts';
import { listPrices } from './list-prices.ts';

/** Operations on prices. */
export const priceRoutes: Pick<RoutesOf<'catalog'>, 'createPrice' | 'listPrices' | 'getPrice'> = {
  createPrice: command((tx, { query, body }) => createPrice(tx, query.productId, body)),
  listPrices: query((reader, { query }) => listPrices(reader, query)),
  getPrice: query((reader, { params }) => getPrice(reader, params.id)),
};
