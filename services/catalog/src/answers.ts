import { command, query, upsert, type AnswersOf } from '@mizan/service-kit';
import { createAdHocPrices } from './prices/create-ad-hoc-prices.ts';
import { getCheckoutPrices } from './prices/get-checkout-prices.ts';
import { reservePrices } from './prices/reserve-prices.ts';
import { findMissingProducts } from './products/read-products.ts';
import { holdAtOnce, holdStock } from './stock/hold-stock.ts';
import { findMissingEvidenceFiles } from './uploads/find-missing-evidence-files.ts';
import { releaseStock } from './stock/release-stock.ts';

/** Calls of the checkout and of payments. */
export const answers: AnswersOf<'catalog'> = {
  getCheckoutPrices: query(async (reader, { body }) => ({ prices: await getCheckoutPrices(reader, body.priceIds) })),
  reservePrices: upsert(async (db, { body }) => ({ prices: await reservePrices(db, body.priceIds) })),
  createAdHocPrices: command(async (tx, { body }) => ({ prices: await createAdHocPrices(tx, body.items) })),
  findMissingProducts: query(async (reader, { body }) => ({
    missing: await findMissingProducts(reader, body.productIds),
  })),
  findMissingEvidenceFiles: query(async (reader, { body }) => ({
    missing: await findMissingEvidenceFiles(reader, body.fileIds),
  })),
  holdStock: command({
    shortcut: ({ autocommit }, { body }) => holdAtOnce(autocommit, body),
    run: (tx, { body }) => holdStock(tx, body),
  }),
  releaseStock: command({
    shortcut: ({ autocommit }, { body }) => releaseStock(autocommit, body.holdId),
    run: (tx, { body }) => releaseStock(tx, body.holdId),
  }),
};
