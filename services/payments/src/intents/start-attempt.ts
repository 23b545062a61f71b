import type { AccountProfile } from '@mizan/contracts';
import type { FeeTerms } from '@mizan/money';
import { countRows, fragment, newId, own, Problem, type Tx, withUnstored } from '@mizan/service-kit';
import { type ConversionRate, convertedAmounts } from '../exchange-rates/converted-amounts.ts';
import { toPaymentMethodResource, valuPlanOf } from '../payment-methods/payment-method.resource.ts';
import type { App } from '../payment/app.ts';
import type { ChargeRow } from '../payment/charge.entity.ts';
import { charges } from '../payment/charge.table.ts';
import { transition } from '../payment/payment-intent-state.ts';
import type { PaymentIntentRow } from '../payment/payment-intent.entity.ts';
import { paymentIntents } from '../payment/payment-intent.table.ts';
import { type CommittedPayment, updateIntent } from '../payment/payment.ts';
import type { ProviderMethod } from '../providers/port/provider-method.ts';
import type { ChargeRoute, FallbackRoute } from '../providers/port/provider.ts';
import { crashGraceMs } from '../providers/port/sync-schedule.ts';
import { oneMore } from '../tables/counted.ts';

/**
 * What an attempt to pay is about, whether a checkout or the merchant's server confirms: `amount` in minor units of
 * `currency`; `presentmentDetails`, what the buyer pays in the currency of the prices, null when that is `currency`.
 */
export type AttemptTerms = Pick<
  ChargeRow,
  | 'checkoutSessionId'
  | 'customerId'
  | 'attempt'
  | 'amount'
  | 'currency'
  | 'captureMethod'
  | 'receiptEmail'
  | 'billingDetails'
  | 'holdId'
  | 'merchantOrigin'
  | 'geocoding'
  | 'returnUrl'
  | 'presentmentDetails'
  | 'sessionExpiresAt'
>;

/** What is loaded before the first transaction of a confirm. */
export interface LoadedAttempt {
  readonly account: AccountProfile;
  /** Who takes it. Without card number and security code: from here on they are in no variable and no row. */
  readonly route: ChargeRoute;
  /** Who takes it where nothing can be sent to the first. */
  readonly fallbacks: readonly FallbackRoute[];
  readonly feeTerms: FeeTerms;
  /** From the currency that is processed into the others that the account accepts. */
  readonly rates: readonly ConversionRate[];
  /** Of a method that was attached before; a new one gets a new id. */
  readonly methodId?: string;
  /** Id of the saved method that the request names. */
  readonly savedId?: string;
}

/** An attempt before it is written. */
export interface NewAttempt extends Pick<LoadedAttempt, 'fallbacks'> {
  readonly charge: ChargeRow;
}

/** A committed charge that the provider is about to be called for. Stored as JSON until it has answered. */
export interface ChargeReservation extends Pick<
  ChargeRow,
  'paymentIntentId' | 'amount' | 'currency' | 'captureMethod'
> {
  readonly chargeId: string;
  readonly method: ProviderMethod;
  readonly fallbacks?: readonly FallbackRoute[];
  /** When the provider is queried should this process die, as ISO text; absent in what an earlier version stored. */
  readonly fallbackAt?: string;
  /** The payment with the charge. Not stored: only the process that committed it knows. */
  readonly committed?: CommittedPayment;
}

/**
 * Commits another attempt at a payment whose row is locked, while the connection to the provider is held.
 *
 * @param intent with all changes but those of the attempt itself
 * @throws Problem `payment_still_confirming`, `payment_already_completed`, `resource_invalid_state`
 * @throws Problem `parameter_missing`: nothing would show the buyer where to send the money
 */
export async function startAttempt(
  tx: Tx,
  intent: PaymentIntentRow,
  { charge, fallbacks }: NewAttempt,
): Promise<ChargeReservation> {
  const moved = transition(intent.status, 'confirm');
  if ('refusal' in moved) throw new Problem(moved.refusal, confirmRefusals[moved.refusal]);
  assertBuyerReturns(charge);
  // An attempt whose buyer has acted waits for the server's confirm; its intent alone does not show that it is open.
  const hasNoOther = fragment`not exists (
    select 1 from charges where ${own(tx)} and payment_intent_id = ${intent.id} and status = 'PENDING')`;
  const attempted = attemptedIntent(tx, intent, charge);
  const made = await tx.one<Pick<CommittedPayment, 'writtenBy'>>`
    with intent as (${updateIntent(attempted)}), counted as (${countRows(tx, oneMore('charges'))})
    ${charges.insertWhere(hasNoOther, charge)} returning xmin::text as written_by`;
  if (!made) throw new Problem('payment_still_confirming', confirmRefusals.payment_still_confirming);
  return intent.attempts === 0
    ? firstReservation(made, attempted, { charge, fallbacks })
    : reservationOf(charge, fallbacks);
}

/** Where the merchant receives the money without a provider, only the merchant's page can show the buyer where to send it. */
function assertBuyerReturns({ paymentMethod: { receiver, type }, returnUrl }: ChargeRow): void {
  if (!receiver || returnUrl !== null) return;
  throw new Problem(
    'parameter_missing',
    `returnUrl is required for ${type} in live mode: the buyer is sent there, and nextAction says where to send the money.`,
    { param: 'returnUrl' },
  );
}

/** The reservation of a payment's first charge, which the same transaction wrote with the intent. */
export const firstReservation = (
  { writtenBy }: Pick<CommittedPayment, 'writtenBy'>,
  intent: PaymentIntentRow,
  { charge, fallbacks }: NewAttempt,
): ChargeReservation => {
  const parts = { row: charges.asRead(charge), movement: null, refunds: [] };
  return withUnstored(reservationOf(charge, fallbacks), {
    committed: { intent: paymentIntents.asRead(intent), charges: [parts], writtenBy },
  });
};

/** Messages of a refused confirm, by code. */
export const confirmRefusals = {
  payment_still_confirming: 'A payment attempt is in progress and its outcome is not known yet.',
  payment_already_completed: 'The payment has already succeeded.',
  resource_invalid_state: 'The payment can no longer be confirmed.',
} as const;

export const reservationOf = (charge: ChargeRow, fallbacks: readonly FallbackRoute[] = []): ChargeReservation => ({
  paymentIntentId: charge.paymentIntentId,
  chargeId: charge.id,
  amount: charge.amount,
  currency: charge.currency,
  captureMethod: charge.captureMethod,
  method: charge.paymentMethod,
  ...(fallbacks.length > 0 ? { fallbacks } : {}),
  ...(charge.nextSyncAt ? { fallbackAt: charge.nextSyncAt.toISOString() } : {}),
});

/** What every intent starts with, before its first attempt. */
export const newIntentRow = ({ scope: { merchantId, livemode }, now }: Pick<Tx, 'scope' | 'now'>) => ({
  id: newId('pi', now.getTime()),
  merchantId,
  livemode,
  version: 1,
  amountCapturable: 0,
  amountReceived: 0,
  amountRefunded: 0,
  captureBefore: null,
  canceledAt: null,
  cancellationReason: null,
  nextAction: null,
  lastPaymentError: null,
  attempts: 0,
  createdAt: now,
  updatedAt: now,
});

/** The intent while the provider is called for `charge`. */
export const attemptedIntent = (
  { now }: Pick<Tx, 'now'>,
  intent: PaymentIntentRow,
  charge: ChargeRow,
): PaymentIntentRow => ({
  ...intent,
  status: 'PROCESSING',
  paymentMethod:
    charge.paymentMethodId === intent.attachedMethod?.id
      ? intent.paymentMethod
      : toPaymentMethodResource(
          {
            id: charge.paymentMethodId,
            method: charge.paymentMethod,
            billingDetails: charge.billingDetails,
            createdAt: charge.paymentMethod.savedAt ?? charge.createdAt.toISOString(),
          },
          charge.paymentMethodDetails.valu,
        ),
  attachedMethod: null,
  nextAction: null,
  lastPaymentError: null,
  attempts: intent.attempts + 1,
  updatedAt: now,
});

/** The charge of an attempt, before it is written. */
export const newCharge = (
  { scope, now }: Pick<Tx, 'scope' | 'now'>,
  { settlementRulesOf }: App,
  {
    intentId,
    terms,
    loaded: { account, route, feeTerms, rates, methodId, savedId },
  }: { readonly intentId: string; readonly terms: AttemptTerms; readonly loaded: LoadedAttempt },
): ChargeRow => ({
  ...terms,
  id: newId('ch', now.getTime()),
  merchantId: scope.merchantId,
  livemode: scope.livemode,
  version: 0,
  paymentIntentId: intentId,
  amountCaptured: 0,
  amountRefunded: 0,
  amountLost: 0,
  amountReported: 0,
  lateReceipt: null,
  convertedAmounts: convertedAmounts(terms, rates),
  presentmentRefunded: 0,
  status: 'PENDING',
  capturedAt: null,
  disputed: false,
  failureCode: null,
  failureMessage: null,
  outcome: null,
  paymentMethodId: methodId ?? savedId ?? newId('pm', now.getTime()),
  paymentMethod: route.method,
  paymentMethodDetails: {
    type: route.method.type,
    card: route.method.card,
    wallet: route.method.wallet ?? null,
    valu: valuPlanOf(route.method, terms.amount),
    voucher: null,
    bankTransfer: null,
  },
  feeTerms,
  balanceTransactionId: null,
  isSurplus: false,
  provider: route.provider,
  connectionId: route.connectionId,
  settlesTo: route.settlesTo,
  externalChargeId: null,
  providerFee: null,
  statementDescriptor: account.displayName.toUpperCase().slice(0, 22), // card networks print no more
  settlementModel: settlementRulesOf(scope).isInstant ? 'instant' : 'deferred',
  actionAnswer: null,
  nextSyncAt: new Date(now.getTime() + crashGraceMs),
  queriedAt: null,
  syncAttempts: 0,
  createdAt: now,
  updatedAt: now,
});
