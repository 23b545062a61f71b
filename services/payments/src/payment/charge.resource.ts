import { type Charge, paymentMethods } from '@mizan/contracts';
import type { BalanceTransactionRow } from './balance-transaction.entity.ts';
import { toBalanceTransactionResource } from './balance-transaction.resource.ts';
import type { ChargeRow } from './charge.entity.ts';
import type { RefundRow } from './refund.entity.ts';
import { toRefundResource } from './refund.resource.ts';

/** A charge with what its resource shows beside it. */
export interface ChargeParts {
  readonly row: ChargeRow;
  /** The movement of its capture; null until there is one. */
  readonly movement: BalanceTransactionRow | null;
  /** Oldest first. */
  readonly refunds: readonly RefundRow[];
}

/** The charge as the API and its events show it. */
export function toChargeResource({ row, movement, refunds }: ChargeParts): Charge {
  const isPaid = row.status === 'SUCCEEDED' || row.status === 'REFUNDED';
  return {
    id: row.id,
    object: 'charge',
    amount: row.amount,
    amountCaptured: row.amount_captured,
    amountRefunded: row.amount_refunded,
    // Paid is paid in full: who said so may have been the bank or the courier, and no receipt.
    ...(isReceivedByHand(row) ? { amountReceived: isPaid ? row.amount : row.amount_reported } : {}),
    currency: row.currency,
    createdAt: row.created_at.toISOString(),
    status: row.status,
    paid: isPaid,
    refunded: row.status === 'REFUNDED',
    captured: row.amount_captured > 0,
    capturedAt: row.captured_at?.toISOString() ?? null,
    failureCode: row.failure_code,
    failureMessage: row.failure_message,
    receiptUrl: null,
    receiptEmail: row.receipt_email,
    billingDetails: row.billing_details,
    paymentMethodDetails: row.payment_method_details,
    outcome: row.outcome,
    balanceTransaction: movement && toBalanceTransactionResource(movement),
    presentmentDetails: row.presentment_details,
    ...(row.converted_amounts === null ? {} : { convertedAmounts: row.converted_amounts }),
    refunds: refunds.map(toRefundResource),
    paymentIntentId: row.payment_intent_id,
    paymentMethodId: row.payment_method_id,
    calculatedStatementDescriptor: row.statement_descriptor,
    disputed: row.disputed,
    externalChargeId: row.external_charge_id,
    config: { provider: row.provider, captureMethod: row.capture_method },
    geocoding: null,
    session: row.checkout_session_id === null ? null : { checkoutSessionId: row.checkout_session_id },
    merchantOrigin: row.merchant_origin,
    merchantDomain: row.merchant_origin && (URL.parse(row.merchant_origin)?.hostname ?? null),
    processorCapabilities: capabilitiesOf(row.payment_method.type),
    activeHoldId: row.hold_id,
    settlementModel: row.settlement_model,
  };
}

/** Whether the merchant says what came in: cash and bank transfers. */
const isReceivedByHand = ({ payment_method }: ChargeRow): boolean =>
  paymentMethods[payment_method.type].paymentConfirmation === 'manual';

function capabilitiesOf(type: ChargeRow['payment_method']['type']): NonNullable<Charge['processorCapabilities']> {
  const { supportsManualCapture, supportsPartialRefund, refundsNatively } = paymentMethods[type];
  return {
    supportsManualCapture,
    supportsPartialCapture: supportsManualCapture,
    supportsRefund: refundsNatively,
    supportsPartialRefund,
  };
}
