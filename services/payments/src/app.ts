import { consumer, defineService, fragment, job, nextDueIn } from '@mizan/service-kit';
import { answers } from './answers.ts';
import { appOf } from './build-app.ts';
import { captureDueAt, isPendingCapture, resolveCaptures } from './captures/resolve-captures.ts';
import { captureRoutes } from './captures/routes.ts';
import { chargeRoutes } from './charges/routes.ts';
import { env } from './config.ts';
import { pruneRates } from './exchange-rates/prune-rates.ts';
import { exchangeRateRoutes } from './exchange-rates/routes.ts';
import { onCustomerDeleted as movePayments } from './intents/on-customer-deleted.ts';
import { paymentIntentRoutes } from './intents/routes.ts';
import { decideLateSuccesses } from './late-successes/decide-late-successes.ts';
import { announceBalances } from './ledger/announce-balances.ts';
import { makeFundsAvailable } from './ledger/make-funds-available.ts';
import { onAccountCreated } from './ledger/on-account-created.ts';
import { onCharge } from './ledger/on-charge.ts';
import { onRefund } from './ledger/on-refund.ts';
import { type LedgerSum, ledgerSums, resetTestLedger } from './ledger/reset-test-ledger.ts';
import { ledgerRoutes } from './ledger/routes.ts';
import { watchLedger } from './ledger/watch-ledger.ts';
import { onCheckoutSession } from './payment-method-configurations/on-checkout-session.ts';
import { onPaymentLink } from './payment-method-configurations/on-payment-link.ts';
import { configurationRoutes } from './payment-method-configurations/routes.ts';
import { deleteEndedUses } from './payment-method-configurations/use-payment-method-configuration.ts';
import { onCustomerDeleted as moveSavedMethods } from './payment-methods/on-customer-deleted.ts';
import { providerCallbackRoutes } from './provider-callbacks/routes.ts';
import { providerConnectionRoutes } from './provider-connections/routes.ts';
import { resolveRefunds } from './refunds/resolve-refunds.ts';
import { refundRoutes } from './refunds/routes.ts';
import { expireHolds } from './settle/expire-holds.ts';
import { resolveCharges } from './settle/resolve-charges.ts';
import { simulatorRoutes } from './simulator-page/routes.ts';
import { testHelperRoutes } from './test-helpers/routes.ts';

const janitorMs = 1_000; // a lost answer is queried after ten seconds, not eleven
const announceMs = 100; // a merchant waits for this event at most as long as for any other
const availabilityMs = 15_000; // funds wait for days: a quarter of a minute does not matter
const cleanupMs = 600_000; // these rows are not shown; they only take space

/** Payment intents, charges, refunds, the ledger, and the simulator that plays the processor of test mode. */
export const payments = defineService({
  name: 'payments',
  env,
  orm: () => import('../mikro-orm.config.ts'),
  routes: (deps) => ({
    ...paymentIntentRoutes(appOf(deps)),
    ...captureRoutes(appOf(deps)),
    ...chargeRoutes,
    ...refundRoutes(appOf(deps)),
    ...ledgerRoutes(appOf(deps)),
    ...configurationRoutes(appOf(deps)),
    ...exchangeRateRoutes,
    ...simulatorRoutes(appOf(deps)),
    ...testHelperRoutes(appOf(deps)),
    ...providerConnectionRoutes(appOf(deps)),
    ...providerCallbackRoutes(appOf(deps)),
  }),
  answers: (deps) => answers(appOf(deps)),
  testData: {
    // The ledger is append-only; versions of the balance only grow; a connection is configuration, not data.
    keep: ['ledger_tx', 'ledger_entries', 'ledger_accounts', 'balance_announcements', 'provider_connections'],
    lock: ['ledger_accounts'],
    observe: ledgerSums,
    finish: (tx, sums) => resetTestLedger(tx, sums as LedgerSum[]),
  },
  consumers: () => [
    consumer('ledger', { ...onCharge, ...onRefund, ...onAccountCreated }),
    consumer('customers', movePayments),
    consumer('payment-methods', moveSavedMethods),
    consumer('configurations', { ...onCheckoutSession, ...onPaymentLink }),
  ],
  listeners: (deps) => [appOf(deps).accounts.listener],
  jobs: (deps) => [
    job('resolve-charges', {
      everyMs: janitorMs,
      run: (context) => resolveCharges(context, appOf(deps)),
      nextDueAt: (reader) => nextDueIn(reader, fragment`charges`, fragment`next_sync_at`),
    }),
    job('resolve-captures', {
      everyMs: janitorMs,
      run: (context) => resolveCaptures(context, appOf(deps)),
      nextDueAt: (reader) => nextDueIn(reader, fragment`captures`, captureDueAt, isPendingCapture),
    }),
    job('expire-holds', {
      everyMs: janitorMs,
      run: (context) => expireHolds(context, appOf(deps)),
      nextDueAt: (reader) =>
        nextDueIn(reader, fragment`payment_intents`, fragment`capture_before`, fragment`amount_capturable > 0`),
    }),
    job('resolve-refunds', {
      everyMs: janitorMs,
      run: (context) => resolveRefunds(context, appOf(deps)),
      nextDueAt: (reader) => nextDueIn(reader, fragment`refunds`, fragment`next_sync_at`),
    }),
    job('decide-late-successes', {
      everyMs: janitorMs,
      run: (context) => decideLateSuccesses(context, appOf(deps)),
      nextDueAt: (reader) => nextDueIn(reader, fragment`late_successes`, fragment`due_at`),
    }),
    watchLedger(deps, deps.env.MIZAN_LEDGER_VERIFY_SECONDS),
    job('announce-balances', { everyMs: announceMs, run: announceBalances }),
    job('prune-exchange-rates', { everyMs: cleanupMs, run: pruneRates }),
    job('forget-ended-uses', { everyMs: cleanupMs, run: deleteEndedUses }),
    job('make-funds-available', {
      everyMs: availabilityMs,
      run: makeFundsAvailable,
      nextDueAt: (reader) =>
        nextDueIn(reader, fragment`balance_transactions`, fragment`available_on`, fragment`status = 'pending'`),
    }),
  ],
});
