import { createHash } from 'node:crypto';
import type { SessionCustomer } from '@mizan/contracts';
import type { BoundCalls } from '@mizan/service-kit';
import type { Session } from '../sessions/session.ts';
import type { Buyer } from './buyer-details.ts';

/**
 * The customer whom a confirm's money will count for: the one that the merchant chose, one that the buyer's details
 * belong to, or a new guest. Asked before the session is held, so that whoever completes it knows the customer; asking
 * again with the same details finds the same one.
 */
export async function resolveBuyer(session: Session, buyer: Buyer, calls: BoundCalls): Promise<SessionCustomer> {
  const { settings } = session;
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
  const { customer } = await calls.resolveCustomer(request, { idempotencyKey: `${session.id}:customer:${details}` });
  return customer;
}
