import { defineService } from '@mizan/service-kit';
import { answers } from './answers.ts';
import { priceRoutes } from './prices/routes.ts';
import { productRoutes } from './products/routes.ts';
import { salesConsumer } from './sales/sales-consumer.ts';
import { stockConsumer } from './stock/stock-consumer.ts';

/** Products, prices and their stock. */
export const catalog = defineService({
  name: 'catalog',
  env: {},
  orm: () => import('../mikro-orm.config.ts'),
  routes: () => ({ ...productRoutes, ...priceRoutes }),
  answers: () => answers,
  consumers: () => [stockConsumer, salesConsumer],
});
