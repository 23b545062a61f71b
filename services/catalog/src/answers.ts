import { command, query, type AnswersOf } from '@mizan/service-kit';
import { getCheckoutPrices } from './prices/checkout-prices.ts';
import { createAdHocPrices } from './prices/create-ad-hoc-prices.ts';
import { holdStock } from './stock/hold-stock.ts';
import { releaseStock } from './stock/release-stock.ts';

/** What the catalog answers a checkout. */
export const answers: AnswersOf<'catalog'> = {
  getCheckoutPrices: query(async (reader, { body }) => ({ prices: await getCheckoutPrices(reader, body.priceIds) })),
  createAdHocPrices: command(async (tx, { body }) => ({ prices: await createAdHocPrices(tx, body.items) })),
  holdStock: command((tx, { body }) => holdStock(tx, body)),
  releaseStock: command((tx, { body }) => releaseStock(tx, body.holdId)),
};
