import { orderOf, type CheckoutSession } from '@mizan/contracts';
import { newId, type TxAtOnce } from '@mizan/service-kit';
import type { App } from '../config.ts';
import { countCheckout } from './count-checkout.ts';
import type { SessionTransition } from './session-state.ts';
import { toSessionResource } from './session.resource.ts';
import type { Session } from './session.ts';

type SessionEvent = 'checkout.session.created' | NonNullable<SessionTransition['event']>;

/** The events that record a sale. */
const sales: readonly SessionEvent[] = ['checkout.session.completed', 'checkout.session.async_payment_succeeded'];

/**
 * Emits an event of a session as it is now. When it had to cut the line items of a sale, the order follows with all of
 * them, for the services that record it.
 *
 * @returns the session as the merchant's API shows it
 */
export function publishSession(
  tx: TxAtOnce,
  app: App,
  { type, session }: { readonly type: SessionEvent; readonly session: Session },
): CheckoutSession {
  const resource = toSessionResource(session, app, tx.now);
  const cut = tx.emit(type, { object: resource, version: session.version });
  if (cut.includes('lineItems') && sales.includes(type))
    tx.emit('checkout.lines_sold', { object: orderOf(resource, newId('order')), version: 1 });
  const step = type === 'checkout.session.created' ? 'created' : stepOfSale(type, session);
  if (step) tx.afterCommit(() => countCheckout(app, session, step));
  return resource;
}

const stepOfSale = (type: SessionEvent, { paymentStatus }: Session): 'paid' | undefined =>
  sales.includes(type) && paymentStatus === 'paid' ? 'paid' : undefined;
