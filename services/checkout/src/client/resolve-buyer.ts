import { createHash } from 'node:crypto';
import type { PaymentMethodType, SessionCustomer } from '@mizan/contracts';
import { Problem, type BoundCalls } from '@mizan/service-kit';
import { isSetup } from '../session/session-state.ts';
import type { Session } from '../session/session.ts';
import { asStillConfirming } from '../session/assert-confirmable.ts';
import { assertCollected, type Buyer } from '../session/buyer-details.ts';

/** A confirm's buyer, as far as known: by the card that is about to pay, too, where it recognizes one. */
interface KnownBuyer {
  readonly session: Session;
  readonly buyer: Buyer;
  readonly cardFingerprint: string | null;
  readonly methodType: PaymentMethodType | undefined;
}

/**
 * The customer whose payment a confirm is: the one that the merchant chose, one whom the buyer's details identify, or a
 * new guest. Called before the session is held, so that every path that completes it knows the customer. Repeated calls
 * before an attempt has started create none again; a later attempt resolves again, because a guest may have been
 * merged into another or deleted since. Where the merchant has deleted the customer whom it chose, the buyer's details
 * decide, so that the buyer can pay. Saving a card requires the chosen customer.
 *
 * @throws Problem `resource_missing`: a card is to be saved for a customer who was deleted
 * @throws Problem `parameter_missing`: details that the chosen customer had, and has no longer
 * @throws Problem `payment_still_confirming`: a parallel confirm is resolving the same buyer
 */
export async function resolveBuyer(calls: BoundCalls, known: KnownBuyer): Promise<SessionCustomer> {
  const { session, buyer, cardFingerprint, methodType } = known;
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
  const resolve = async (details: typeof request): Promise<SessionCustomer> => {
    const hash = createHash('sha256').update(JSON.stringify(details)).digest('base64url').slice(0, 22);
    const idempotencyKey = `${session.id}:customer:${attempt}:${hash}`;
    const { customer } = await calls.resolveCustomer(details, { idempotencyKey }).catch((thrown: unknown) => {
      throw asStillConfirming(thrown);
    });
    return customer;
  };
  const found = await resolve(request).catch((thrown: unknown) => {
    const isDeleted = thrown instanceof Problem && thrown.code === 'resource_missing';
    if (request.customerId === null || isSetup(session) || !isDeleted) throw thrown;
    return undefined;
  });
  // The session knows the chosen customer as it was when it was opened: the saved details may have gone since.
  assertCollected({ ...session, customer: found ?? null }, buyer, methodType);
  return found ?? resolve({ ...request, customerId: null });
}

/** The guest of an earlier attempt without e-mail and phone, while the buyer still gives neither. */
function unnamedGuestOf({ settings, customerId, customer }: Session, { email, phone }: Buyer): string | null {
  const isKnown = [settings.customerId, email, phone, customer?.email, customer?.phone].some((each) => each);
  return isKnown ? null : customerId;
}
