import type { Download, DownloadContext } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import { toPaymentIntentResource } from '../payment/payment-intent.resource.ts';
import { paymentIntents } from '../payment/payment-intent.table.ts';
import { loadPayments } from '../payment/payment.ts';
import { openReport, type ReportInput } from './open-report.ts';
import { sumCaptures } from './sum-captures.ts';

/** Payment intents, each with the fee and net of all captures of its latest charge. @throws Problem `rate_limit`: one at a time for each key */
export const downloadPaymentsReport = (context: DownloadContext, app: App, input: ReportInput): Promise<Download> =>
  openReport(context, input, {
    name: 'payments',
    table: paymentIntents,
    toItems: async (reader, rows) =>
      (await sumCaptures(reader, await loadPayments(reader, rows))).map((payment) =>
        toPaymentIntentResource(payment, app),
      ),
    amountOf: ({ amount }) => amount,
  });
