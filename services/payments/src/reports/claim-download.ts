import { randomUUID } from 'node:crypto';
import { type Autocommit, fragment, log, own, Problem } from '@mizan/service-kit';
import type { ReportDownloadRow } from './report-download.entity.ts';
import { reportDownloads } from './report-download.table.ts';

/** A process that died is noticed after this time, seconds. */
const leaseSeconds = 30;
/** Two renewals may fail before the lease ends. */
const renewEveryMs = 9_000;

/** A claim for the one download that an API key may run. */
export interface DownloadClaim {
  /** Aborts when the claim was lost: the database could not be reached in time, and another download may have it now. */
  readonly lost: AbortSignal;
  /** Lets the key download the next report. Called more than once, it does nothing. */
  release(): Promise<void>;
}

/**
 * Claims the one download of an API key, across all processes. The claim is a row with a lease: it is renewed for as long as
 * the download runs and ends by itself when this process dies.
 *
 * @throws Problem `rate_limit`: the key is downloading a report already
 */
export async function claimDownload(autocommit: Autocommit, keyId: string): Promise<DownloadClaim> {
  const downloadId = randomUUID();
  const leasedUntil = fragment`now() + ${leaseSeconds} * interval '1 second'`;
  const claimed = await autocommit.one<Pick<ReportDownloadRow, 'keyId'>>`
    ${reportDownloads.insert([{ keyId, ...autocommit.scope, downloadId, leasedUntil }])}
    on conflict (merchant_id, livemode, key_id) do update set ${reportDownloads.set({ downloadId, leasedUntil })}
    where report_downloads.leased_until < now()
    returning key_id`;
  if (!claimed) throw alreadyDownloading();

  const lost = new AbortController();
  let renewedAtMs = performance.now();
  const renew = async (): Promise<void> => {
    const startedAtMs = performance.now();
    const [renewed] = await autocommit.sql`
      update report_downloads set ${reportDownloads.set({ leasedUntil })}
      where ${own(autocommit)} and key_id = ${keyId} and download_id = ${downloadId} returning key_id`;
    if (!renewed) lost.abort();
    renewedAtMs = startedAtMs;
  };
  const timer = setInterval(() => {
    void renew().catch((thrown: unknown) => {
      log.warn({ event: 'report.claim_not_renewed', err: thrown });
      if (performance.now() - renewedAtMs > leaseSeconds * 1_000 - renewEveryMs) lost.abort();
    });
  }, renewEveryMs);

  return {
    lost: lost.signal,
    release: async () => {
      clearInterval(timer); // a renewal that is on its way finds the row under another id
      await autocommit.sql`
        update report_downloads set ${reportDownloads.set({ downloadId: randomUUID(), leasedUntil: fragment`now() - interval '1 ms'` })}
        where ${own(autocommit)} and key_id = ${keyId} and download_id = ${downloadId}`.catch((thrown: unknown) =>
        log.warn({ event: 'report.claim_not_released', err: thrown }),
      ); // its lease ends
    },
  };
}

const alreadyDownloading = (): Problem =>
  new Problem('rate_limit', 'This API key is downloading a report already. It can download one at a time.', {
    retryAfterSeconds: 10,
    headers: { 'RateLimit-Reason': 'concurrency' },
  });
