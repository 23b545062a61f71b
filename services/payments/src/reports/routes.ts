import { download, type RoutesOf } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import { downloadBalanceReport } from './download-balance-report.ts';
import { downloadPaymentsReport } from './download-payments-report.ts';
import { downloadPayoutsReport } from './download-payouts-report.ts';
import { downloadRefundsReport } from './download-refunds-report.ts';

/** Reports: files of any length. */
export const reportRoutes = (app: App) =>
  ({
    downloadBalanceReport: download((context, input) => downloadBalanceReport(context, input)),
    downloadPaymentsReport: download((context, input) => downloadPaymentsReport(context, app, input)),
    downloadRefundsReport: download((context, input) => downloadRefundsReport(context, app, input)),
    downloadPayoutsReport: download((context, input) => downloadPayoutsReport(context, input)),
  }) satisfies Partial<RoutesOf<'payments'>>;
