import type { CheckoutSession } from '@mizan/contracts';
import type { BusEvent, Tx } from '@mizan/service-kit';
import { endUses } from './use-payment-method-configuration.ts';

/** Whether a session uses a configuration. */
export const namesConfiguration = (session: Pick<CheckoutSession, 'paymentMethodConfigurationId'>): boolean =>
  session.paymentMethodConfigurationId !== undefined;

/** A session that has ended no longer uses its configuration. */
export const onCheckoutSession = (
  tx: Tx,
  { object }: BusEvent<'checkout.session.completed' | 'checkout.session.expired'>,
): Promise<void> => endUses(tx, object.id);
