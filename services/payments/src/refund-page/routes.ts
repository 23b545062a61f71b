import { page, type RoutesOf } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import { showRefundPage } from './show-refund-page.ts';
import { submitRefundPage } from './submit-refund-page.ts';

/** The public pages on which buyers say where the money of a refund goes. */
export const refundPageRoutes = (app: App) =>
  ({
    showRefundPage: page((_context, input) => showRefundPage(app, input)),
    submitRefundPage: page((_context, input) => submitRefundPage(app, input)),
  }) satisfies Partial<RoutesOf<'payments'>>;
