import type { CreateCheckoutSession, CheckoutSession } from '@mizan/contracts';
import type { Tx } from '@mizan/service-kit';
import { publishPriceUses } from '../session/line-prices.ts';
import { type SessionDependencies, newSession } from '../session/new-session.ts';
import { insertSession } from '../session/session-rows.ts';
import { type Rendering, toSessionResource, toSessionEvent } from '../session/session.resource.ts';

/**
 * Writes the session that {@link prepareSession} allowed, with its event.
 *
 * @returns the session as the merchant's API shows it
 */
export async function createCheckoutSession(
  rendering: Rendering,
  tx: Tx,
  body: CreateCheckoutSession,
  facts: SessionDependencies,
): Promise<CheckoutSession> {
  const session = newSession(tx, body, facts);
  await insertSession(tx, session);
  const resource = toSessionResource(session, rendering, tx.now);
  tx.emit('checkout.session.created', { object: toSessionEvent(resource), version: session.version });
  publishPriceUses(tx, session.id, facts.firstUses ?? []);
  return resource;
}
