import fc from 'fast-check';

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

/** Something that buyers, merchants, time or an unreliable provider do to one of the orders of a history. */
export type SecondCommand =
  | {
      readonly do: 'confirm';
      readonly order: number;
      readonly answer: ProviderAnswer;
      /** The order has changed since the last attempt, or changes back. */
      readonly isChanged: boolean;
      /** Where the process dies, if it does. */
      readonly dies: 'never' | 'before the provider' | 'after the provider';
      readonly meanwhile: Meanwhile;
    }
  | { readonly do: 'cancel' | 'abandon'; readonly order: number; readonly meanwhile: Meanwhile }
  | { readonly do: 'close' | 'capture' | 'expire session' | 'expire hold'; readonly order: number }
  /** The provider approves an attempt, whatever was said about it before. @see Meanwhile */
  | { readonly do: 'approve'; readonly order: number; readonly attempt: number; readonly isReported: boolean }
  /** Everything that is due is done; meanwhile, with the first answer of the provider on its way, one thing happens. */
  | { readonly do: 'wait'; readonly order: number; readonly meanwhile: WhileAnswering }
  /** The next answers of the provider are lost, although it does what it was asked for. */
  | { readonly do: 'lose answers'; readonly count: number };

const order = fc.integer({ min: 0, max: 1 });
const toDo = <const Do extends SecondCommand['do']>(...what: Do[]) => ({ do: fc.constantFrom(...what) });
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

export const anySecondCommand: fc.Arbitrary<SecondCommand> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      ...toDo('confirm'),
      order,
      answer: fc.constantFrom(...(Object.keys(answers) as ProviderAnswer[])),
      isChanged: often(false, true),
      dies: often('never' as const, 'before the provider' as const, 'after the provider' as const),
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
  { weight: 3, arbitrary: fc.record({ ...toDo('close', 'capture', 'expire session', 'expire hold'), order }) },
  {
    weight: 4,
    arbitrary: fc.record({
      ...toDo('wait'),
      order,
      meanwhile: often<WhileAnswering>('nothing', 'approval', 'confirm', 'return'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ ...toDo('lose answers'), count: fc.integer({ min: 1, max: 3 }) }) },
);

export const pays = (answer: ProviderAnswer, order: number): SecondCommand => ({
  do: 'confirm',
  order,
  answer,
  isChanged: false,
  dies: 'never',
  meanwhile: 'nothing',
});

/** Histories that every run tries first. */
export const knownHistories: SecondCommand[][] = [
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
];
