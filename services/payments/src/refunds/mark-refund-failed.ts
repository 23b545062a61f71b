import type { MarkRefundFailed, Refund } from '@mizan/contracts';
import type { Tx } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import { markRefund } from './mark-refund.ts';

/** Records that the merchant could not return the money: it is credited to the balance. @throws Problem as `markRefundPaid` */
export const markRefundFailed = (
  tx: Tx,
  app: App,
  { id, failureReason }: MarkRefundFailed & { readonly id: string },
): Promise<Refund> =>
  markRefund(tx, app, {
    id,
    answer: { kind: 'failed', failureReason, message: 'The merchant could not return the money.', reference: null },
  });
