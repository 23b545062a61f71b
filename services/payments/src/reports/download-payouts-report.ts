import type { Download, DownloadContext } from '@mizan/service-kit';
import { toPayoutResource } from '../payouts/payout.resource.ts';
import { payouts } from '../payouts/payout.table.ts';
import { openReport, type ReportInput } from './open-report.ts';

/** Payouts. @throws Problem `rate_limit`: one at a time for each key */
export const downloadPayoutsReport = (context: DownloadContext, input: ReportInput): Promise<Download> =>
  openReport(context, input, {
    name: 'payouts',
    table: payouts,
    toItems: (_reader, rows) => rows.map(toPayoutResource),
    amountOf: ({ amount }) => amount,
  });
