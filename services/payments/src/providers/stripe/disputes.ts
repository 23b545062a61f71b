import { Currency, type DisputeEvidence, DisputeReason, type DisputeStatus } from '@mizan/contracts';
import type { Stripe } from 'stripe';
import type { AnswerRefused, DisputeStanding } from '../port/dispute-standing.ts';
import { expectObject, refusalOf } from './read-error.ts';
import { metadataNames } from './stripe-store.ts';

/** Events that report a change of a dispute. */
export const disputeEvents = [
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
];

/** Its charge has our metadata, the dispute itself has none. */
const expanded = { expand: ['charge'] };

/** How a dispute stands at Stripe; undefined where the account has none of this id. */
export async function readAtStripe(client: Stripe, id: string): Promise<DisputeStanding | undefined> {
  try {
    return standingOf(await client.disputes.retrieve(id, expanded));
  } catch (thrown) {
    if (refusalOf(thrown)?.status === 404) return undefined;
    throw thrown;
  }
}

/**
 * Sends the texts of the evidence, for good. A repeat after a lost answer finds it sent: Stripe takes evidence while it needs
 * a response only. Where its status is not understood, Stripe decides whether it takes the evidence.
 */
export async function submitAtStripe(
  client: Stripe,
  { externalDisputeId: id, evidence }: { readonly externalDisputeId: string; readonly evidence: DisputeEvidence },
): Promise<DisputeStanding | AnswerRefused> {
  const known = await readAtStripe(client, id);
  if (known?.status && known.status !== 'NEEDS_RESPONSE') return known;
  const sent = { evidence: evidenceOf(evidence), submit: true, ...expanded };
  return unlessRefused(client.disputes.update(id, sent));
}

/** Leaves the money to the payer, for good. A repeat after a lost answer finds it closed. */
export async function closeAtStripe(client: Stripe, id: string): Promise<DisputeStanding | AnswerRefused> {
  const known = await readAtStripe(client, id);
  if (known?.status === 'WON' || known?.status === 'LOST') return known;
  return unlessRefused(client.disputes.close(id, expanded));
}

async function unlessRefused(answered: Promise<Stripe.Dispute>): Promise<DisputeStanding | AnswerRefused> {
  try {
    return standingOf(await answered);
  } catch (thrown) {
    const refusal = refusalOf(thrown);
    if (!refusal) throw thrown;
    return { refusal: refusal.message };
  }
}

function evidenceOf(evidence: DisputeEvidence): Stripe.DisputeUpdateParams.Evidence {
  const named = {
    customer_name: evidence.customerName,
    customer_email_address: evidence.customerEmail,
    product_description: evidence.productDescription,
    service_date: evidence.serviceDate,
    shipping_carrier: evidence.shippingCarrier,
    shipping_tracking_number: evidence.shippingTrackingNumber,
    shipping_date: evidence.shippingDate,
    refund_policy_disclosure: evidence.refundPolicy,
    cancellation_policy_disclosure: evidence.cancellationPolicy,
    uncategorized_text: evidence.uncategorizedText,
  };
  return Object.fromEntries(Object.entries(named).filter(([, text]) => text !== null));
}

/** Stripe's statuses in our words; those of the future change nothing. */
const statuses: Readonly<Record<string, DisputeStatus>> = {
  warning_needs_response: 'NEEDS_RESPONSE',
  warning_under_review: 'UNDER_REVIEW',
  warning_closed: 'WARNING_CLOSED',
  prevented: 'WARNING_CLOSED',
  needs_response: 'NEEDS_RESPONSE',
  under_review: 'UNDER_REVIEW',
  won: 'WON',
  lost: 'LOST',
};

/** How a dispute stands, from Stripe's object with its charge. */
export function standingOf(dispute: Stripe.Dispute): DisputeStanding {
  expectObject(dispute, 'dispute');
  const { id, charge, evidence_details: details } = dispute;
  if (typeof charge === 'string') throw new Error(`Dispute ${id} came without its charge`);
  // What was withdrawn and returned, whatever the status says: the two come at different times.
  const booked = dispute.balance_transactions.map(({ amount }) => amount);
  const status = statuses[dispute.status];
  const isWarning = dispute.status.startsWith('warning_') || dispute.status === 'prevented';
  const isInquiry = isWarning && booked.length === 0;
  return {
    externalDisputeId: id,
    chargeId: charge.metadata[metadataNames.charge] ?? null,
    amount: Currency.safeParse(dispute.currency.toUpperCase()).data === currencyOf(charge) ? dispute.amount : null,
    reason: DisputeReason.catch('general').parse(dispute.reason),
    status: status === undefined || (status === 'WARNING_CLOSED' && !isInquiry) ? null : status,
    isInquiry,
    evidenceDueBy: details.due_by === null ? null : new Date(details.due_by * 1_000),
    isWithdrawn: booked.some((amount) => amount < 0),
    isReinstated: booked.some((amount) => amount > 0),
  };
}

const currencyOf = ({ currency }: Stripe.Charge): Currency | undefined =>
  Currency.safeParse(currency.toUpperCase()).data;
