import type { MarkRefundPaid, Refund } from '@mizan/contracts';
import type { Tx } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import { markRefund } from './mark-refund.ts';
import { findTransfer } from './transfer-details.ts';

/**
 * Records that the merchant has returned the money itself, where no provider does.
 *
 * @throws Problem `resource_missing`; `resource_invalid_state`: a provider returns it, or the refund has ended
 */
export async function markRefundPaid(
  tx: Tx,
  app: App,
  { id, reference }: MarkRefundPaid & { readonly id: string },
): Promise<Refund> {
  const sentTo = await findTransfer(tx, app, id);
  return markRefund(tx, app, {
    id,
    answer: {
      kind: 'succeeded',
      reference: reference ?? `manual_${id}`,
      networkReference: reference ?? null,
      checkAgainAt: null,
      ...(sentTo && { sentTo }),
    },
  });
}
