import { feeOn } from '@mizan/money';
import { captureMethods, type Card, type Command, leastPayment, orderOf } from './payments-commands.test-support.ts';

/** Fees of the account that tests act for, where nothing else was agreed with the buyer. */
const accountTerms = { ratePpm: 27_500, fixed: 300, vatPpm: 140_000 };

interface ModelSession {
  readonly isManual: boolean;
  status: string;
  attempts: number;
  card: Card;
  amount: number;
  capturable: number;
  captured: number;
  refunded: number;
  laterFailing: number;
}

/** What must be true after any commands: the specification in numbers, without a database, a provider or a ledger. */
export class Model {
  balance = 0;
  /** True once anything was left of a capture, even less than nothing: some cost exactly what they bring. */
  #hasBalance = false;
  readonly sessions = captureMethods.map((method): ModelSession => ({
    isManual: method === 'manual',
    status: 'new',
    attempts: 0,
    card: 'approves',
    amount: 0,
    capturable: 0,
    captured: 0,
    refunded: 0,
    laterFailing: 0,
  }));

  /** Applies a command. @returns the error code it must be answered with, or `ok` */
  apply(command: Command): string {
    if (command.do === 'wait' || command.do === 'expire') {
      for (const each of this.sessions)
        if (command.do === 'wait') this.#wait(each);
        else expire(each);
      return 'ok';
    }
    const target = this.sessions[command.session] as ModelSession;
    switch (command.do) {
      case 'confirm':
        return this.#confirm(target, command.card, command.amount);
      case 'act':
        return this.#act(target, command.outcome);
      case 'capture':
        return this.#captureByHand(target, command.percent, command.isFinal);
      case 'cancel':
        return this.#cancel(target);
      case 'refund':
        return this.#refund(target, command.percent);
    }
  }

  /** Minor units that a command asks for. */
  static partOf = (whole: number, percent: number): number => Math.max(1, Math.floor((whole * percent) / 100));

  #confirm(target: ModelSession, card: Card, amount: number): string {
    if (amount < leastPayment) return 'amount_invalid';
    const refusal = refusalOf(target.status);
    if (refusal) return refusal;
    Object.assign(target, { card, amount, attempts: target.attempts + 1 });
    if (card === 'challenges') target.status = 'REQUIRES_ACTION';
    else if (card.startsWith('isSilent')) target.status = 'PROCESSING';
    else if (card === 'declines') this.#decline(target);
    else this.#approve(target);
    return 'ok';
  }

  #act(target: ModelSession, outcome: string): string {
    if (target.status !== 'REQUIRES_ACTION') return 'ok';
    if (outcome === 'authenticate') this.#approve(target);
    else this.#decline(target);
    return 'ok';
  }

  #cancel(target: ModelSession): string {
    if (target.status === 'PROCESSING') return 'payment_still_confirming';
    if (isPaid(target)) return 'payment_already_completed';
    if (target.status === 'AMOUNT_CAPTURABLE_UPDATED') return 'resource_invalid_state';
    if (target.status !== 'new' && target.status !== 'FAILED') abandon(target);
    return 'ok';
  }

  #captureByHand(target: ModelSession, percent: number, isFinal: boolean): string {
    if (target.attempts === 0) return 'resource_missing';
    if (isPaid(target)) return 'payment_already_completed';
    if (!isHeld(target)) return 'resource_invalid_state';
    const amount = Model.partOf(target.capturable, percent);
    if (amount > target.capturable) return 'amount_invalid';
    if (target.card !== 'capturesInVain') this.#capture(target, amount, isFinal || amount === target.capturable);
    return 'ok';
  }

  #refund(target: ModelSession, percent: number): string {
    if (target.attempts === 0) return 'resource_missing';
    if (target.status === 'UNCAPTURED') return 'charge_not_captured';
    const left = target.captured - target.refunded;
    if (!isPaid(target) || left === 0) return 'resource_invalid_state';
    const amount = Model.partOf(target.amount, percent);
    if (amount > left) return 'amount_invalid';
    if (amount > this.balance) return this.#hasBalance ? 'insufficient_balance' : 'merchant_no_balance';
    this.balance -= amount;
    target.refunded += amount;
    if (target.card === 'refundsInVain') target.laterFailing += amount;
    this.#settle(target);
    return 'ok';
  }

  #wait(target: ModelSession): void {
    if (target.status === 'PROCESSING') {
      if (target.card === 'isSilentAndApproves') this.#approve(target);
      else this.#decline(target);
    }
    if (target.laterFailing === 0) return;
    this.balance += target.laterFailing;
    target.refunded -= target.laterFailing;
    target.laterFailing = 0;
    this.#settle(target);
  }

  #approve(target: ModelSession): void {
    if (target.isManual) Object.assign(target, { status: 'UNCAPTURED', capturable: target.amount });
    else if (target.card === 'capturesInVain') this.#decline(target);
    else this.#capture(target, target.amount, true);
  }

  #capture(target: ModelSession, amount: number, isFinal: boolean): void {
    const { feeTerms: terms = accountTerms } = orderOf(target.amount);
    const feeBefore = target.captured === 0 ? 0 : feeOn(target.captured, terms).total;
    target.captured += amount;
    target.capturable = isFinal ? 0 : target.capturable - amount;
    target.status = isFinal ? 'SUCCEEDED' : 'AMOUNT_CAPTURABLE_UPDATED';
    const net = amount - (feeOn(target.captured, terms).total - feeBefore);
    this.#hasBalance ||= net !== 0;
    this.balance += net;
  }

  #decline(target: ModelSession): void {
    target.status = target.attempts < 10 ? 'REQUIRES_PAYMENT_METHOD' : 'FAILED';
  }

  #settle(target: ModelSession): void {
    const isWhole = target.refunded === target.captured;
    target.status = target.refunded === 0 ? 'SUCCEEDED' : isWhole ? 'REFUNDED' : 'PARTIALLY_REFUNDED';
  }
}

const isPaid = ({ status }: ModelSession): boolean => ['SUCCEEDED', 'PARTIALLY_REFUNDED', 'REFUNDED'].includes(status);
const isHeld = ({ capturable }: ModelSession): boolean => capturable > 0;

function abandon(target: ModelSession): void {
  Object.assign(target, { status: 'CANCELED', capturable: 0 });
}

/** What was captured of an authorization stays, the rest is released. */
function expire(target: ModelSession): void {
  if (target.status === 'UNCAPTURED') abandon(target);
  if (target.status === 'AMOUNT_CAPTURABLE_UPDATED') Object.assign(target, { status: 'SUCCEEDED', capturable: 0 });
}

function refusalOf(status: string): string | undefined {
  if (status === 'REQUIRES_ACTION' || status === 'PROCESSING') return 'payment_still_confirming';
  if (['SUCCEEDED', 'PARTIALLY_REFUNDED', 'REFUNDED'].includes(status)) return 'payment_already_completed';
  return status === 'new' || status === 'REQUIRES_PAYMENT_METHOD' ? undefined : 'resource_invalid_state';
}
