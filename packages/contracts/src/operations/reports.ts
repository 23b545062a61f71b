import { z } from 'zod';
import { operation } from '../operation.ts';
import { reportQuery } from '../report-query.ts';
import { reportColumns, type ReportName } from '../resources/report.ts';

const csv = z.string().describe('CSV (RFC 4180), UTF-8. The last line is `# end,` and the number of rows.');

/** A report, the same for all but what its rows are. @param subject as in "Download a report of payments" */
const report = <const Name extends ReportName>(name: Name, subject: string, note = '') =>
  operation(`GET /reports/${name}.csv`, {
    service: 'payments',
    audience: 'merchant',
    permission: 'REPORT_READ',
    summary: `Download a report of ${subject}`,
    description: `Returns CSV with the rows that were created from \`from\` until just before \`to\`, oldest first. A complete report ends with the line \`# end,<rows>\`: if it is missing, the download was interrupted. An API key downloads one report at a time.${note} Columns: ${reportColumns[name].map((column) => `\`${column}\``).join(', ')}.`,
    query: reportQuery,
    response: csv,
    downloads: 'text/csv',
    sdkCall: `reports.download${name.charAt(0).toUpperCase()}${name.slice(1)}`,
  });

/** Reports: files of any length. */
export const reportOperations = {
  downloadBalanceReport: report('balance', 'balance transactions', ' `amountDecimal` is `net` in major units.'),
  downloadPaymentsReport: report(
    'payments',
    'payment intents',
    ' `latestCharge.balanceTransaction.fee` and `latestCharge.balanceTransaction.net` are sums over all captures of the charge; `latestCharge.balanceTransaction.id` and `latestCharge.balanceTransaction.availableOn` are those of the latest capture.',
  ),
  downloadRefundsReport: report('refunds', 'refunds'),
  downloadPayoutsReport: report('payouts', 'payouts'),
};
