import { invalidRequest, refused } from '../api/refusal.ts';
import { addBalanceTransaction, renderBalanceTransaction } from '../charges/add-balance-transaction.ts';
import { onBehalf } from '../payment-intents/on-behalf.ts';
import { flag, mergeMetadata, metadata, object, type Read, text } from '../parameters/readers.ts';
import { type Charge, type Dispute, newId } from '../state.ts';
import { nowSeconds, owned, type Caller, type StripeApp } from '../stripe-app.ts';
import { emit } from '../webhooks/emit.ts';

const responseSeconds = 9 * 24 * 60 * 60; // card networks leave 7 to 21 days
const evidenceText = text(20_000);
const mostEvidenceCharacters = 150_000; // of all texts together

const texts = {
  access_activity_log: evidenceText,
  billing_address: evidenceText,
  cancellation_policy_disclosure: evidenceText,
  cancellation_rebuttal: evidenceText,
  customer_email_address: evidenceText,
  customer_name: evidenceText,
  customer_purchase_ip: evidenceText,
  duplicate_charge_explanation: evidenceText,
  duplicate_charge_id: evidenceText,
  product_description: evidenceText,
  refund_policy_disclosure: evidenceText,
  refund_refusal_explanation: evidenceText,
  service_date: evidenceText,
  shipping_address: evidenceText,
  shipping_carrier: evidenceText,
  shipping_date: evidenceText,
  shipping_tracking_number: evidenceText,
  uncategorized_text: evidenceText,
};

export const updateDisputeShape = { evidence: object(texts), metadata, submit: flag };

/** What a payer's bank says when it opens a dispute. */
export interface Objection {
  /** Fraudulent, unless another is given. */
  readonly reason?: string;
  /** All of the charge, unless a part is given. */
  readonly amount?: number;
  /** The payer's own currency, where it is not the charge's. */
  readonly currency?: string;
  /** The bank requests information and takes no money yet. */
  readonly isInquiry?: boolean;
}

/** The bank disputes a charge. */
export function openDispute(app: StripeApp, charge: Charge, objection: Objection = {}): Dispute {
  const caller = onBehalf(app, charge);
  const {
    reason = 'fraudulent',
    amount = charge.amountCaptured,
    currency = charge.currency,
    isInquiry = false,
  } = objection;
  const dispute: Dispute = {
    ...owned(caller, newId('du')),
    chargeId: charge.id,
    intentId: charge.intentId,
    amount,
    currency,
    reason,
    metadata: {},
    status: isInquiry ? 'warning_needs_response' : 'needs_response',
    evidence: {},
    dueBy: nowSeconds(app) + responseSeconds,
    submissions: 0,
    balanceTransactionIds: [],
  };
  app.state.disputes.push(dispute);
  charge.isDisputed = true;
  app.mark('charges', charge);
  report(caller, 'charge.dispute.created', dispute);
  if (!isInquiry) withdraw(caller, dispute);
  return dispute;
}

/** The bank takes the money: an inquiry becomes a dispute. */
export function withdraw(caller: Caller, dispute: Dispute): void {
  const { id: sourceId, amount, currency } = dispute;
  const withdrawn = addBalanceTransaction(caller, { type: 'adjustment', sourceId, amount: -amount, currency });
  dispute.balanceTransactionIds.push(withdrawn.id);
  if (dispute.status.startsWith('warning_')) dispute.status = 'needs_response';
  report(caller, 'charge.dispute.funds_withdrawn', dispute);
}

/** The bank decides. An inquiry is closed, whatever it decides. */
export function decideDispute(caller: Caller, dispute: Dispute, outcome: 'won' | 'lost'): void {
  const isInquiry = dispute.status.startsWith('warning_');
  dispute.status = isInquiry ? 'warning_closed' : outcome;
  report(caller, 'charge.dispute.closed', dispute);
  if (isInquiry || outcome === 'lost') return;
  const { id: sourceId, amount, currency } = dispute;
  const returned = addBalanceTransaction(caller, { type: 'adjustment', sourceId, amount, currency });
  dispute.balanceTransactionIds.push(returned.id);
  report(caller, 'charge.dispute.funds_reinstated', dispute);
}

/** POST /v1/disputes/{id}: evidence is submitted at once unless `submit` says otherwise, and once only. */
export function updateDispute(caller: Caller, dispute: Dispute, given: Read<typeof updateDisputeShape>): Dispute {
  if (!isAnswerable(dispute)) throw refused('This dispute no longer accepts evidence.', undefined, 'evidence');
  const evidence = { ...dispute.evidence, ...(given.evidence as Record<string, string> | undefined) };
  const characters = Object.values(evidence).reduce((sum, each) => sum + each.length, 0);
  if (characters > mostEvidenceCharacters)
    throw invalidRequest('The evidence has more than 150,000 characters.', undefined, 'evidence');
  Object.assign(dispute, { evidence, metadata: mergeMetadata(dispute.metadata, given.metadata) });
  if (given.evidence === undefined || given.submit === false) {
    report(caller, 'charge.dispute.updated', dispute);
    return dispute;
  }
  dispute.submissions += 1;
  dispute.status = dispute.status === 'needs_response' ? 'under_review' : 'warning_under_review';
  report(caller, 'charge.dispute.updated', dispute);
  const said = evidence['uncategorized_text'];
  if (said === 'winning_evidence') decideDispute(caller, dispute, 'won');
  if (said === 'losing_evidence') decideDispute(caller, dispute, 'lost');
  return dispute;
}

/** POST /v1/disputes/{id}/close: the merchant has no evidence. */
export function closeDispute(caller: Caller, dispute: Dispute): Dispute {
  if (dispute.status !== 'needs_response') throw refused('This dispute cannot be closed.', undefined, 'dispute');
  decideDispute(caller, dispute, 'lost');
  return dispute;
}

const isAnswerable = ({ status }: Dispute): boolean =>
  status === 'needs_response' || status === 'warning_needs_response';

function report(caller: Caller, type: string, dispute: Dispute): void {
  caller.app.mark('disputes', dispute);
  emit(caller, type, renderDispute(caller.app, dispute));
}

/** A Dispute as Stripe shows it. */
export function renderDispute(app: StripeApp, dispute: Dispute): Readonly<Record<string, unknown>> {
  const transactions = dispute.balanceTransactionIds.flatMap(
    (id) => app.state.balanceTransactions.find((each) => each.id === id) ?? [],
  );
  return {
    id: dispute.id,
    object: 'dispute',
    amount: dispute.amount,
    balance_transactions: transactions.map((each) => renderBalanceTransaction(nowSeconds(app), each)),
    charge: dispute.chargeId,
    created: dispute.created,
    currency: dispute.currency,
    enhanced_eligibility_types: [],
    evidence: {
      ...Object.fromEntries(Object.keys(texts).map((name) => [name, dispute.evidence[name] ?? null])),
      enhanced_evidence: {},
    },
    evidence_details: {
      due_by: dispute.dueBy,
      enhanced_eligibility: {},
      has_evidence: Object.keys(dispute.evidence).length > 0,
      past_due: nowSeconds(app) > dispute.dueBy,
      submission_count: dispute.submissions,
      submission_method: dispute.submissions > 0 ? 'manual' : null,
    },
    is_charge_refundable: dispute.status.startsWith('warning_'),
    livemode: dispute.livemode,
    metadata: dispute.metadata,
    payment_intent: dispute.intentId,
    payment_method_details: {
      type: 'card',
      card: { brand: 'visa', case_type: 'chargeback', network_reason_code: '10' },
    },
    reason: dispute.reason,
    status: dispute.status,
  };
}
