import type { Stripe } from 'stripe';
import type { ProviderNotice } from '../port/adapter.ts';
import { metadataNames } from './stripe-context.ts';

const successEvent = 'payment_intent.succeeded';
/**
 * Events of a payment that has an outcome. Not `payment_intent.created`: the confirmation is still on its way then, and a
 * query at that moment would find a payment that is not confirmed, and cancel it.
 */
const outcomeEvents = [
  successEvent,
  'payment_intent.amount_capturable_updated',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
];

/** Events of an authorised payment that was captured or released: by us, or by the merchant at Stripe itself. */
const holdEvents = [successEvent, 'payment_intent.canceled', 'charge.captured', 'charge.expired'];
const refundEvents = ['refund.updated', 'refund.failed', 'charge.refund.updated'];

/**
 * What of ours an event of Stripe is about. A charge takes the metadata of its PaymentIntent, so that events of both lead
 * to the same charge; objects without our metadata belong to another integration at the same Stripe account.
 */
export function noticeOf({ type, data }: Stripe.Event): ProviderNotice {
  const { metadata } = data.object as { metadata?: Stripe.Metadata | null };
  const chargeId = metadata?.[metadataNames.charge];
  const changesHold = holdEvents.includes(type);
  const isAboutCharge = outcomeEvents.includes(type) || changesHold;
  return {
    charge:
      isAboutCharge && chargeId !== undefined
        ? { id: chargeId, hasSucceeded: type === successEvent, changesHold }
        : null,
    refundId: refundEvents.includes(type) ? (metadata?.[metadataNames.refund] ?? null) : null,
  };
}
