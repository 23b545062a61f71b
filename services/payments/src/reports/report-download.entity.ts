import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { id, moment, scopeColumns } from '../tables/columns.ts';

/** An API key that downloads a report, or did so last. One row for each key: it downloads one report at a time. */
export const ReportDownloadEntity = defineEntity({
  name: 'ReportDownload',
  tableName: 'report_downloads',
  properties: {
    merchantId: scopeColumns().merchantId.primary(),
    livemode: scopeColumns().livemode.primary(),
    keyId: id().primary(),
    /** The download that has the row until `leasedUntil`. */
    downloadId: p.uuid(),
    /** Renewed while the download runs; in the past when its process has died. By the clock of the database. */
    leasedUntil: moment(),
  },
});

/** A row of `report_downloads`, as raw SQL reads and writes it. */
export type ReportDownloadRow = InferEntity<typeof ReportDownloadEntity>;
