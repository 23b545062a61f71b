import type { Download, DownloadContext } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import { toRefundResource } from '../payment/refund.resource.ts';
import { refunds } from '../payment/refund.table.ts';
import { openReport, type ReportInput } from './open-report.ts';

/** Refunds. @throws Problem `rate_limit`: one at a time for each key */
export const downloadRefundsReport = (context: DownloadContext, app: App, input: ReportInput): Promise<Download> =>
  openReport(context, input, {
    name: 'refunds',
    table: refunds,
    toItems: (_reader, rows) => rows.map((row) => toRefundResource(row, app)),
    amountOf: ({ amount }) => amount,
  });
