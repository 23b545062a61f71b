import { query, type Database, type RoutesOf } from '@mizan/service-kit';
import { reportVerification } from './report-verification.ts';

/** What whoever runs the platform asks the ledger. */
export const ledgerRoutes = (db: Database): Pick<RoutesOf<'payments'>, 'verifyLedger'> => ({
  verifyLedger: query({
    scope: async () => ({ merchantId: '', livemode: false }), // of all merchants and both modes
    run: () => reportVerification(db),
  }),
});
