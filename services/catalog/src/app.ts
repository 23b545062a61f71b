import { defineService, job } from '@mizan/service-kit';
import { answers } from './answers.ts';
import { catalogEnv } from './config.ts';
import { priceUsesConsumer } from './prices/on-checkout-prices-used.ts';
import { priceRoutes } from './prices/routes.ts';
import { productRoutes } from './products/routes.ts';
import { salesConsumer } from './sales/sales-consumer.ts';
import { stockConsumer } from './stock/on-payment-intent.ts';
import { deleteUnusedUploads } from './uploads/delete-unused-uploads.ts';
import { uploadRoutes } from './uploads/routes.ts';
import { storageOf } from './uploads/storage.ts';

const sweepMs = 60_000; // an unused address lasts 15 minutes, so none outlives its time by much

/** Products, prices and their stock, and the pictures of products. */
export const catalog = defineService({
  name: 'catalog',
  testData: { keep: ['uploads'] }, // pictures are files, and accounts of both modes show them
  env: catalogEnv,
  orm: () => import('../mikro-orm.config.ts'),
  routes: ({ env }) => ({
    ...productRoutes(env.MIZAN_PUBLIC_URL),
    ...priceRoutes,
    ...uploadRoutes({ storage: storageOf(env), publicUrl: env.MIZAN_PUBLIC_URL }),
  }),
  answers: () => answers,
  consumers: () => [stockConsumer, salesConsumer, priceUsesConsumer],
  jobs: ({ env }) => {
    const storage = storageOf(env);
    return [job('delete-unused-uploads', { everyMs: sweepMs, run: ({ db }) => deleteUnusedUploads(storage, db) })];
  },
});
