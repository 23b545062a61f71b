import { type CreateRefund, paymentMethods } from '@mizan/contracts';
import { mirrorRefund } from '@mizan/money';
import { failpoint, type LoadContext, log, newId, Problem, type Tx } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import { isReturnedByMerchant, refundsInPart } from '../payment/charge-traits.ts';
import type { ChargeParts } from '../payment/charge.resource.ts';
import { initialRefundStatus } from '../payment/refund-state.ts';
import type { RefundRow } from '../payment/refund.entity.ts';
import { toRefundResource } from '../payment/refund.resource.ts';
import { assertAmountStep } from '../providers/port/capabilities.ts';
import type { RefundOutcome } from '../providers/port/provider-outcome.ts';
import { crashGraceMs } from '../providers/port/sync-schedule.ts';
import { lockRefundableCharge, type Refundable } from './lock-refundable-charge.ts';
import { reserveRefund } from './reserve-refund.ts';
import { sendRefund } from './send-refund.ts';
import { type RefundKey, refundKeyOf } from './settle-refund.ts';

/** A committed and debited refund that the provider is about to be called for. Stored as JSON until it has answered. */
export interface RefundReservation extends RefundKey {
  readonly amount: number;
  /** False while the buyer has to provide bank details. */
  readonly goesToProvider: boolean;
  /** When the provider is queried if this process dies. Absent in those that were stored before it was recorded. */
  readonly fallbackAt?: string;
}

/** A refund to create: for a merchant, or by the platform itself. */
interface RefundRequest extends CreateRefund {
  /** The platform returns what is not the merchant's to keep: it does so also where no address of the buyer is known. */
  readonly isAutomatic?: true;
}

/** How long the buyer has to provide bank details, where the provider cannot return the money by itself. */
const detailsWindowMs = 45 * 24 * 60 * 60_000;

/** How long a repeated request may send a refund: after a day an operator may resolve it. */
const submittedMs = 23 * 60 * 60_000;

/**
 * Reserves `amount` minor units of a captured charge for return to its payer and debits the merchant's balance. First of
 * three phases: `submitRefund` then calls the provider with no transaction open, and `settleRefund` records the outcome
 * together with the response. Refunds of one payment queue on its lock.
 *
 * @throws Problem `charge_disputed`: a dispute of the charge is open
 * @throws Problem `resource_missing`, `charge_not_captured`, `charge_missing_…`, `merchant_not_activated`
 * @throws Problem `resource_invalid_state`: nothing of it was paid, more may be captured, or all of it is refunded
 * @throws Problem `amount_invalid`: more than what is left, a part where the method returns only the whole, or not
 *   supported by the provider
 * @throws Problem `parameter_missing`: no e-mail address to request bank details from, unless the platform returns by itself
 *   what the payment did not need
 * @throws Problem `merchant_no_balance`, `insufficient_balance`: the available balance does not cover it
 */
export async function createRefund(tx: Tx, app: App, body: RefundRequest): Promise<RefundReservation> {
  const target = await lockRefundableCharge(tx, body); // concurrent refunds queue here
  const isOutOfBand = body.outOfBand === true;
  const isNative = !isReturnedByMerchant({ isOutOfBand }, target.charge.row);
  if (isNative) await app.providers.hold(tx, target.charge.row);
  const amount = amountOf(target, body, isNative);
  const { currency } = target.charge.row;
  assertAmountStep(target.charge.row, { amount, currency }, 'amount');
  const refund = newRefund(tx, target, { ...body, amount, isNative, isOutOfBand });
  await reserveRefund(tx, target, refund);
  tx.emit('refund.created', { object: toRefundResource(refund, app), version: refund.version });
  const fallback = refund.nextSyncAt ? { fallbackAt: refund.nextSyncAt.toISOString() } : {};
  return { ...refundKeyOf(refund), amount, goesToProvider: refund.status === 'PENDING', ...fallback };
}

function amountOf(
  { charge: { row }, refundable }: Refundable,
  { amount = refundable }: CreateRefund,
  isNative: boolean,
): number {
  const invalid = (message: string) => new Problem('amount_invalid', message, { param: 'amount' });
  if (amount < 1 || amount > refundable)
    throw invalid(
      `amount must be from 1 to ${refundable}, in the smallest unit of ${row.currency}: that is what is left of the charge to refund. You sent ${amount}.`,
    );
  // What a dispute has taken cannot be refunded: the whole is what is left.
  if (amount < refundable && isNative && !refundsInPart(row))
    throw invalid(
      `${paymentMethods[row.paymentMethod.type].displayName} supports only full refunds. Leave amount out, or send ${refundable}, in the smallest unit of ${row.currency}.`,
    );
  return amount;
}

interface NewRefund extends RefundRequest {
  readonly amount: number;
  readonly isNative: boolean;
  readonly isOutOfBand: boolean;
}

function newRefund(
  { now, scope }: Tx,
  target: Refundable,
  { amount, isNative, isOutOfBand, ...body }: NewRefund,
): RefundRow {
  const { charge } = target;
  const actionExpiresAt = isNative ? null : new Date(now.getTime() + detailsWindowMs);
  return {
    id: newId('re', now.getTime()),
    merchantId: scope.merchantId,
    livemode: scope.livemode,
    version: 1,
    chargeId: charge.row.id,
    paymentIntentId: charge.row.paymentIntentId,
    amount,
    currency: charge.row.currency,
    presentmentDetails: presentmentOf(charge, amount),
    status: initialRefundStatus(isNative),
    isSettled: false,
    isAnnounced: false,
    reason: body.reason ?? null,
    failureReason: null,
    failureMessage: null,
    pendingReason: isNative ? 'processing' : null,
    description: body.description ?? null,
    destinationDetails: null,
    instructionsEmail: isNative ? (body.instructionsEmail ?? null) : emailForDetails(target, body),
    actionExpiresAt,
    emailSentAt: null,
    feeAmount: charge.row.isSurplus ? 0 : (charge.row.feeTerms.refundFixed ?? 0), // no one asked for what was not needed
    receiptNumber: null,
    isSurplus: charge.row.isSurplus,
    isOutOfBand,
    metadata: body.metadata ?? {},
    balanceTransactionId: newId('txn', now.getTime()),
    failureBalanceTransactionId: null,
    reimbursementBalanceTransactionId: null,
    externalRefundId: null,
    nextSyncAt: new Date(now.getTime() + crashGraceMs),
    syncAttempts: 0,
    createdAt: now,
    updatedAt: now,
  };
}

/**
 * The customer of a checkout may be another person, recognized by the same phone: only a customer whom the merchant chose counts
 * there, whose address is the receipt's. Otherwise mail goes to what was entered for this very charge: a later attempt of the same
 * payment may be of another buyer.
 *
 * @returns null where the platform returns surplus money by itself and no address is known: the merchant sends the buyer the page
 * @throws Problem `parameter_missing`: no address is known
 */
function emailForDetails(
  { payment: { intent }, charge: { row } }: Refundable,
  { instructionsEmail: given, isAutomatic }: Pick<RefundRequest, 'instructionsEmail' | 'isAutomatic'>,
): string | null {
  const customer = intent.checkoutSessionId === null ? intent.customer : null;
  const email = given ?? customer?.email ?? row.billingDetails?.email ?? row.receiptEmail;
  if (email) return email;
  if (isAutomatic && row.isSurplus) return null;
  const message = 'instructionsEmail is required: the buyer has to provide bank details for this refund.';
  throw new Problem('parameter_missing', message, { param: 'instructionsEmail' });
}

/** The refund in the currency that the buyer paid in, at the rate of the payment. */
function presentmentOf({ row }: ChargeParts, amount: number): RefundRow['presentmentDetails'] {
  if (!row.presentmentDetails) return null;
  const mirrored = mirrorRefund({
    presentmentTotal: row.presentmentDetails.amount,
    processingTotal: row.amount,
    processingRefunded: row.amountRefunded,
    presentmentRefunded: row.presentmentRefunded,
    amount,
  });
  return { ...row.presentmentDetails, amount: mirrored };
}

/**
 * Has the provider return the money of a committed refund; no transaction is open. The refund's id is the idempotency key.
 * The provider is not called while the buyer has to provide bank details, nor for a refund that has ended or that is too old.
 */
export async function submitRefund(
  { scope, now }: Pick<LoadContext, 'scope' | 'now'>,
  app: App,
  { refundId, chargeId, amount, goesToProvider }: RefundReservation,
): Promise<RefundOutcome | null> {
  if (!goesToProvider) return null;
  failpoint('pay.before_provider');
  const createdAfter = new Date(now.getTime() - submittedMs);
  const outcome = await sendRefund(app, { scope, now, createdAfter }, { refundId, chargeId, amount });
  failpoint('pay.after_provider');
  if (outcome.kind === 'unknown') log.warn({ event: 'refund.outcome_unknown', refundId, err: outcome.cause });
  return outcome;
}
