import { query, type RoutesOf } from '@mizan/service-kit';
import { listDiscounts } from './read-discounts.ts';

/** Operations on discounts. */
export const discountRoutes: Pick<RoutesOf<'checkout'>, 'listDiscounts'> = {
  listDiscounts: query((reader, { query }) => listDiscounts(reader, query)),
};
