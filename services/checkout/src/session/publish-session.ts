import type { CheckoutSession } from '@mizan/contracts';
import type { Tx } from '@mizan/service-kit';
import type { App } from '../config.ts';
import type { SessionTransition } from './session-state.ts';
import { toSessionResource } from './session.resource.ts';
import type { Session } from './session.ts';

type SessionEvent = 'checkout.session.created' | NonNullable<SessionTransition['event']>;

/** Emits an event of a session as it is now. @returns the session as the merchant's API shows it */
export function publishSession(
  tx: Tx,
  app: App,
  { type, session }: { readonly type: SessionEvent; readonly session: Session },
): CheckoutSession {
  const resource = toSessionResource(session, app, tx.now);
  tx.emit(type, { object: toSessionEvent(resource), version: session.version });
  return resource;
}

/** Line items of one event, characters of JSON: the bus accepts messages of 1 MiB. Webhooks leave out more. */
const maxLineItemsLength = 384 * 1024;

/** A session as an event carries it: without the line items that would make it too large, marked as truncated. */
function toSessionEvent(resource: CheckoutSession): CheckoutSession {
  let left = maxLineItemsLength;
  const end = resource.lineItems.findIndex((item) => (left -= JSON.stringify(item).length) < 0);
  return end < 0 ? resource : { ...resource, lineItems: resource.lineItems.slice(0, end), lineItemsTruncated: true };
}
