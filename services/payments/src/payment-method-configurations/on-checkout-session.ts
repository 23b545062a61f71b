import type { BusEvent, Tx } from '@mizan/service-kit';
import { endUses } from './use-payment-method-configuration.ts';

/** A session that has ended no longer uses its configuration. */
export async function onCheckoutSession(
  tx: Tx,
  { object }: BusEvent<'checkout.session.completed' | 'checkout.session.expired'>,
): Promise<void> {
  if (object.paymentMethodConfigurationId !== undefined) await endUses(tx, object.id);
}
