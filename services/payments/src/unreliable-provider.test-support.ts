import type { DisputeStanding } from './providers/port/dispute-standing.ts';
import { describeFailure } from './providers/port/describe-failure.ts';
import type {
  Approved,
  CancelOutcome,
  CaptureOutcome,
  Declined,
  PaymentOutcome,
  RefundFailed,
  RefundOutcome,
  SyncOutcome,
  SyncRefundOutcome,
  Unknown,
} from './providers/port/provider-outcome.ts';
import type {
  AuthorizeRequest,
  CancelRequest,
  CaptureRequest,
  ChargeRequest,
  Provider,
  RefundRequest,
  SyncRefundRequest,
} from './providers/port/provider.ts';
import { answerNamed, type BankDecision } from './money-history-commands.test-support.ts';

interface Held {
  /** `held`: something can be captured, also after a part of it was. `captured`: nothing can any more. */
  state: 'waiting' | 'declined' | 'held' | 'captured' | 'canceled';
  readonly amount: number;
  readonly isManual: boolean;
  captured: number;
}

/** A dispute at the provider: what it said of it, oldest first. */
interface Disputed {
  readonly chargeId: string;
  readonly amount: number;
  readonly standings: DisputeStanding[];
}

/**
 * A provider that keeps what it says about money, and none of its promises: it loses answers, and approves what it has
 * declined or agreed to cancel.
 */
export class UnreliableProvider implements Provider {
  readonly name = 'simulator';
  readonly charges = new Map<string, Held>();
  readonly refunds = new Map<string, Pick<RefundRequest, 'chargeId' | 'amount'>>();
  /** Refunds whose money the payers' banks have returned. */
  readonly returned = new Set<string>();
  readonly disputes: Disputed[] = [];
  readonly #captures = new Set<string>();
  readonly #released = new Set<string>();
  /** Answers that are lost from now on. */
  lost = 0;
  /** It releases nothing, and gives no answer to a cancellation. */
  keepsHold = false;
  /** What happens while the next answer to a query or a cancellation is on its way. */
  meanwhile: (() => Promise<void>) | undefined;

  amountStepOf = (): number => 1;

  /** Approves an attempt after all. @returns false when there is nothing to approve */
  approve(chargeId: string): boolean {
    const charge = this.charges.get(chargeId);
    if (!charge || charge.amount === 0 || charge.state === 'captured') return false; // 0: the amount never reached the provider
    const isHeld = charge.isManual && charge.state === 'waiting';
    charge.state = isHeld ? 'held' : 'captured';
    if (!isHeld) charge.captured = charge.amount;
    return true;
  }

  /** What it says of a charge without an answer being lost. */
  standingOf(chargeId: string): SyncOutcome {
    const charge = this.charges.get(chargeId);
    return charge ? this.#standing(charge) : { kind: 'not_found' };
  }

  /** What it keeps of a charge. */
  keptOf(chargeId: string): number {
    const { captured } = this.charges.get(chargeId) ?? { captured: 0 };
    const refunded = this.refundsOf(chargeId).reduce((sum, each) => sum + each, 0);
    return captured - refunded - this.withdrawnOf(chargeId);
  }

  /** What the payers' banks have taken back of a charge. */
  withdrawnOf = (chargeId: string): number =>
    this.disputes
      .filter((dispute) => dispute.chargeId === chargeId && isTaken(dispute.standings.at(-1)))
      .reduce((sum, { amount }) => sum + amount, 0);

  /** The payer objects to a part of what the provider keeps of a charge. @returns false when it keeps less */
  dispute(chargeId: string, { amount, isInquiry }: { readonly amount: number; readonly isInquiry: boolean }): boolean {
    const isOpen = this.disputes.some((each) => each.chargeId === chargeId && !isDecided(each.standings.at(-1)));
    if (isOpen || amount < 1 || this.keptOf(chargeId) < amount) return false;
    const opened: DisputeStanding = {
      externalDisputeId: `dp_${this.disputes.length}`,
      chargeId,
      amount,
      reason: 'fraudulent',
      status: 'NEEDS_RESPONSE',
      isInquiry,
      evidenceDueBy: null,
      isWithdrawn: !isInquiry,
      isReinstated: false,
    };
    this.disputes.push({ chargeId, amount, standings: [opened] });
    return true;
  }

  /** What the bank does with a dispute next, if it can. */
  decide({ chargeId, amount, standings }: Disputed, decision: BankDecision): void {
    const last = standings.at(-1);
    if (!last || isDecided(last)) return;
    const canWithdraw = this.keptOf(chargeId) >= amount;
    if (last.isInquiry && decision === 'close') standings.push({ ...last, status: 'WARNING_CLOSED' });
    if (last.isInquiry && decision === 'withdraw' && canWithdraw)
      standings.push({ ...last, isInquiry: false, status: 'NEEDS_RESPONSE', isWithdrawn: true });
    if (decision === 'review') standings.push({ ...last, status: 'UNDER_REVIEW' });
    if (!last.isInquiry && decision === 'win') standings.push({ ...last, status: 'WON', isReinstated: true });
    if (!last.isInquiry && decision === 'lose') standings.push({ ...last, status: 'LOST' });
  }

  refundsOf = (chargeId: string): number[] =>
    [...this.refunds]
      .filter(([id, each]) => each.chargeId === chargeId && !this.returned.has(id))
      .map(([, { amount }]) => amount);

  async authorize({ chargeId, amount, captureMethod, method }: AuthorizeRequest): Promise<PaymentOutcome> {
    const known = this.charges.get(chargeId);
    const { state, isLost } = answerNamed(method.token);
    if (known || state === 'absent') return known && !isLost ? (this.#standing(known) as PaymentOutcome) : lost;
    const isManual = captureMethod === 'manual';
    const approved = isManual ? ('held' as const) : ('captured' as const);
    const standing = state === 'paid' ? approved : state;
    const charge: Held = { state: standing, amount, isManual, captured: standing === 'captured' ? amount : 0 };
    this.charges.set(chargeId, charge);
    return isLost ? lost : (this.#standing(charge) as PaymentOutcome);
  }

  async sync({ chargeId }: ChargeRequest): Promise<SyncOutcome> {
    return this.#onItsWay(this.#unlessLost<SyncOutcome>(this.standingOf(chargeId)));
  }

  completeAction = (request: ChargeRequest): Promise<SyncOutcome> => this.sync(request);

  async cancel({ chargeId, recorded }: CancelRequest): Promise<CancelOutcome> {
    if (this.keepsHold) return lost;
    const charge: Held = this.charges.get(chargeId) ?? { state: 'canceled', amount: 0, isManual: false, captured: 0 };
    this.charges.set(chargeId, charge);
    const isCaptured = charge.captured > recorded || (charge.state === 'captured' && !this.#released.has(chargeId));
    if (!isCaptured) {
      charge.state = charge.captured > 0 ? 'captured' : 'canceled'; // what was captured in part stays
      this.#released.add(chargeId);
    }
    return this.#onItsWay(this.#unlessLost<CancelOutcome>({ kind: isCaptured ? 'already_captured' : 'canceled' }));
  }

  async capture({ chargeId, idempotencyKey, amount, isFinal }: CaptureRequest): Promise<CaptureOutcome> {
    const charge = this.charges.get(chargeId);
    const isOpen = charge?.state === 'held' && charge.captured + amount <= charge.amount;
    if (charge && isOpen && !this.#captures.has(idempotencyKey)) {
      charge.captured += amount;
      if (isFinal || charge.captured === charge.amount) charge.state = 'captured';
      this.#captures.add(idempotencyKey);
    }
    return this.#unlessLost<CaptureOutcome>(
      this.#captures.has(idempotencyKey)
        ? { kind: 'captured', reference: idempotencyKey }
        : { kind: 'failed', ...describeFailure('provider_declined', true, false) },
    );
  }

  async refund({ refundId, chargeId, amount }: RefundRequest): Promise<RefundOutcome> {
    const isKnown = this.refunds.has(refundId);
    if (!isKnown && this.keptOf(chargeId) < amount)
      return { kind: 'failed', failureReason: 'unknown', message: 'There is nothing to refund.', reference: null };
    this.refunds.set(refundId, { chargeId, amount });
    return this.#onItsWay(this.#unlessLost<RefundOutcome>(sent(refundId)));
  }

  async syncRefund({ refundId }: SyncRefundRequest): Promise<SyncRefundOutcome> {
    const answer = this.returned.has(refundId) ? returned : sent(refundId);
    return this.#onItsWay(
      this.#unlessLost<SyncRefundOutcome>(this.refunds.has(refundId) ? answer : { kind: 'not_found' }),
    );
  }

  async #onItsWay<T>(answer: T): Promise<T> {
    const { meanwhile } = this;
    this.meanwhile = undefined;
    await meanwhile?.();
    return answer;
  }

  #unlessLost<T>(answer: T): T | Unknown {
    if (this.lost === 0) return answer;
    this.lost -= 1;
    return lost;
  }

  #standing(charge: Held): SyncOutcome {
    const { state } = charge;
    if (state === 'canceled') return { kind: 'canceled' };
    if (state === 'declined') return declined;
    if (state !== 'waiting') return approved(charge);
    const expiresAt = new Date('2099-01-01');
    return {
      kind: 'requires_action',
      redirectUrl: 'https://bank.example',
      expiresAt,
      checkAgainAt: null,
      voucher: null,
    };
  }
}

const isTaken = (standing: DisputeStanding | undefined): boolean =>
  standing !== undefined && standing.isWithdrawn && !standing.isReinstated;
const isDecided = (standing: DisputeStanding | undefined): boolean =>
  standing?.status === 'WON' || standing?.status === 'LOST' || standing?.status === 'WARNING_CLOSED';

const lost: Unknown = { kind: 'unknown', cause: new Error('the answer was lost') };
const sent = (reference: string) =>
  ({ kind: 'succeeded', reference, networkReference: null, checkAgainAt: null }) as const;
const returned: RefundFailed = {
  kind: 'failed',
  failureReason: 'unknown',
  message: 'The bank has returned the money.',
  reference: null,
};
const declined: Declined = {
  kind: 'declined',
  ...describeFailure('generic_decline', true),
  reference: null,
  card: null,
  isStillPayable: true,
};
const approved = ({ state, amount, captured }: Held): Approved => ({
  kind: 'approved',
  captured: captured > 0,
  amount: captured > 0 ? captured : amount,
  capturable: state === 'held' ? amount - captured : 0,
  captureBefore: null,
  reference: 'unreliable',
  networkReference: null,
  card: null,
  isAvailableAtOnce: false,
  isDisputed: false,
});
