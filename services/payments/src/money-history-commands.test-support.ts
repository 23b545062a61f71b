import fc from 'fast-check';
import { type PayoutTrigger, payoutTriggers } from './payouts/payout-state.ts';

/** What the provider does with an attempt, and what it says about it. */
const answers = {
  approves: { state: 'paid', isLost: false },
  declines: { state: 'declined', isLost: false },
  waits: { state: 'waiting', isLost: false },
  'approves in silence': { state: 'paid', isLost: true },
  'declines in silence': { state: 'declined', isLost: true },
  'waits in silence': { state: 'waiting', isLost: true },
  'never receives it': { state: 'absent', isLost: true },
} as const;
export type ProviderAnswer = keyof typeof answers;
export const answerNamed = (token: string) => answers[token as ProviderAnswer];

/** What happens between two steps of a command. A query that ends later ends after the last step. */
export type Meanwhile =
  | 'nothing'
  | 'approval'
  | 'approval that is settled'
  | 'approval whose query gets no answer until later'
  | 'confirm'
  | 'confirm after a wait';

/** What happens while an answer to a janitor is on its way: also that the buyer's return brings the same answer first. */
export type WhileAnswering = 'nothing' | 'approval' | 'confirm' | 'return';

/** What a payer's bank can do with a dispute. */
const bankDecisions = ['review', 'withdraw', 'close', 'win', 'lose'] as const;
export type BankDecision = (typeof bankDecisions)[number];

/** Where a process dies, if it does. */
type Dies = 'never' | 'before the provider' | 'after the provider';

/** Something that buyers, merchants, payers' banks, time or an unreliable provider do to one of the orders of a history. */
export type MoneyCommand =
  | {
      readonly do: 'confirm';
      readonly order: number;
      readonly answer: ProviderAnswer;
      /** The order has changed since the last attempt, or changes back. */
      readonly isChanged: boolean;
      readonly dies: Dies;
      readonly meanwhile: Meanwhile;
    }
  | { readonly do: 'cancel' | 'abandon'; readonly order: number; readonly meanwhile: Meanwhile }
  | { readonly do: 'close' | 'expire session' | 'expire hold'; readonly order: number }
  /** The merchant captures a part of what can still be captured, or all of it. */
  | {
      readonly do: 'capture';
      readonly order: number;
      readonly percent: number;
      /** Releases what is left. */
      readonly isFinal: boolean;
      readonly dies: Dies;
    }
  /** The provider approves an attempt, whatever was said about it before. @see Meanwhile */
  | { readonly do: 'approve'; readonly order: number; readonly attempt: number; readonly isReported: boolean }
  /** Everything that is due is done; meanwhile, with the first answer of the provider on its way, one thing happens. */
  | { readonly do: 'wait'; readonly order: number; readonly meanwhile: WhileAnswering }
  /** The merchant refunds a part of what was paid. */
  | { readonly do: 'refund'; readonly order: number; readonly percent: number; readonly dies: Dies }
  /** The payer objects to a part of an attempt. */
  | {
      readonly do: 'dispute';
      readonly order: number;
      readonly attempt: number;
      readonly percent: number;
      readonly isInquiry: boolean;
    }
  /** The payer's bank goes on with a dispute. */
  | { readonly do: 'decide'; readonly dispute: number; readonly decision: BankDecision }
  /** The merchant pays out a part of what is payable, or more. */
  | { readonly do: 'pay out'; readonly percent: number }
  /** The operator, the bank or the merchant goes on with a payout. */
  | { readonly do: 'settle payout'; readonly payout: number; readonly trigger: PayoutTrigger }
  /** The provider reports a dispute, as it is or as it was a while ago. */
  | { readonly do: 'report'; readonly dispute: number; readonly age: number }
  /** The next answers of the provider are lost, although it does what it was asked for. */
  | { readonly do: 'lose answers'; readonly count: number };

const order = fc.integer({ min: 0, max: 1 });
const toDo = <const Do extends MoneyCommand['do']>(...what: Do[]) => ({ do: fc.constantFrom(...what) });
const meanwhile = fc.oneof(
  { weight: 4, arbitrary: fc.constant('nothing' as const) },
  {
    weight: 2,
    arbitrary: fc.constantFrom<Meanwhile>(
      'approval',
      'approval that is settled',
      'approval whose query gets no answer until later',
      'confirm',
      'confirm after a wait',
    ),
  },
);
const often = <T>(most: T, ...rest: T[]) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(most) }, { weight: 1, arbitrary: fc.constantFrom(...rest) });

const dies = often<Dies>('never', 'before the provider', 'after the provider');
const percent = fc.constantFrom(1, 40, 100);
const dispute = fc.integer({ min: 0, max: 2 });

export const anyMoneyCommand: fc.Arbitrary<MoneyCommand> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      ...toDo('confirm'),
      order,
      answer: fc.constantFrom(...(Object.keys(answers) as ProviderAnswer[])),
      isChanged: often(false, true),
      dies,
      meanwhile,
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      ...toDo('approve'),
      order,
      attempt: fc.integer({ min: 0, max: 3 }),
      isReported: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ ...toDo('cancel', 'abandon'), order, meanwhile }) },
  { weight: 3, arbitrary: fc.record({ ...toDo('close', 'expire session', 'expire hold'), order }) },
  { weight: 4, arbitrary: fc.record({ ...toDo('capture'), order, percent, isFinal: fc.boolean(), dies }) },
  {
    weight: 4,
    arbitrary: fc.record({
      ...toDo('wait'),
      order,
      meanwhile: often<WhileAnswering>('nothing', 'approval', 'confirm', 'return'),
    }),
  },
  { weight: 4, arbitrary: fc.record({ ...toDo('refund'), order, percent, dies }) },
  {
    weight: 4,
    arbitrary: fc.record({
      ...toDo('dispute'),
      order,
      attempt: fc.integer({ min: 0, max: 3 }),
      percent,
      isInquiry: often(false, true),
    }),
  },
  { weight: 4, arbitrary: fc.record({ ...toDo('decide'), dispute, decision: fc.constantFrom(...bankDecisions) }) },
  { weight: 4, arbitrary: fc.record({ ...toDo('report'), dispute, age: fc.integer({ min: 0, max: 2 }) }) },
  { weight: 4, arbitrary: fc.record({ ...toDo('pay out'), percent: fc.constantFrom(1, 40, 100, 130) }) },
  {
    weight: 7,
    arbitrary: fc.record({
      ...toDo('settle payout'),
      payout: fc.integer({ min: 0, max: 1 }),
      trigger: fc.constantFrom(...payoutTriggers),
    }),
  },
  { weight: 1, arbitrary: fc.record({ ...toDo('lose answers'), count: fc.integer({ min: 1, max: 3 }) }) },
);

export const pays = (answer: ProviderAnswer, order: number): MoneyCommand => ({
  do: 'confirm',
  order,
  answer,
  isChanged: false,
  dies: 'never',
  meanwhile: 'nothing',
});

/** Histories that every run tries first. */
export const knownHistories: MoneyCommand[][] = [
  // A declined attempt is approved when another has paid.
  [pays('declines', 0), pays('approves', 0), { do: 'approve', order: 0, attempt: 0, isReported: true }],
  // The provider reports a capture between its answer to a cancellation and the transaction that records it.
  [pays('approves', 1), { do: 'cancel', order: 1, meanwhile: 'approval' }],
  [pays('waits', 0), { do: 'cancel', order: 0, meanwhile: 'approval' }],
  [pays('waits', 0), { do: 'abandon', order: 0, meanwhile: 'approval' }],
  [pays('approves', 1), { do: 'cancel', order: 1, meanwhile: 'approval whose query gets no answer until later' }],
  // The buyer's return records the hold while the answer to the janitor, which a callback had notified, is on its way.
  [
    pays('waits', 1),
    { do: 'approve', order: 1, attempt: 0, isReported: true },
    { do: 'wait', order: 1, meanwhile: 'return' },
  ],
  // The provider reports a capture while the janitor releases a hold whose time is over.
  [pays('approves', 1), { do: 'expire hold', order: 1 }, { do: 'wait', order: 1, meanwhile: 'approval' }],
  // A part of a hold is captured, then another whose answer is lost, and the rest is released with the hold's time.
  [
    pays('approves', 1),
    { do: 'capture', order: 1, percent: 40, isFinal: false, dies: 'never' },
    { do: 'lose answers', count: 1 },
    { do: 'capture', order: 1, percent: 40, isFinal: false, dies: 'never' },
    { do: 'expire hold', order: 1 },
    { do: 'wait', order: 1, meanwhile: 'nothing' },
    { do: 'refund', order: 1, percent: 40, dies: 'never' },
  ],
  // A process dies between the provider's capture of a part and its record, and the merchant cancels.
  [
    pays('approves', 1),
    { do: 'capture', order: 1, percent: 40, isFinal: true, dies: 'after the provider' },
    { do: 'cancel', order: 1, meanwhile: 'nothing' },
    { do: 'wait', order: 1, meanwhile: 'nothing' },
  ],
  // The provider captures the rest of a hold by itself.
  [
    pays('approves', 1),
    { do: 'capture', order: 1, percent: 40, isFinal: false, dies: 'never' },
    { do: 'approve', order: 1, attempt: 0, isReported: true },
    { do: 'refund', order: 1, percent: 100, dies: 'never' },
  ],
  // A refund that never reached the provider is sent again when the payer's bank has taken all of it.
  [
    pays('approves', 0),
    { do: 'refund', order: 0, percent: 40, dies: 'before the provider' },
    { do: 'dispute', order: 0, attempt: 0, percent: 100, isInquiry: false },
    { do: 'report', dispute: 0, age: 0 },
  ],
  // The payer objects to a payment that was not needed, beside its refund.
  [
    pays('declines', 0),
    pays('approves', 0),
    { do: 'approve', order: 0, attempt: 0, isReported: false },
    { do: 'dispute', order: 0, attempt: 0, percent: 100, isInquiry: false },
    { do: 'report', dispute: 0, age: 0 },
    { do: 'decide', dispute: 0, decision: 'win' },
  ],
  // What was paid out cannot be refunded, and a dispute takes it all the same.
  [
    pays('approves', 0),
    { do: 'pay out', percent: 100 },
    { do: 'settle payout', payout: 0, trigger: 'send' },
    { do: 'refund', order: 0, percent: 40, dies: 'never' },
    { do: 'dispute', order: 0, attempt: 0, percent: 40, isInquiry: false },
    { do: 'report', dispute: 0, age: 0 },
    { do: 'pay out', percent: 100 },
    { do: 'settle payout', payout: 0, trigger: 'pay' },
  ],
  // A payout fails, and its money is refunded.
  [
    pays('approves', 0),
    { do: 'pay out', percent: 100 },
    { do: 'settle payout', payout: 0, trigger: 'send' },
    { do: 'settle payout', payout: 0, trigger: 'fail' },
    { do: 'settle payout', payout: 0, trigger: 'pay' },
    { do: 'settle payout', payout: 0, trigger: 'cancel' },
    { do: 'refund', order: 0, percent: 40, dies: 'after the provider' },
  ],
  // That a dispute was won is reported before that its money was withdrawn, and that it was an inquiry.
  [
    pays('approves', 0),
    { do: 'dispute', order: 0, attempt: 0, percent: 40, isInquiry: true },
    { do: 'decide', dispute: 0, decision: 'withdraw' },
    { do: 'decide', dispute: 0, decision: 'win' },
    { do: 'report', dispute: 0, age: 0 },
    { do: 'report', dispute: 0, age: 1 },
    { do: 'report', dispute: 0, age: 2 },
  ],
];
