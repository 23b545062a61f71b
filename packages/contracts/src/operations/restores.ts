import { operation } from '../operation.ts';
import { Restore } from '../resources/restore.ts';

const operator = { service: 'payments', audience: 'operator', permission: null } as const;

/** What follows the restore of a database: money that left the platform after the backup must not leave it again. */
export const restoreOperations = {
  getRestore: operation('GET /operator/restore', {
    ...operator,
    summary: 'Retrieve the last restore',
    description:
      'After a restore no payout is exported, and no refund that is older than the restore is sent, until you release them: the backup does not know what was sent after it.',
    response: Restore,
  }),
  releaseRestore: operation('POST /operator/restore/release', {
    ...operator,
    summary: 'Release what a restore holds',
    description:
      'Compare first: mark payouts as paid that your bank has executed, and resolve refunds that the provider has made. The rest is sent from then on. Repeating it changes nothing.',
    response: Restore,
    errors: ['resource_invalid_state'],
  }),
};
