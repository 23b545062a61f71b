// Generated from report-download.entity.ts by `npm run docs`.
import type { InferEntity } from '@mikro-orm/core';
import { table } from '@mizan/service-kit';
import type { ReportDownloadEntity } from './report-download.entity.ts';

/** The table of {@link ReportDownloadEntity}. */
export const reportDownloads = table<InferEntity<typeof ReportDownloadEntity>>('report_downloads', {
  merchantId: 'text',
  livemode: 'boolean',
  keyId: 'text',
  downloadId: 'uuid',
  leasedUntil: 'timestamptz(3)',
});
