import { query, type RoutesOf } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import { getCharge, listCharges } from './read-charges.ts';

/** Operations on charges. */
export const chargeRoutes = (app: App) =>
  ({
    getCharge: query((reader, { params }) => getCharge(reader, app, params.id)),
    listCharges: query((reader, { query }) => listCharges(reader, app, query)),
  }) satisfies Partial<RoutesOf<'payments'>>;
