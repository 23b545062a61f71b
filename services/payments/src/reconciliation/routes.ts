import { type RoutesOf, system } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import { reconcilePayments } from './reconcile-payments.ts';

/** How the operator compares what is recorded with the providers. */
export const reconciliationRoutes = (app: App) =>
  ({
    reconcilePayments: system((_db, { query }) => reconcilePayments(app, query)),
  }) satisfies Partial<RoutesOf<'payments'>>;
