import { query, type RoutesOf } from '@mizan/service-kit';
import { getCharge, listCharges } from './read-charges.ts';

/** Operations on charges. */
export const chargeRoutes = {
  getCharge: query((reader, { params }) => getCharge(reader, params.id)),
  listCharges: query((reader, { query }) => listCharges(reader, query)),
} satisfies Partial<RoutesOf<'payments'>>;
