import { defineService, fragment, job, nextDueIn } from '@mizan/service-kit';
import { answers } from './answers.ts';
import { announceBalances } from './balance/announce-balances.ts';
import { balanceRoutes } from './balance/routes.ts';
import { makeFundsAvailable } from './balance/make-funds-available.ts';
import { chargeRoutes } from './charges/routes.ts';
import { env } from './config.ts';
import { pruneRates } from './exchange-rates/prune-rates.ts';
import { exchangeRateRoutes } from './exchange-rates/routes.ts';
import { dueAt, isUndecided, resolveCaptures } from './captures/resolve-captures.ts';
import { expireHolds } from './intents/expire-holds.ts';
import { customerConsumer } from './intents/follow-customer.ts';
import { resolveCharges } from './intents/resolve-charges.ts';
import { paymentIntentRoutes } from './intents/routes.ts';
import { decideLateSuccesses } from './late-successes/decide-late-successes.ts';
import { ledgerRoutes } from './ledger/routes.ts';
import { ledgerConsumer } from './ledger/record-journals.ts';
import { watchLedger } from './ledger/watch-ledger.ts';
import { configurationConsumer, forgetEndedUses } from './payment-method-configurations/end-uses.ts';
import { configurationRoutes } from './payment-method-configurations/routes.ts';
import { savedMethodConsumer } from './payment-methods/follow-customer.ts';
import { providerCallbackRoutes } from './provider-callbacks/routes.ts';
import { providerConnectionRoutes } from './provider-connections/routes.ts';
import { resolveRefunds } from './refunds/resolve-refunds.ts';
import { refundRoutes } from './refunds/routes.ts';
import { simulatorRoutes } from './simulator-page/routes.ts';
import { closeLedger, ledgerSums, type LedgerSum } from './test-data/close-ledger.ts';
import { testHelperRoutes } from './test-helpers/routes.ts';
import { wiringOf } from './wiring.ts';

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
    ...paymentIntentRoutes(wiringOf(deps)),
    ...chargeRoutes,
    ...refundRoutes(wiringOf(deps)),
    ...balanceRoutes,
    ...configurationRoutes(deps.db),
    ...ledgerRoutes(deps.db),
    ...exchangeRateRoutes,
    ...simulatorRoutes(wiringOf(deps)),
    ...testHelperRoutes(wiringOf(deps), deps.db),
    ...providerConnectionRoutes(wiringOf(deps), deps.secrets, {
      allowsTestKeys: deps.env.MIZAN_STRIPE_TEST_KEYS === 'allow',
      publicUrl: deps.env.MIZAN_PUBLIC_URL.replace(/\/+$/, ''),
    }),
    ...providerCallbackRoutes(wiringOf(deps)),
  }),
  answers: (deps) => answers(wiringOf(deps), deps.db),
  testData: {
    // The ledger is append-only; versions of the balance only grow; a connection is not data but how to get it.
    keep: ['ledger_tx', 'ledger_entries', 'ledger_accounts', 'balance_announcements', 'provider_connections'],
    lock: ['ledger_accounts'],
    observe: ledgerSums,
    finish: (tx, sums) => closeLedger(tx, sums as LedgerSum[]),
  },
  consumers: () => [ledgerConsumer, customerConsumer, savedMethodConsumer, configurationConsumer],
  listeners: (deps) => [wiringOf(deps).accounts.listener],
  jobs: (deps) => [
    job('resolve-charges', {
      everyMs: janitorMs,
      run: (context) => resolveCharges(wiringOf(deps), context),
      nextDueAt: (reader) => nextDueIn(reader, fragment`charges`, fragment`next_sync_at`),
    }),
    job('resolve-captures', {
      everyMs: janitorMs,
      run: (context) => resolveCaptures(wiringOf(deps), context),
      nextDueAt: (reader) => nextDueIn(reader, fragment`captures`, dueAt, isUndecided),
    }),
    job('expire-holds', {
      everyMs: janitorMs,
      run: (context) => expireHolds(wiringOf(deps), context),
      nextDueAt: (reader) =>
        nextDueIn(reader, fragment`payment_intents`, fragment`capture_before`, fragment`amount_capturable > 0`),
    }),
    job('resolve-refunds', {
      everyMs: janitorMs,
      run: (context) => resolveRefunds(wiringOf(deps), context),
      nextDueAt: (reader) => nextDueIn(reader, fragment`refunds`, fragment`next_sync_at`),
    }),
    job('decide-late-successes', {
      everyMs: janitorMs,
      run: (context) => decideLateSuccesses(wiringOf(deps), context),
      nextDueAt: (reader) => nextDueIn(reader, fragment`late_successes`, fragment`due_at`),
    }),
    watchLedger(deps.metrics, deps.db, deps.env.MIZAN_LEDGER_VERIFY_SECONDS),
    job('announce-balances', { everyMs: announceMs, run: announceBalances }),
    job('prune-exchange-rates', { everyMs: forgetMs, run: pruneRates }),
    job('forget-ended-uses', { everyMs: forgetMs, run: forgetEndedUses }),
    job('make-funds-available', {
      everyMs: availabilityMs,
      run: makeFundsAvailable,
      nextDueAt: (reader) =>
        nextDueIn(reader, fragment`balance_transactions`, fragment`available_on`, fragment`status = 'pending'`),
    }),
  ],
});
