import fc from 'fast-check';
import { feeOn } from '@mizan/money';

/** Fees of the account that tests act for. */
const terms = { ratePpm: 27_500, fixed: 300, vatPpm: 140_000 };

/** What each test card does, as the documentation of test mode says. */
export const cardNumbers = {
  approves: '4242424242424242',
  declines: '4000000000000002',
  challenges: '4000000000003220',
  isSilentAndApproves: '4000000000007023',
  isSilentAndDeclines: '4000000000007031',
  refundsLater: '4000000000007726',
  refundsInVain: '4000000000005126',
} as const;
type Card = keyof typeof cardNumbers;

/** Something that a buyer, a merchant or time does; `session` picks one of a few. */
export type Command =
  | { readonly do: 'confirm'; readonly session: number; readonly card: Card; readonly amount: number }
  | { readonly do: 'act'; readonly session: number; readonly outcome: 'authenticate' | 'fail' | 'abandon' }
  | {
      readonly do: 'refund';
      readonly session: number;
      readonly percent: number;
      readonly by: 'chargeId' | 'paymentIntentId';
    }
  | { readonly do: 'cancel'; readonly session: number }
  | { readonly do: 'wait' };

const session = fc.integer({ min: 0, max: 2 });

/** Any command; confirms and refunds more often than the rest. */
export const anyCommand: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('confirm' as const),
      session,
      card: fc.constantFrom(...(Object.keys(cardNumbers) as Card[])),
      amount: fc.integer({ min: 1, max: 50_000 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('refund' as const),
      session,
      percent: fc.constantFrom(1, 30, 60, 100, 130),
      by: fc.constantFrom('chargeId' as const, 'paymentIntentId' as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('act' as const),
      session,
      outcome: fc.constantFrom('authenticate' as const, 'fail' as const, 'abandon' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel' as const), session }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('wait' as const) }) },
);

interface ModelSession {
  status: string;
  attempts: number;
  card: Card;
  amount: number;
  refunded: number;
  laterFailing: number;
}

/** What must be true after any commands: the specification in numbers, without a database, a provider or a ledger. */
export class Model {
  balance = 0;
  readonly sessions = Array.from({ length: 3 }, (): ModelSession => ({
    status: 'new',
    attempts: 0,
    card: 'approves',
    amount: 0,
    refunded: 0,
    laterFailing: 0,
  }));

  /** Applies a command. @returns the error code it must be answered with, or `ok` */
  apply(command: Command): string {
    if (command.do === 'wait') {
      this.sessions.forEach((each) => this.#wait(each));
      return 'ok';
    }
    const target = this.sessions[command.session] as ModelSession;
    if (command.do === 'confirm') return this.#confirm(target, command.card, command.amount);
    if (command.do === 'act') return this.#act(target, command.outcome);
    return command.do === 'cancel' ? this.#cancel(target) : this.#refund(target, command.percent);
  }

  /** Minor units that a refund command asks for. */
  static refundAmount = (captured: number, percent: number): number =>
    Math.max(1, Math.floor((captured * percent) / 100));

  #confirm(target: ModelSession, card: Card, amount: number): string {
    const refusal = refusalOf(target.status);
    if (refusal) return refusal;
    Object.assign(target, { card, amount, attempts: target.attempts + 1 });
    if (card === 'challenges') target.status = 'REQUIRES_ACTION';
    else if (card.startsWith('isSilent')) target.status = 'PROCESSING';
    else if (card === 'declines') this.#decline(target);
    else this.#capture(target);
    return 'ok';
  }

  #act(target: ModelSession, outcome: string): string {
    if (target.status !== 'REQUIRES_ACTION') return 'ok';
    if (outcome === 'authenticate') this.#capture(target);
    else this.#decline(target);
    return 'ok';
  }

  #cancel(target: ModelSession): string {
    if (target.status === 'PROCESSING') return 'payment_still_confirming';
    if (isPaid(target)) return 'payment_already_completed';
    if (target.status !== 'new' && target.status !== 'FAILED') target.status = 'CANCELED';
    return 'ok';
  }

  #refund(target: ModelSession, percent: number): string {
    if (target.attempts === 0) return 'resource_missing';
    const left = target.amount - target.refunded;
    if (!isPaid(target) || left === 0) return 'resource_invalid_state';
    const amount = Model.refundAmount(target.amount, percent);
    if (amount > left) return 'amount_invalid';
    if (amount > this.balance) return 'insufficient_balance';
    this.balance -= amount;
    target.refunded += amount;
    if (target.card === 'refundsInVain') target.laterFailing += amount;
    this.#settle(target);
    return 'ok';
  }

  #wait(target: ModelSession): void {
    if (target.status === 'PROCESSING') {
      if (target.card === 'isSilentAndApproves') this.#capture(target);
      else this.#decline(target);
    }
    if (target.laterFailing === 0) return;
    this.balance += target.laterFailing;
    target.refunded -= target.laterFailing;
    target.laterFailing = 0;
    this.#settle(target);
  }

  #capture(target: ModelSession): void {
    target.status = 'SUCCEEDED';
    this.balance += target.amount - feeOn(target.amount, terms).total;
  }

  #decline(target: ModelSession): void {
    target.status = target.attempts < 10 ? 'REQUIRES_PAYMENT_METHOD' : 'FAILED';
  }

  #settle(target: ModelSession): void {
    const isWhole = target.refunded === target.amount;
    target.status = target.refunded === 0 ? 'SUCCEEDED' : isWhole ? 'REFUNDED' : 'PARTIALLY_REFUNDED';
  }
}

const isPaid = ({ status }: ModelSession): boolean => ['SUCCEEDED', 'PARTIALLY_REFUNDED', 'REFUNDED'].includes(status);

function refusalOf(status: string): string | undefined {
  if (status === 'REQUIRES_ACTION' || status === 'PROCESSING') return 'payment_still_confirming';
  if (['SUCCEEDED', 'PARTIALLY_REFUNDED', 'REFUNDED'].includes(status)) return 'payment_already_completed';
  return status === 'CANCELED' || status === 'FAILED' ? 'resource_invalid_state' : undefined;
}
