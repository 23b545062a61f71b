import { createHash } from 'node:crypto';
import type { SessionCustomer } from '@mizan/contracts';
import { Problem, type BoundCalls } from '@mizan/service-kit';
import type { Session } from '../sessions/session.ts';
import type { Buyer } from './buyer-details.ts';

/**
 * The customer whom a confirm's money will count for: the one that the merchant chose, one that the buyer's details
 * belong to, or a new guest. Asked before the session is held, so that whoever completes it knows the customer. Repeats
 * before an attempt has begun find the same one; a later attempt asks anew, because a guest may have been merged into
 * another or deleted since.
 */
export async function resolveBuyer(session: Session, buyer: Buyer, calls: BoundCalls): Promise<SessionCustomer> {
  const { settings, attempt } = session;
  const unnamed = await unnamedGuestOf(session, buyer, calls);
  if (unnamed) return unnamed;
  const request = {
    checkoutSessionId: session.id,
    customerId: settings.customerId ?? null,
    customerCreation: settings.customerCreation,
    customerUpdate: settings.customerUpdate,
    name: buyer.name,
    email: buyer.email,
    phone: buyer.phone,
    address: buyer.address ?? null,
    shipping: buyer.shipping,
    cardFingerprint: null,
    currency: session.currency,
  };
  const details = createHash('sha256').update(JSON.stringify(request)).digest('base64url').slice(0, 22);
  const idempotencyKey = `${session.id}:customer:${attempt}:${details}`;
  const { customer } = await calls.resolveCustomer(request, { idempotencyKey });
  return customer;
}

/** The guest of an earlier attempt whose buyer still gives nothing to be recognised by, unless it was deleted. */
async function unnamedGuestOf(
  { settings, customerId, customer }: Session,
  { email, phone }: Buyer,
  calls: BoundCalls,
): Promise<SessionCustomer | undefined> {
  const known = [settings.customerId, email, phone, customer?.email, customer?.phone].some((each) => each);
  if (known || customerId === null) return undefined;
  return calls.getCustomerSummary({ customerId }).then(
    (found) => found.customer,
    (thrown: unknown) => {
      if (thrown instanceof Problem && thrown.code === 'resource_missing') return undefined;
      throw thrown;
    },
  );
}
