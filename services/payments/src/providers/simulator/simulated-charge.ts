import { createHash } from 'node:crypto';
import { describeFailure, describeNotReceived, type FailureReason } from '../port/describe-failure.ts';
import type { CardDetails } from '../port/provider-method.ts';
import type { Approved, Declined, Failure, PaymentOutcome, Pending, RequiresAction } from '../port/provider-outcome.ts';
import { type Behaviour, behaviourOf } from './behaviours.ts';
import { methodRowOf } from './method-rows.ts';
import { transferOf, voucherOf } from './simulated-references.ts';
import type { AuthorizationRecord, Decision } from './simulator-store.ts';

/** An authorization as the simulator sees it: its record, under its charge id, with the behaviour of its method. */
export interface SimulatedCharge extends AuthorizationRecord {
  readonly chargeId: string;
  readonly behaviour: Behaviour;
}

/** Reads a record as the charge it belongs to. */
export function toSimulatedCharge(chargeId: string, record: AuthorizationRecord): SimulatedCharge {
  return { ...record, chargeId, behaviour: behaviourOf(record.method.token) };
}

/** When the buyer's action is no longer accepted. */
export function actionExpiresAt(charge: SimulatedCharge): Date {
  return new Date(Date.parse(charge.at) + methodRowOf(charge.method.type).actionWindowMs);
}

/** The decision of a charge that is approved: a capture that fails makes a payment without delayed capture fail too. */
export function approval(charge: SimulatedCharge): Decision {
  if (charge.captureMethod === 'manual' || charge.behaviour.capture === 'works') return { result: 'approve' };
  return { result: 'decline', failure: charge.behaviour.failure, isSent: true };
}

/** The decision that a behaviour makes in the end; undefined when it leaves it to a simulated one. */
export function defaultDecision(charge: SimulatedCharge): Decision | undefined {
  const { result, failure, isSent } = charge.behaviour;
  if (result === null) return undefined;
  return result === 'approve' ? approval(charge) : { result, failure, isSent };
}

/** The decision at `now` unless another was made before; undefined while it is open. */
export function dueDecision(charge: SimulatedCharge, now: Date): Decision | undefined {
  const { answer, result, resultAfterMs } = charge.behaviour;
  const isLate = now >= actionExpiresAt(charge);
  if (answer === 'act') {
    const acts = actsAt(charge);
    if (acts && now >= acts) return defaultDecision(charge);
    return isLate ? expiry(charge) : undefined;
  }
  if (answer === 'wait' && result === null)
    return isLate && isReference(charge) ? declineUnsent('voucher_expired') : undefined;
  const isDue = now.getTime() >= Date.parse(charge.at) + resultAfterMs;
  return isDue ? defaultDecision(charge) : undefined;
}

/** The decision about a buyer who never came back, or never paid. */
export const expiry = (charge: SimulatedCharge): Decision =>
  declineUnsent(isReference(charge) ? 'voucher_expired' : 'customer_abandoned');

/** When the buyer acts by himself; undefined for one who does not. */
function actsAt(charge: SimulatedCharge): Date | undefined {
  const { resultAfterMs } = charge.behaviour;
  return resultAfterMs > 0 ? new Date(Date.parse(charge.at) + resultAfterMs) : undefined;
}

/** Whether the buyer pays a number that expires: a voucher's, or that of a transfer. */
const isReference = ({ method }: SimulatedCharge): boolean =>
  ['voucher', 'transfer'].includes(methodRowOf(method.type).flow);

/** Whether the merchant receives the money itself, and may report it also after the payment has ended. */
export const canBePaidLate = ({ method }: SimulatedCharge): boolean =>
  ['transfer', 'delivery'].includes(methodRowOf(method.type).flow);

/** What the code on the simulated page has to be, and the one that is a wrong PIN. */
const [rightCode, wrongPin] = ['123456', '000000'];

/** The decision that the answer of the buyer's page makes; undefined when it decides nothing, and the page shows the form again. */
export function decisionOfAction(
  charge: SimulatedCharge,
  { result, otp }: Readonly<Record<string, string>>,
): Decision | undefined {
  const { answer } = charge.behaviour;
  if (answer !== 'act' && answer !== 'wait') return undefined;
  const { flow } = methodRowOf(charge.method.type);
  const isPaidOutside = flow === 'voucher' || flow === 'transfer' || flow === 'delivery';
  if (result === 'paid') return isPaidOutside ? approval(charge) : undefined;
  if (result === 'abandon') return declineUnsent('customer_abandoned');
  if (result === 'expire') return isReference(charge) ? declineUnsent('voucher_expired') : undefined;
  if (result === 'refused' && isPaidOutside) return { result: 'decline', failure: 'customer_rejected', isSent: true };
  if (answer === 'wait') return undefined;
  if (result === 'authenticate') return defaultDecision(charge);
  if (result === 'fail') return declineUnsent('authentication_failed');
  if (result === 'submit' && otp === rightCode) return defaultDecision(charge);
  return result === 'submit' && otp === wrongPin
    ? { result: 'decline', failure: 'wrong_pin', isSent: true }
    : undefined;
}

/** A decline that no network made. */
export const declineUnsent = (failure: FailureReason): Extract<Decision, { result: 'decline' }> => ({
  result: 'decline',
  failure,
  isSent: false,
});

/** What the authorization itself answers, however often it is repeated. */
export function firstAnswer(charge: SimulatedCharge, publicUrl: string): PaymentOutcome {
  const decision = defaultDecision(charge);
  const { answer } = charge.behaviour;
  if (answer === 'silence') return { kind: 'unknown', cause: new Error('the simulated processor did not answer') };
  if (answer === 'act' || answer === 'wait') return openAnswer(charge, publicUrl);
  if (decision?.result === 'decline') return declined(charge, decision);
  const captured = charge.captureMethod === 'automatic';
  return approved(charge, { amount: charge.amount, captured, capturable: captured ? 0 : charge.amount });
}

/** The answer of a charge that is not decided yet. */
export function openAnswer(charge: SimulatedCharge, publicUrl: string): RequiresAction | Pending {
  const { answer, result, resultAfterMs } = charge.behaviour;
  const expiresAt = actionExpiresAt(charge);
  const pageUrl = `${publicUrl}/simulator/${charge.chargeId}`;
  const { flow } = methodRowOf(charge.method.type);
  if (answer === 'act')
    return {
      kind: 'requires_action',
      redirectUrl: pageUrl,
      expiresAt,
      checkAgainAt: actsAt(charge) ?? expiresAt,
      voucher: flow === 'voucher' ? voucherOf(charge, pageUrl, expiresAt) : null,
    };
  return {
    kind: 'pending',
    checkAgainAt:
      result !== null ? new Date(Date.parse(charge.at) + resultAfterMs) : isReference(charge) ? expiresAt : null,
    instructionsUrl: flow === 'transfer' || flow === 'delivery' ? pageUrl : null,
    bankTransfer: flow === 'transfer' ? transferOf(charge, expiresAt) : null,
  };
}

/** The answer of an approved charge. */
export function approved(
  charge: SimulatedCharge,
  { amount, captured, capturable }: Pick<Approved, 'amount' | 'captured' | 'capturable'>,
): Approved {
  return {
    kind: 'approved',
    captured,
    amount,
    capturable,
    captureBefore: null,
    reference: referenceOf(charge.chargeId),
    networkReference: networkReferenceOf(charge.chargeId),
    card: cardAfter(charge, null),
    isAvailableAtOnce: charge.behaviour.isAvailableAtOnce,
    isDisputed: charge.behaviour.isDisputed,
  };
}

/** The answer of a declined charge. */
export function declined(charge: SimulatedCharge, decision: Extract<Decision, { result: 'decline' }>): Declined {
  const { flow } = methodRowOf(charge.method.type);
  const isRecorded = decision.failure === 'customer_rejected' && (flow === 'delivery' || flow === 'transfer');
  const failure = isRecorded
    ? describeNotReceived()
    : describeFailure(decision.failure, charge.method.card !== null, decision.isSent);
  const reference = decision.isSent ? referenceOf(charge.chargeId) : null;
  return { kind: 'declined', ...failure, reference, card: cardAfter(charge, failure) };
}

/** The simulator's id of a charge or refund. */
export const referenceOf = (id: string): string => `sim_${id}`;

/** Fifteen digits, as card networks number their transactions; the same for the same id. */
export function networkReferenceOf(id: string): string {
  const number = createHash('sha256').update(id).digest().readBigUInt64BE() % 10n ** 15n;
  return number.toString().padStart(15, '0');
}

/** The card with what authentication and the issuer's checks found. */
function cardAfter(charge: SimulatedCharge, failure: Failure | null): CardDetails | null {
  const { card } = charge.method;
  if (card === null) return null;
  const result = failure?.code === 'authentication_failed' ? 'failed' : 'authenticated';
  const wasPrompted = charge.behaviour.answer === 'act' && failure?.code !== 'customer_abandoned';
  const wasSent = failure?.networkStatus !== 'not_sent_to_network';
  const check = (given: CardDetails['checks']['cvc'], isWrong: boolean): CardDetails['checks']['cvc'] =>
    given !== 'unchecked' || !wasSent ? given : isWrong ? 'fail' : 'pass';
  return {
    ...card,
    threeDSecure: wasPrompted ? { result, version: '2.2.0' } : null,
    checks: {
      cvc: check(card.checks.cvc, failure?.code === 'incorrect_cvc'),
      addressLine1: check(card.checks.addressLine1, false),
      postalCode: check(card.checks.postalCode, false),
    },
  };
}
