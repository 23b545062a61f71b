import { describeFailure } from './providers/port/describe-failure.ts';
import type {
  Approved,
  CancelOutcome,
  CaptureOutcome,
  Declined,
  PaymentOutcome,
  RefundOutcome,
  SyncOutcome,
  SyncRefundOutcome,
  Unknown,
} from './providers/port/provider-outcome.ts';
import type {
  AuthorizeRequest,
  CaptureRequest,
  ChargeRequest,
  Provider,
  RefundRequest,
  SyncRefundRequest,
} from './providers/port/provider.ts';
import { answerNamed } from './second-approvals-commands.test-support.ts';

interface Held {
  state: 'waiting' | 'declined' | 'held' | 'captured' | 'canceled';
  readonly amount: number;
  readonly isManual: boolean;
}

/**
 * A provider that keeps what it says about money, and none of its promises: it loses answers, and approves what it has
 * declined or agreed to cancel.
 */
export class UnreliableProvider implements Provider {
  readonly name = 'simulator';
  readonly charges = new Map<string, Held>();
  readonly refunds = new Map<string, Pick<RefundRequest, 'chargeId' | 'amount'>>();
  readonly #captures = new Set<string>();
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
    charge.state = charge.isManual && charge.state === 'waiting' ? 'held' : 'captured';
    return true;
  }

  /** What it says of a charge without an answer being lost. */
  standingOf(chargeId: string): SyncOutcome {
    const charge = this.charges.get(chargeId);
    return charge ? this.#standing(charge) : { kind: 'not_found' };
  }

  /** What it keeps of a charge. */
  keptOf(chargeId: string): number {
    const { state, amount } = this.charges.get(chargeId) ?? { state: 'canceled', amount: 0 };
    return (state === 'captured' ? amount : 0) - this.refundsOf(chargeId).reduce((sum, each) => sum + each, 0);
  }

  refundsOf = (chargeId: string): number[] =>
    [...this.refunds.values()].filter((each) => each.chargeId === chargeId).map(({ amount }) => amount);

  async authorize({ chargeId, amount, captureMethod, method }: AuthorizeRequest): Promise<PaymentOutcome> {
    const known = this.charges.get(chargeId);
    const { state, isLost } = answerNamed(method.token);
    if (known || state === 'absent') return known && !isLost ? (this.#standing(known) as PaymentOutcome) : lost;
    const isManual = captureMethod === 'manual';
    const approved = isManual ? ('held' as const) : ('captured' as const);
    const charge: Held = { state: state === 'paid' ? approved : state, amount, isManual };
    this.charges.set(chargeId, charge);
    return isLost ? lost : (this.#standing(charge) as PaymentOutcome);
  }

  async sync({ chargeId }: ChargeRequest): Promise<SyncOutcome> {
    return this.#onItsWay(this.#unlessLost<SyncOutcome>(this.standingOf(chargeId)));
  }

  completeAction = (request: ChargeRequest): Promise<SyncOutcome> => this.sync(request);

  async cancel({ chargeId }: ChargeRequest): Promise<CancelOutcome> {
    if (this.keepsHold) return lost;
    const charge: Held = this.charges.get(chargeId) ?? { state: 'canceled', amount: 0, isManual: false };
    this.charges.set(chargeId, charge);
    const isCaptured = charge.state === 'captured';
    if (!isCaptured) charge.state = 'canceled';
    return this.#onItsWay(this.#unlessLost<CancelOutcome>({ kind: isCaptured ? 'already_captured' : 'canceled' }));
  }

  async capture({ chargeId, idempotencyKey }: CaptureRequest): Promise<CaptureOutcome> {
    const charge = this.charges.get(chargeId);
    if (charge?.state === 'held') {
      charge.state = 'captured';
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
    return this.#unlessLost<RefundOutcome>(sent(refundId));
  }

  async syncRefund({ refundId }: SyncRefundRequest): Promise<SyncRefundOutcome> {
    return this.#unlessLost<SyncRefundOutcome>(this.refunds.has(refundId) ? sent(refundId) : { kind: 'not_found' });
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

  #standing({ state, amount, isManual }: Held): SyncOutcome {
    if (state === 'canceled') return { kind: 'canceled' };
    if (state === 'declined') return declined;
    if (state !== 'waiting') return approved(amount, state === 'captured', isManual);
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

const lost: Unknown = { kind: 'unknown', cause: new Error('the answer was lost') };
const sent = (reference: string) =>
  ({ kind: 'succeeded', reference, networkReference: null, checkAgainAt: null }) as const;
const declined: Declined = {
  kind: 'declined',
  ...describeFailure('generic_decline', true),
  reference: null,
  card: null,
  isStillPayable: true,
};
const approved = (amount: number, captured: boolean, isManual: boolean): Approved => ({
  kind: 'approved',
  captured,
  amount,
  capturable: isManual && !captured ? amount : 0,
  captureBefore: null,
  reference: 'unreliable',
  networkReference: null,
  card: null,
  isAvailableAtOnce: false,
  isDisputed: false,
});
