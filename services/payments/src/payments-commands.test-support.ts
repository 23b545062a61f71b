import { toPresentment } from '@mizan/money';
import fc from 'fast-check';

/** What each test card does, as the documentation of test mode says. */
export const cardNumbers = {
  approves: '4242424242424242',
  declines: '4000000000000002',
  challenges: '4000000000003220',
  isSilentAndApproves: '4000000000007023',
  isSilentAndDeclines: '4000000000007031',
  refundsLater: '4000000000007726',
  refundsInVain: '4000000000005126',
  capturesInVain: '4000000000007049',
} as const;
export type Card = keyof typeof cardNumbers;

/** The sessions of a sequence: the buyer of the second is charged when the merchant captures. */
export const captureMethods = ['automatic', 'manual'] as const;

/** Smallest payment by any method, minor units of EGP. */
export const leastPayment = 100;

/** What a fee costs that its buyer pays and was shown. */
export const dearTerms = { ratePpm: 39_000, fixed: 500, vatPpm: 140_000 } as const;

/**
 * What else an order of this amount has: every third one's buyer pays the fee, every other one's sees the price in
 * dinars.
 */
export const orderOf = (amount: number) => ({
  ...(amount % 3 === 0 ? { feeTerms: dearTerms } : {}),
  presentmentDetails:
    amount % 2 === 0
      ? null
      : {
          amount: toPresentment(amount, { rate: 157.123456, presentmentDecimals: 3, processingDecimals: 2 }),
          currency: 'KWD' as const,
          exchangeRate: 157.123456,
          exchangeRateId: 'fxr_model',
        },
});

/** Something that a buyer, a merchant or time does; `session` picks one of {@link captureMethods}. */
export type Command =
  | {
      readonly do: 'confirm';
      readonly session: number;
      readonly card: Card;
      readonly amount: number;
      /** The request comes a second time under its key. */
      readonly isRetried: boolean;
    }
  | { readonly do: 'act'; readonly session: number; readonly outcome: 'authenticate' | 'fail' | 'abandon' }
  | { readonly do: 'capture'; readonly session: number; readonly percent: number; readonly isFinal: boolean }
  | {
      readonly do: 'refund';
      readonly session: number;
      readonly percent: number;
      readonly by: 'chargeId' | 'paymentIntentId';
    }
  | { readonly do: 'cancel'; readonly session: number }
  /** What providers decide later is decided, and the janitors have seen it. */
  | { readonly do: 'wait' }
  /** The seven days of every authorization are over. */
  | { readonly do: 'expire' };

const session = fc.integer({ min: 0, max: captureMethods.length - 1 });
/** The field that says what a command does. */
const toDo = <const Do extends Command['do']>(what: Do) => ({ do: fc.constant(what) });

/** Any command; those that move money more often than the rest. */
export const anyCommand: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      ...toDo('confirm'),
      session,
      card: fc.constantFrom(...(Object.keys(cardNumbers) as Card[])),
      amount: fc.oneof(
        { weight: 15, arbitrary: fc.integer({ min: leastPayment, max: 50_000 }) },
        { weight: 1, arbitrary: fc.integer({ min: 1, max: leastPayment - 1 }) },
      ),
      isRetried: fc.boolean(),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      ...toDo('refund'),
      session,
      percent: fc.constantFrom(1, 30, 60, 100, 130),
      by: fc.constantFrom('chargeId' as const, 'paymentIntentId' as const),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      ...toDo('capture'),
      session,
      percent: fc.constantFrom(1, 40, 100, 130),
      isFinal: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      ...toDo('act'),
      session,
      outcome: fc.constantFrom('authenticate' as const, 'fail' as const, 'abandon' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ ...toDo('cancel'), session }) },
  { weight: 1, arbitrary: fc.record(toDo('wait')) },
  { weight: 1, arbitrary: fc.record(toDo('expire')) },
);
