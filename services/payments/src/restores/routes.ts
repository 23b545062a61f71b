import { type RoutesOf, system } from '@mizan/service-kit';
import { getRestore } from './read-restore.ts';
import { releaseRestore } from './release-restore.ts';

/** What the operator reads and releases after a restore. */
export const restoreRoutes = {
  getRestore: system((db) => getRestore(db.system)),
  releaseRestore: system((db) => releaseRestore(db)),
} satisfies Partial<RoutesOf<'payments'>>;
