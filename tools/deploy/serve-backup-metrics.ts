import { startProbes } from '@mizan/service-kit/probes';
import { ageOfBackup, listBackups } from '@mizan/stack/backup-folder';

interface WatchedBackups {
  readonly folder: string;
  readonly intervalMs: number;
  /** Of the last run; kept in memory, because what fills the disk also keeps a failure from being recorded there. */
  readonly hasFailed: () => boolean;
}

/** Reports the backups of a folder for as long as the process runs, on the address of `MIZAN_LISTEN_…`. @returns that address */
export async function serveBackupMetrics({ folder, intervalMs, hasFailed }: WatchedBackups): Promise<string> {
  const { metrics, url } = await startProbes('backups', process.env, () => !hasFailed());
  metrics.observe(['mizan.backup.failed', 'mizan.backup.interval', 'mizan.backup.age'], async (report) => {
    report('mizan.backup.failed', hasFailed() ? 1 : 0, {});
    report('mizan.backup.interval', intervalMs / 1_000, {});
    const [newest] = await listBackups(folder);
    if (newest !== undefined) report('mizan.backup.age', ageOfBackup(newest) / 1_000, {});
  });
  return url;
}
