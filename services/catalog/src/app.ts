import { consumer, defineService, job } from '@mizan/service-kit';
import { answers } from './answers.ts';
import { catalogEnv } from './config.ts';
import { onCheckoutPricesUsed } from './prices/on-checkout-prices-used.ts';
import { priceRoutes } from './prices/routes.ts';
import { productRoutes } from './products/routes.ts';
import { isSold, onCheckoutSession, onLinesSold as recordLinesSold } from './sales/on-checkout-session.ts';
import { onPaymentIntent } from './sales/on-payment-intent.ts';
import { sumSales } from './sales/sum-sales.ts';
import {
  isFree,
  onCheckoutSessionCompleted,
  onCheckoutSessionExpired,
  onLinesSold as sellLinesSold,
} from './stock/on-checkout-session.ts';
import {
  isOfSession,
  onPaymentIntentCanceled,
  onPaymentIntentPaymentFailed,
  onPaymentIntentsSucceeded,
} from './stock/on-payment-intent.ts';
import { deleteUnusedUploads } from './uploads/delete-unused-uploads.ts';
import { uploadRoutes } from './uploads/routes.ts';
import { createStorage } from './uploads/storage.ts';
import { withdrawUnreferencedUploads } from './uploads/withdraw-unreferenced-uploads.ts';

const janitorMs = 60_000; // an upload address is valid for 15 minutes, so none is kept much longer
const sumEveryMs = 60_000; // statistics are exact meanwhile, too: lines without a sum are read one by one

/** Products, prices and their stock, and the pictures of products. */
export const catalog = defineService({
  name: 'catalog',
  testData: { keep: ['uploads'] }, // pictures are files, and accounts of both modes show them
  env: catalogEnv,
  orm: () => import('../mikro-orm.config.ts'),
  build: ({ env }) => ({
    publicUrl: env.MIZAN_PUBLIC_URL,
    storage: createStorage(env),
    maxFiles: env.MIZAN_UPLOADS_MAX_FILES,
  }),
  routes: (app) => ({ ...productRoutes(app), ...priceRoutes, ...uploadRoutes(app) }),
  answers: () => answers,
  // Each consumer gives the same result for any order and any number of repetitions of its events.
  consumers: () => [
    consumer({
      name: 'stock',
      purpose: 'sells or releases the stock that a checkout held',
      on: {
        'payment_intent.succeeded': { when: isOfSession, handleAll: onPaymentIntentsSucceeded },
        'payment_intent.payment_failed': { when: isOfSession, handle: onPaymentIntentPaymentFailed },
        'payment_intent.canceled': { when: isOfSession, handle: onPaymentIntentCanceled },
        'checkout.session.expired': onCheckoutSessionExpired,
        'checkout.session.completed': { when: isFree, handle: onCheckoutSessionCompleted },
        'checkout.lines_sold': { when: isFree, handle: sellLinesSold },
      },
    }),
    consumer({
      name: 'sales',
      purpose: 'records sales and refunds for the statistics of products',
      on: {
        'checkout.session.completed': { when: isSold, handle: onCheckoutSession },
        'checkout.session.async_payment_succeeded': onCheckoutSession,
        'checkout.lines_sold': recordLinesSold,
        'payment_intent.partially_refunded': onPaymentIntent,
        'payment_intent.refunded': onPaymentIntent,
        'payment_intent.updated': onPaymentIntent,
      },
    }),
    consumer({
      name: 'prices',
      purpose: 'protects the prices that a checkout used: their amounts can no longer change',
      on: { 'checkout.prices_used': onCheckoutPricesUsed },
    }),
  ],
  jobs: (app) => [
    job('sum-sales', { everyMs: sumEveryMs, run: ({ db }) => sumSales(db) }),
    job('delete-unused-uploads', { everyMs: janitorMs, run: ({ db }) => deleteUnusedUploads(db, app) }),
    job('withdraw-unreferenced-uploads', { everyMs: janitorMs, run: ({ db }) => withdrawUnreferencedUploads(db) }),
  ],
});
