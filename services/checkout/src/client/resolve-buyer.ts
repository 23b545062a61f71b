import { createHash } from 'node:crypto';
import type { SessionCustomer } from '@mizan/contracts';
import { Problem, type BoundCalls } from '@mizan/service-kit';
import { isSetup } from '../session/session-state.ts';
import type { Session } from '../session/session.ts';
import { asStillConfirming } from './assert-confirmable.ts';
import type { Buyer } from './buyer-details.ts';

/**
 * The customer whom a confirm's money will count for: the one that the merchant chose, one that the buyer's details
 * belong to, or a new guest. Asked before the session is held, so that whoever completes it knows the customer. Repeats
 * before an attempt has begun find the same one; a later attempt asks anew, because a guest may have been merged into
 * another or deleted since. Where the merchant has deleted the customer whom it chose, the buyer is known by their details:
 * they came to pay. Saving a card needs the one who was chosen.
 *
 * @param cardFingerprint of the card that is about to pay; null where nobody is recognised by it
 * @throws Problem `resource_missing`: a card is to be saved, for a customer who was deleted
 * @throws Problem `payment_still_confirming`: a confirm of the same moment is asking for the same buyer
 */
export async function resolveBuyer(
  session: Session,
  buyer: Buyer,
  cardFingerprint: string | null,
  calls: BoundCalls,
): Promise<SessionCustomer> {
  const { settings, attempt } = session;
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
    cardFingerprint,
    earlierGuestId: unnamedGuestOf(session, buyer),
    currency: session.currency,
  };
  const ask = async (asked: typeof request): Promise<SessionCustomer> => {
    const details = createHash('sha256').update(JSON.stringify(asked)).digest('base64url').slice(0, 22);
    const idempotencyKey = `${session.id}:customer:${attempt}:${details}`;
    const { customer } = await calls.resolveCustomer(asked, { idempotencyKey }).catch((thrown: unknown) => {
      throw asStillConfirming(thrown);
    });
    return customer;
  };
  return ask(request).catch((thrown: unknown) => {
    if (request.customerId === null || isSetup(session) || !isMissing(thrown)) throw thrown;
    return ask({ ...request, customerId: null });
  });
}

const isMissing = (thrown: unknown): boolean => thrown instanceof Problem && thrown.code === 'resource_missing';

/** The guest of an earlier attempt, of whom nothing is known, and whose buyer still gives no e-mail and no phone. */
function unnamedGuestOf({ settings, customerId, customer }: Session, { email, phone }: Buyer): string | null {
  const isKnown = [settings.customerId, email, phone, customer?.email, customer?.phone].some((each) => each);
  return isKnown ? null : customerId;
}
