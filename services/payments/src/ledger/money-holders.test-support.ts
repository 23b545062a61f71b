import type { Balance, Currency, SettlesTo } from '@mizan/contracts';
import { feeOn } from '@mizan/money';
import { newId, Problem, type Scope } from '@mizan/service-kit';
import fc from 'fast-check';
import { capturePaymentIntent } from '../captures/capture-payment-intent.ts';
import { settleCapture } from '../captures/settle-capture.ts';
import { authorizeCharge } from '../intents/authorize-attempt.ts';
import { fallbackOf } from '../payment/payment.ts';
import { describeFailure } from '../providers/port/describe-failure.ts';
import type { RefundOutcome } from '../providers/port/provider-outcome.ts';
import { createRefund } from '../refunds/create-refund.ts';
import { settleRefund } from '../refunds/settle-refund.ts';
import type { UnreliableWorld } from '../money-histories.test-support.ts';
import { settleCharge } from '../settle/settle-charge.ts';
import { getBalance } from './read-balance.ts';

/** What providers say about a refund, one after the other. */
const refundAnswers = {
  succeeded: { kind: 'succeeded', reference: 're', networkReference: null, checkAgainAt: null },
  pending: { kind: 'pending', reason: 'processing', reference: 're', checkAgainAt: null },
  failed: { kind: 'failed', failureReason: 'declined', message: 'The bank refused it.', reference: null },
} as const satisfies Record<string, RefundOutcome>;

/** As above; `markedPaid`: the merchant has sent the money itself. */
type RefundStepAnswer = keyof typeof refundAnswers | 'markedPaid';

/** One payment: what is captured of it, and what is refunded. */
export interface PaymentStory {
  readonly settlesTo: SettlesTo;
  readonly currency: Currency;
  readonly amount: number;
  /** Percentages of what is left, the last of which captures finally; none captures all at once. */
  readonly captures: readonly { readonly percent: number; readonly isCaptured: boolean }[];
  readonly refunds: readonly {
    readonly percent: number;
    readonly answers: readonly RefundStepAnswer[];
  }[];
}

const percent = fc.integer({ min: 1, max: 100 });

export const anyStory: fc.Arbitrary<PaymentStory> = fc.record({
  settlesTo: fc.constantFrom('platform', 'merchant'),
  currency: fc.constantFrom('EGP', 'USD'),
  amount: fc.oneof(fc.integer({ min: 1_000, max: 50_000 }), fc.constant(1_000)),
  captures: fc.array(fc.record({ percent, isCaptured: fc.boolean() }), { maxLength: 3 }),
  refunds: fc.array(
    fc.record({
      percent,
      answers: fc.array(fc.constantFrom('succeeded', 'pending', 'failed', 'markedPaid'), {
        minLength: 1,
        maxLength: 3,
      }),
    }),
    { maxLength: 3 },
  ),
});

/** What the stories of an account have moved, in numbers of their own. Minor units of one currency. */
interface Moved {
  /** Captured and not refunded. */
  readonly kept: Record<SettlesTo, number>;
  fees: number;
}

/** The terms that `UnreliableWorld` pays by. */
const terms = { ratePpm: 27_500, fixed: 300, vatPpm: 140_000, refundFixed: 25 };

/** An account that receives some of its money itself. */
export class TwoHolders {
  readonly scope: Scope = { merchantId: newId('acct'), livemode: false };
  /** Refunds that were refused because the balance did not cover them. */
  readonly refused: Record<SettlesTo, number> = { platform: 0, merchant: 0 };
  readonly #moved = new Map<Currency, Moved>();

  /** @param world the replica that handles it */
  async run(world: UnreliableWorld, story: PaymentStory): Promise<void> {
    const paid = await this.pay(world, story);
    let left = paid.captured;
    for (const { percent, answers } of story.refunds) {
      const amount = Math.ceil((left * percent) / 100);
      if (amount === 0) continue;
      left -= (await this.refund(world, { ...story, chargeId: paid.chargeId, amount, answers })).kept;
    }
  }

  /** Pays and captures. */
  async pay(
    world: UnreliableWorld,
    { settlesTo, currency, amount, captures }: Omit<PaymentStory, 'refunds'>,
  ): Promise<{ chargeId: string; captured: number }> {
    const { scope } = this;
    const { app, db } = world;
    const captureMethod = captures.length === 0 ? 'automatic' : 'manual';
    const order = { checkoutSessionId: newId('cs_test'), attempt: 1, amount, currency, captureMethod } as const;
    const reservation = await world.start(scope, 'approves', { ...order, settlesTo });
    const { chargeId, paymentIntentId } = reservation;
    const answer = await authorizeCharge({ scope, now: db.clocks.nowOf(scope) }, app, reservation);
    const settled = { chargeId, paymentIntentId, answer, fallbackAt: fallbackOf(reservation) };
    await db.transact(scope, (tx) => settleCharge(tx, app, settled));
    let captured = captures.length === 0 ? amount : 0;
    for (const [index, { percent, isCaptured }] of captures.entries()) {
      const isLast = index === captures.length - 1;
      const part = Math.ceil(((amount - captured) * percent) / 100);
      if (part === 0) break;
      const reserved = await db.transact(scope, (tx) =>
        capturePaymentIntent(tx, app, { id: paymentIntentId, amountToCapture: part, finalCapture: isLast }),
      );
      const outcome =
        isCaptured || isLast
          ? ({ kind: 'captured', reference: 'captured' } as const)
          : ({ kind: 'failed', ...describeFailure('provider_declined', true, false) } as const);
      await db.transact(scope, (tx) =>
        settleCapture(tx, app, { reservation: reserved, answer: { outcome, hold: null } }),
      );
      if (outcome.kind === 'captured') captured += part;
    }
    const moved = this.#movedIn(currency);
    moved.kept[settlesTo] += captured;
    moved.fees += feeOn(captured, terms).total;
    return { chargeId, captured };
  }

  /** Refunds part of a charge. @returns what the buyer keeps of it; 0 if it was refused or failed */
  async refund(
    { app, db }: UnreliableWorld,
    { chargeId, settlesTo, currency, amount, answers }: RefundStep,
  ): Promise<{ kept: number }> {
    const { scope } = this;
    const reservation = await db
      .transact(scope, (tx) => createRefund(tx, app, { chargeId, amount }))
      .catch((thrown: unknown) => {
        if (thrown instanceof Problem && thrown.code === 'insufficient_balance') return undefined;
        throw thrown;
      });
    if (!reservation) {
      this.refused[settlesTo] += 1;
      return { kept: 0 };
    }
    // Only a refund that has not ended is marked, and it stays paid.
    const end = answers.find((answer) => answer !== 'pending');
    const given = end === 'markedPaid' ? answers.slice(0, answers.indexOf(end) + 1) : answers.filter(isOfProvider);
    for (const answer of given) {
      const isByMerchant = answer === 'markedPaid';
      const outcome = refundAnswers[isByMerchant ? 'succeeded' : answer];
      const settled = { ...reservation, answer: outcome, isByMerchant, fallbackAt: fallbackOf(reservation) };
      await db.transact(scope, (tx) => settleRefund(tx, app, settled));
    }
    const kept = given.includes('failed') ? 0 : amount;
    const moved = this.#movedIn(currency);
    // What the merchant has sent from its own account leaves nothing of what the platform holds.
    if (settlesTo === 'merchant' || end !== 'markedPaid') moved.kept[settlesTo] -= kept;
    moved.fees += terms.refundFixed; // kept when the refund fails
    return { kept };
  }

  /** What the balance must be now. */
  expectedBalance(): Pick<Balance, 'available' | 'payable'> {
    const currencies = [...this.#moved.keys()].toSorted();
    const of = (amountIn: (moved: Moved) => number) =>
      currencies.map((currency) => ({ amount: amountIn(this.#movedIn(currency)), currency }));
    return {
      available: of(({ kept, fees }) => kept.platform + kept.merchant - fees),
      payable: of(({ kept, fees }) => Math.max(0, kept.platform - fees)),
    };
  }

  /** What the merchant must hold in a currency by what its charges say. */
  heldIn = (currency: Currency): number => this.#movedIn(currency).kept.merchant;

  readonly balance = ({ db }: UnreliableWorld): Promise<Balance> => db.transact(this.scope, (tx) => getBalance(tx));

  #movedIn(currency: Currency): Moved {
    const known = this.#moved.get(currency) ?? { kept: { platform: 0, merchant: 0 }, fees: 0 };
    this.#moved.set(currency, known);
    return known;
  }
}

const isOfProvider = (answer: RefundStepAnswer): answer is keyof typeof refundAnswers => answer !== 'markedPaid';

interface RefundStep extends Pick<PaymentStory, 'settlesTo' | 'currency'> {
  readonly chargeId: string;
  readonly amount: number;
  readonly answers: readonly RefundStepAnswer[];
}
