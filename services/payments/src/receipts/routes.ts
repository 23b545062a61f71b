import { page, type RoutesOf } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import { showReceipt } from './show-receipt.ts';

/** The public pages of receipts. */
export const receiptRoutes = (app: App) =>
  ({ showReceipt: page((_context, input) => showReceipt(app, input)) }) satisfies Partial<RoutesOf<'payments'>>;
