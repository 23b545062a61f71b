import type { Download, DownloadContext } from '@mizan/service-kit';
import { toBalanceTransactionResource } from '../payment/balance-transaction.resource.ts';
import { balanceTransactions } from '../payment/balance-transaction.table.ts';
import { openReport, type ReportInput } from './open-report.ts';

/** Balance transactions; `amountDecimal` is what changed the balance. @throws Problem `rate_limit`: one at a time for each key */
export const downloadBalanceReport = (context: DownloadContext, input: ReportInput): Promise<Download> =>
  openReport(context, input, {
    name: 'balance',
    table: balanceTransactions,
    toItems: (_reader, rows) => rows.map(toBalanceTransactionResource),
    amountOf: ({ net }) => net,
  });
