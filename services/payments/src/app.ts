import { defineService, fragment, job, nextDueIn } from '@mizan/service-kit';
import { answers } from './answers.ts';
import { appOf } from './build-app.ts';
import { captureDueAt, isPendingCapture, resolveCaptures } from './captures/resolve-captures.ts';
import { chargeRoutes } from './charges/routes.ts';
import { env } from './config.ts';
import { pruneRates } from './exchange-rates/prune-rates.ts';
import { exchangeRateRoutes } from './exchange-rates/routes.ts';
import { customerConsumer } from './intents/on-customer-deleted.ts';
import { paymentIntentRoutes } from './intents/routes.ts';
import { decideLateSuccesses } from './late-successes/decide-late-successes.ts';
import { announceBalances } from './ledger/announce-balances.ts';
import { makeFundsAvailable } from './ledger/make-funds-available.ts';
import { ledgerConsumer } from './ledger/record-journals.ts';
import { type LedgerSum, ledgerSums, resetTestLedger } from './ledger/reset-test-ledger.ts';
import { balanceRoutes, ledgerRoutes } from './ledger/routes.ts';
import { watchLedger } from './ledger/watch-ledger.ts';
import { configurationConsumer } from './payment-method-configurations/on-payment-link.ts';
import { configurationRoutes } from './payment-method-configurations/routes.ts';
import { deleteEndedUses } from './payment-method-configurations/use-payment-method-configuration.ts';
import { savedMethodConsumer } from './payment-methods/on-customer-deleted.ts';
import { providerCallbackRoutes } from './provider-callbacks/routes.ts';
import { providerConnectionRoutes } from './provider-connections/routes.ts';
import { resolveRefunds } from './refunds/resolve-refunds.ts';
import { refundRoutes } from './refunds/routes.ts';
import { expireHolds } from './settle/expire-holds.ts';
import { resolveCharges } from './settle/resolve-charges.ts';
import { simulatorRoutes } from './simulator-page/routes.ts';
import { testHelperRoutes } from './test-helpers/routes.ts';

const janitorMs = 1_000; // a charge is asked about ten seconds after its answer got lost, not eleven
const announceMs = 100; // a merchant waits for this event at most as long as for any other
const availabilityMs = 15_000; // funds wait for days; nobody notices a quarter of a minute
const forgetMs = 600_000; // nobody sees these rows; they only take space

/** Payment intents, charges, refunds, the ledger, and the simulator that plays the processor of test mode. */
export const payments = defineService({
  name: 'payments',
  env,
  orm: () => import('../mikro-orm.config.ts'),
  routes: (deps) => ({
    ...paymentIntentRoutes(appOf(deps)),
    ...chargeRoutes,
    ...refundRoutes(appOf(deps)),
    ...balanceRoutes,
    ...configurationRoutes(deps.db),
    ...ledgerRoutes(deps.db),
    ...exchangeRateRoutes,
    ...simulatorRoutes(appOf(deps)),
    ...testHelperRoutes(appOf(deps), deps.db),
    ...providerConnectionRoutes(appOf(deps), deps.secrets, {
      allowsTestKeys: deps.env.MIZAN_STRIPE_TEST_KEYS === 'allow',
      publicUrl: deps.env.MIZAN_PUBLIC_URL.replace(/\/+$/, ''),
    }),
    ...providerCallbackRoutes(appOf(deps)),
  }),
  answers: (deps) => answers(appOf(deps), deps.db),
  testData: {
    // The ledger is append-only; versions of the balance only grow; a connection is not data but how to get it.
    keep: ['ledger_tx', 'ledger_entries', 'ledger_accounts', 'balance_announcements', 'provider_connections'],
    lock: ['ledger_accounts'],
    observe: ledgerSums,
    finish: (tx, sums) => resetTestLedger(tx, sums as LedgerSum[]),
  },
  consumers: () => [ledgerConsumer, customerConsumer, savedMethodConsumer, configurationConsumer],
  listeners: (deps) => [appOf(deps).accounts.listener],
  jobs: (deps) => [
    job('resolve-charges', {
      everyMs: janitorMs,
      run: (context) => resolveCharges(appOf(deps), context),
      nextDueAt: (reader) => nextDueIn(reader, fragment`charges`, fragment`next_sync_at`),
    }),
    job('resolve-captures', {
      everyMs: janitorMs,
      run: (context) => resolveCaptures(appOf(deps), context),
      nextDueAt: (reader) => nextDueIn(reader, fragment`captures`, captureDueAt, isPendingCapture),
    }),
    job('expire-holds', {
      everyMs: janitorMs,
      run: (context) => expireHolds(appOf(deps), context),
      nextDueAt: (reader) =>
        nextDueIn(reader, fragment`payment_intents`, fragment`capture_before`, fragment`amount_capturable > 0`),
    }),
    job('resolve-refunds', {
      everyMs: janitorMs,
      run: (context) => resolveRefunds(appOf(deps), context),
      nextDueAt: (reader) => nextDueIn(reader, fragment`refunds`, fragment`next_sync_at`),
    }),
    job('decide-late-successes', {
      everyMs: janitorMs,
      run: (context) => decideLateSuccesses(appOf(deps), context),
      nextDueAt: (reader) => nextDueIn(reader, fragment`late_successes`, fragment`due_at`),
    }),
    watchLedger(deps.metrics, deps.db, deps.env.MIZAN_LEDGER_VERIFY_SECONDS),
    job('announce-balances', { everyMs: announceMs, run: announceBalances }),
    job('prune-exchange-rates', { everyMs: forgetMs, run: pruneRates }),
    job('forget-ended-uses', { everyMs: forgetMs, run: deleteEndedUses }),
    job('make-funds-available', {
      everyMs: availabilityMs,
      run: makeFundsAvailable,
      nextDueAt: (reader) =>
        nextDueIn(reader, fragment`balance_transactions`, fragment`available_on`, fragment`status = 'pending'`),
    }),
  ],
});
