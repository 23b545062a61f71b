import type { Refund } from '@mizan/contracts';
import type { App } from './app.ts';
import type { RefundRow } from './refund.entity.ts';

/** The refund as the API and its events show it. Fields that say nothing are left out, as the specification has it. */
export const toRefundResource = (row: RefundRow, app: Pick<App, 'refundPages'>): Refund => ({
  id: row.id,
  object: 'refund',
  amount: row.amount,
  chargeId: row.chargeId,
  paymentIntentId: row.paymentIntentId,
  balanceTransactionId: row.balanceTransactionId,
  failureBalanceTransactionId: row.failureBalanceTransactionId ?? undefined,
  externalRefundId: row.externalRefundId ?? undefined,
  createdAt: row.createdAt.toISOString(),
  currency: row.currency,
  presentmentDetails: row.presentmentDetails ?? undefined,
  status: row.status,
  reason: row.reason ?? undefined,
  failureReason: row.failureReason ?? undefined,
  failureCode: row.failureReason ?? undefined,
  failureMessage: row.failureMessage ?? undefined,
  pendingReason: row.pendingReason ?? undefined,
  description: row.description ?? undefined,
  destinationDetails: row.destinationDetails ?? undefined,
  nextAction: nextActionOf(row, app),
  instructionsEmail: row.instructionsEmail ?? undefined,
  receiptNumber: row.receiptNumber ?? undefined,
  feeAmount: row.feeAmount,
  ...(row.isSurplus ? { surplus: true } : {}),
  ...(row.isOutOfBand ? { outOfBand: true } : {}),
  metadata: row.metadata,
});

function nextActionOf(row: RefundRow, { refundPages }: Pick<App, 'refundPages'>): Refund['nextAction'] {
  if (row.status !== 'REQUIRES_ACTION' || !row.actionExpiresAt) return undefined;
  return {
    type: 'display_details',
    displayDetails: {
      url: refundPages.urlOf(row.id),
      emailSentAt: row.emailSentAt?.toISOString() ?? null,
      emailSentTo: row.instructionsEmail ?? '',
      expiresAt: row.actionExpiresAt.toISOString(),
    },
  };
}
