import type { CheckoutSession } from '@mizan/contracts';
import type { consumer, Tx } from '@mizan/service-kit';
import { endUses } from './use-payment-method-configuration.ts';

/** A session that has ended no longer uses its configuration. */
export const onCheckoutSession = {
  'checkout.session.completed': (tx, { object }) => endSession(tx, object),
  'checkout.session.expired': (tx, { object }) => endSession(tx, object),
} satisfies Parameters<typeof consumer>[1];

async function endSession(
  tx: Tx,
  { id, paymentMethodConfigurationId }: Pick<CheckoutSession, 'id' | 'paymentMethodConfigurationId'>,
): Promise<void> {
  if (paymentMethodConfigurationId !== undefined) await endUses(tx, id);
}
