import { startProbes, type Probes } from '@mizan/service-kit/probes';
import { ageOfBackup, listBackups } from '@mizan/stack/backup-folder';

interface WatchedBackups {
  readonly folder: string;
  readonly intervalMs: number;
  /** Of the last run; kept in memory, because what fills the disk also keeps a failure from being recorded there. */
  readonly hasFailed: () => boolean;
}

/** Reports the backups of a folder on the address of `MIZAN_LISTEN_…`, until it is stopped. */
export async function serveBackupMetrics({ folder, intervalMs, hasFailed }: WatchedBackups): Promise<Probes> {
  const startedMs = performance.now();
  const probes = await startProbes('backups', process.env, () => !hasFailed());
  probes.metrics.observe(['mizan.backup.failed', 'mizan.backup.interval', 'mizan.backup.age'], async (report) => {
    report('mizan.backup.interval', intervalMs / 1_000, {});
    report('mizan.backup.failed', hasFailed() ? 1 : 0, {});
    const [newest] = await listBackups(folder); // last: a volume that does not answer must not hide the others
    // A first backup that never ends must become too old as well.
    const ageMs = newest === undefined ? performance.now() - startedMs : ageOfBackup(newest);
    report('mizan.backup.age', ageMs / 1_000, {});
  });
  return probes;
}
