import { type Charge, paymentMethods } from '@mizan/contracts';
import type { App } from './app.ts';
import type { BalanceTransactionRow } from './balance-transaction.entity.ts';
import { toBalanceTransactionResource } from './balance-transaction.resource.ts';
import type { ChargeRow } from './charge.entity.ts';
import { isReceivedByHand, refundsInPart, refundsNatively } from './charge-traits.ts';
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
export function toChargeResource(
  { row, movement, refunds }: ChargeParts,
  app: Pick<App, 'receipts' | 'refundPages'>,
): Charge {
  const isPaid = row.status === 'SUCCEEDED' || row.status === 'REFUNDED';
  return {
    id: row.id,
    object: 'charge',
    amount: row.amount,
    amountCaptured: row.amountCaptured,
    amountRefunded: row.amountRefunded,
    // Paid is paid in full: who said so may have been the bank or the courier, and no receipt.
    ...(isReceivedByHand(row) ? { amountReceived: isPaid ? row.amount : row.amountReported } : {}),
    currency: row.currency,
    createdAt: row.createdAt.toISOString(),
    status: row.status,
    paid: isPaid,
    refunded: row.status === 'REFUNDED',
    captured: row.amountCaptured > 0,
    capturedAt: row.capturedAt?.toISOString() ?? null,
    failureCode: row.failureCode,
    failureMessage: row.failureMessage,
    receiptUrl: row.amountCaptured > 0 ? app.receipts.urlOf(row.id) : null,
    receiptEmail: row.receiptEmail,
    billingDetails: row.billingDetails,
    paymentMethodDetails: row.paymentMethodDetails,
    outcome: row.outcome,
    balanceTransaction: movement && toBalanceTransactionResource(movement),
    presentmentDetails: row.presentmentDetails,
    ...(row.convertedAmounts === null ? {} : { convertedAmounts: row.convertedAmounts }),
    refunds: refunds.map((refund) => toRefundResource(refund, app)),
    paymentIntentId: row.paymentIntentId,
    paymentMethodId: row.paymentMethodId,
    calculatedStatementDescriptor: row.statementDescriptor,
    disputed: row.disputed,
    externalChargeId: row.externalChargeId,
    config: {
      provider: row.provider,
      connectionId: row.connectionId,
      captureMethod: row.captureMethod,
      ...(row.providerFee && { providerFee: row.providerFee }),
    },
    geocoding: row.geocoding,
    session: row.checkoutSessionId === null ? null : { checkoutSessionId: row.checkoutSessionId },
    merchantOrigin: row.merchantOrigin,
    merchantDomain: row.merchantOrigin && (URL.parse(row.merchantOrigin)?.hostname ?? null),
    processorCapabilities: capabilitiesOf(row),
    activeHoldId: row.holdId,
    settlementModel: row.settlesTo === 'merchant' ? 'instant' : row.settlementModel, // the platform holds nothing back
  };
}

function capabilitiesOf(row: ChargeRow): NonNullable<Charge['processorCapabilities']> {
  const { supportsManualCapture } = paymentMethods[row.paymentMethod.type];
  return {
    supportsManualCapture,
    supportsPartialCapture: supportsManualCapture,
    supportsRefund: refundsNatively(row),
    supportsPartialRefund: refundsInPart(row),
  };
}
