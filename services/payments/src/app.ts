import type { Charge } from '@mizan/contracts';
import {
  consumer,
  defineService,
  type Deps,
  type DueRows,
  fragment,
  type Job,
  job,
  nextDueIn,
  type Tx,
} from '@mizan/service-kit';
import { answers } from './answers.ts';
import { buildApp } from './build-app.ts';
import { captureDueAt, isPendingCapture, resolveCaptures } from './captures/resolve-captures.ts';
import { captureRoutes } from './captures/routes.ts';
import { deleteEndedCardAttempts } from './card-testing/count-card-attempts.ts';
import { chargeRoutes } from './charges/routes.ts';
import { env } from './config.ts';
import { loseMissedDisputes } from './disputes/lose-missed-disputes.ts';
import { isDisputedBySimulator, onCharge } from './disputes/on-charge.ts';
import { resolveDisputes } from './disputes/resolve-disputes.ts';
import { disputeRoutes } from './disputes/routes.ts';
import { isWatched, watchChargebacks, watchForChargebacks } from './disputes/watch-chargebacks.ts';
import { pruneRates } from './exchange-rates/prune-rates.ts';
import { exchangeRateRoutes } from './exchange-rates/routes.ts';
import { deleteOldClosedAttempts } from './intents/close-attempt.ts';
import { onCustomerDeleted as movePayments } from './intents/on-customer-deleted.ts';
import { paymentIntentRoutes } from './intents/routes.ts';
import { decideLateSuccesses } from './late-successes/decide-late-successes.ts';
import { findSurplusKept } from './late-successes/find-surplus-kept.ts';
import { announceBalances } from './ledger/announce-balances.ts';
import type { JournalEntry } from './ledger/journals.ts';
import { makeFundsAvailable } from './ledger/make-funds-available.ts';
import { onAccountCreated } from './ledger/on-account-created.ts';
import { isCaptured, onCharges } from './ledger/on-charge.ts';
import { onRefundsCreated, onRefundFailed } from './ledger/on-refund.ts';
import { ledgerSums, resetTestLedger } from './ledger/reset-test-ledger.ts';
import { ledgerRoutes } from './ledger/routes.ts';
import { watchLedger } from './ledger/watch-ledger.ts';
import { namesConfiguration, onCheckoutSession } from './payment-method-configurations/on-checkout-session.ts';
import { onPaymentLinkCreated, onPaymentLinkUpdated } from './payment-method-configurations/on-payment-link.ts';
import { configurationRoutes } from './payment-method-configurations/routes.ts';
import { deleteEndedUses } from './payment-method-configurations/use-payment-method-configuration.ts';
import { onCustomerDeleted as moveSavedMethods } from './payment-methods/on-customer-deleted.ts';
import { findProviderProblems } from './providers/find-provider-problems.ts';
import type { App } from './payment/app.ts';
import { providerCallbackRoutes } from './provider-callbacks/routes.ts';
import { accountConnectionRoutes, providerConnectionRoutes } from './provider-connections/routes.ts';
import { payoutRoutes } from './payouts/routes.ts';
import { runPayoutSchedules } from './payouts/run-payout-schedules.ts';
import { receiptRoutes } from './receipts/routes.ts';
import { reconciliationRoutes } from './reconciliation/routes.ts';
import { refundPageRoutes } from './refund-page/routes.ts';
import { onMailAccepted } from './refunds/on-mail-accepted.ts';
import { forgetTransfers } from './refunds/transfer-details.ts';
import { resolveRefunds } from './refunds/resolve-refunds.ts';
import { refundRoutes } from './refunds/routes.ts';
import { reportRoutes } from './reports/routes.ts';
import { findHeldMoney } from './restores/find-held-money.ts';
import { restoreRoutes } from './restores/routes.ts';
import { expireHolds } from './settle/expire-holds.ts';
import { resolveCharges } from './settle/resolve-charges.ts';
import { simulatorRoutes } from './simulator-page/routes.ts';
import { testHelperRoutes } from './test-helpers/routes.ts';

const janitorMs = 1_000; // a lost answer is queried after ten seconds, not eleven
const announceMs = 100; // a merchant waits for this event at most as long as for any other
const availabilityMs = 15_000; // funds wait for days: a quarter of a minute does not matter
const cleanupMs = 600_000; // these rows are not shown; they only take space

/** Rows that are no longer needed, of three tables. */
const deleteEndedRows: Job['run'] = async (context) =>
  (await deleteEndedUses(context)) + (await deleteOldClosedAttempts(context)) + (await forgetTransfers(context));

/** A job that handles the rows of a table that are due. */
const janitor = (name: string, run: Job['run'], due: DueRows): Job =>
  job(name, { everyMs: janitorMs, run, nextDueAt: (reader) => nextDueIn(reader, due) });

/** How disputes follow the events of their charges: at once in test mode; found by later queries at some providers. */
const disputesOf = (app: App) => ({
  when: (charge: Charge) => isDisputedBySimulator(charge) || isWatched(app, charge),
  handle: (tx: Tx, event: Parameters<typeof onCharge>[2]) =>
    isDisputedBySimulator(event.object) ? onCharge(tx, app, event) : watchForChargebacks(tx, event),
});

/** Payment intents, charges, refunds, disputes, the ledger, and the simulator that plays the processor of test mode. */
export const payments = defineService({
  name: 'payments',
  env,
  orm: () => import('../mikro-orm.config.ts'),
  build: (deps: Deps<typeof env>) => {
    deps.upkeep.lookFor(findProviderProblems);
    deps.upkeep.lookFor(findSurplusKept);
    deps.upkeep.lookFor(findHeldMoney);
    return buildApp(deps);
  },
  routes: (app) => ({
    ...paymentIntentRoutes(app),
    ...captureRoutes(app),
    ...chargeRoutes(app),
    ...receiptRoutes(app),
    ...refundRoutes(app),
    ...refundPageRoutes(app),
    ...disputeRoutes(app),
    ...payoutRoutes(app),
    ...reportRoutes(app),
    ...ledgerRoutes(app),
    ...configurationRoutes,
    ...exchangeRateRoutes,
    ...simulatorRoutes(app),
    ...testHelperRoutes(app),
    ...providerConnectionRoutes(app),
    ...accountConnectionRoutes(app),
    ...providerCallbackRoutes(app),
    ...reconciliationRoutes(app),
    ...restoreRoutes,
  }),
  answers,
  testData: {
    // The ledger is append-only; versions of the balance only grow; a connection is configuration, not data; nor is who downloads.
    keep: [
      'ledger_tx',
      'ledger_entries',
      'ledger_accounts',
      'ledger_sums',
      'balance_announcements',
      'provider_connections',
      'report_downloads',
    ],
    lock: ['ledger_accounts'],
    observe: ledgerSums,
    finish: (tx, sums) => resetTestLedger(tx, sums as JournalEntry[]),
  },
  // Each consumer gives the same result for any order and any number of repetitions of its events.
  consumers: (app) => [
    consumer({
      name: 'ledger',
      purpose: 'records sales, refunds and the float of test mode in the ledger, and numbers their receipts',
      on: {
        'charge.succeeded': { when: isCaptured, handleAll: onCharges },
        'charge.captured': { when: isCaptured, handleAll: onCharges },
        'charge.updated': { when: isCaptured, handleAll: onCharges },
        'refund.created': { handleAll: onRefundsCreated },
        'refund.failed': onRefundFailed,
        'refund.canceled': onRefundFailed,
        'account.created': onAccountCreated,
      },
    }),
    consumer({
      name: 'disputes',
      purpose: 'opens the disputes of test cards whose payer objects, and watches live charges for chargebacks',
      on: {
        'charge.succeeded': disputesOf(app),
        'charge.captured': disputesOf(app),
        'charge.updated': disputesOf(app),
        'charge.expired': disputesOf(app),
      },
    }),
    consumer({
      name: 'refunds',
      purpose: 'records when the mail that requests the details of a refund was accepted',
      on: { 'mail.accepted': (tx, event) => onMailAccepted(tx, app, event) },
    }),
    consumer({
      name: 'customers',
      purpose: 'moves the payments of merged customers and anonymises those of deleted ones',
      on: { 'customer.deleted': movePayments(app) },
    }),
    consumer({
      name: 'payment-methods',
      purpose: 'moves the saved cards of merged customers and deletes those of deleted ones',
      on: { 'customer.deleted': moveSavedMethods(app) },
    }),
    consumer({
      name: 'configurations',
      purpose: 'protects the payment method configurations that open sessions and payment links use',
      on: {
        'checkout.session.completed': { when: namesConfiguration, handle: onCheckoutSession },
        'checkout.session.expired': { when: namesConfiguration, handle: onCheckoutSession },
        'payment_link.created': onPaymentLinkCreated,
        'payment_link.updated': onPaymentLinkUpdated,
      },
    }),
  ],
  listeners: ({ accounts }) => [accounts.listener],
  jobs: (app) => [
    deleteEndedCardAttempts,
    janitor('resolve-charges', (context) => resolveCharges(context, app), {
      table: fragment`charges`,
      column: fragment`next_sync_at`,
    }),
    janitor('resolve-captures', (context) => resolveCaptures(context, app), {
      table: fragment`captures`,
      column: captureDueAt,
      where: isPendingCapture,
    }),
    janitor('expire-holds', (context) => expireHolds(context, app), {
      table: fragment`payment_intents`,
      column: fragment`capture_before`,
      where: fragment`amount_capturable > 0`,
    }),
    janitor('resolve-refunds', (context) => resolveRefunds(context, app), {
      table: fragment`refunds`,
      column: fragment`next_sync_at`,
    }),
    janitor('lose-missed-disputes', (context) => loseMissedDisputes(context, app), {
      table: fragment`disputes`,
      column: fragment`lost_at`,
    }),
    janitor('resolve-disputes', (context) => resolveDisputes(context, app), {
      table: fragment`dispute_notices`,
      column: fragment`due_at`,
    }),
    janitor('watch-chargebacks', (context) => watchChargebacks(context, app), {
      table: fragment`chargeback_watches`,
      column: fragment`due_at`,
    }),
    janitor('run-payout-schedules', (context) => runPayoutSchedules(context, app), {
      table: fragment`payout_schedules`,
      column: fragment`next_payout_at`,
    }),
    janitor('decide-late-successes', (context) => decideLateSuccesses(context, app), {
      table: fragment`late_successes`,
      column: fragment`due_at`,
    }),
    watchLedger(app, app.ledgerVerifySeconds),
    job('announce-balances', { everyMs: announceMs, run: announceBalances }),
    job('prune-exchange-rates', { everyMs: cleanupMs, run: pruneRates }),
    job('forget-ended-uses', { everyMs: cleanupMs, run: deleteEndedRows }),
    job('make-funds-available', {
      everyMs: availabilityMs,
      run: makeFundsAvailable,
      nextDueAt: (reader) =>
        nextDueIn(reader, {
          table: fragment`balance_transactions`,
          column: fragment`available_on`,
          where: fragment`status = 'pending'`,
        }),
    }),
  ],
});
