import type { PaymentMethodInput, PaymentMethodType } from '@mizan/contracts';
import type { CardDetails } from '../provider-method.ts';
import type { BehaviourName } from './behaviours.ts';

/** How the simulator treats one payment method type. A type without a row is not simulated. */
export interface MethodRow {
  readonly type: PaymentMethodType;
  /** Where a card is found: typed in, or in the token of the wallet that holds it. Null for other methods. */
  readonly cardFrom: 'buyer' | CardWallet | null;
  /** What in the method chooses a behaviour, after the outcome asked for and the card: phone before e-mail. */
  readonly signals: readonly Signal[];
  /** When nothing chose; null refuses a method that says nothing. */
  readonly fallback: BehaviourName | null;
  /** How long the buyer's action is accepted, milliseconds. */
  readonly actionWindowMs: number;
}

/** Chooses a behaviour by one property of the method; undefined leaves it to the next. */
export type Signal = (input: PaymentMethodInput, email: string | null) => BehaviourName | undefined;

type CardWallet = NonNullable<CardDetails['wallet']>['type'];

/** Issuers give up a 3-D Secure challenge after about fifteen minutes. */
const challengeMs = 15 * 60_000;

const walletOfCards = (type: CardWallet): MethodRow => ({
  type,
  cardFrom: type,
  signals: [],
  fallback: 'succeed',
  actionWindowMs: challengeMs,
});

const rows: readonly MethodRow[] = [
  { type: 'card', cardFrom: 'buyer', signals: [], fallback: null, actionWindowMs: challengeMs },
  walletOfCards('apple_pay'),
  walletOfCards('google_pay'),
  walletOfCards('samsung_pay'),
];

/** The row of a type that the simulator knows. */
export function findMethodRow(type: string): MethodRow | undefined {
  return rows.find((row) => row.type === type);
}

/** The row of a type whose method the simulator itself has tokenized. */
export function methodRowOf(type: PaymentMethodType): MethodRow {
  const row = findMethodRow(type);
  if (!row) throw new Error(`bug: the simulator has no row for ${type}`);
  return row;
}

/** Chooses by the last digits of the phone number. */
export function byPhoneEnding(endings: Readonly<Record<string, BehaviourName>>): Signal {
  return ({ phone }) => Object.entries(endings).find(([ending]) => phone?.replace(/\D/g, '').endsWith(ending))?.[1];
}

/** Chooses by the tag in the e-mail address: `paid` in `buyer+paid@example.com`. */
export function byEmailTag(tags: Readonly<Record<string, BehaviourName>>): Signal {
  return (_, email) => {
    const tag = /\+([^@+]+)@/.exec(email ?? '')?.[1]?.toLowerCase();
    return tag !== undefined && Object.hasOwn(tags, tag) ? tags[tag] : undefined;
  };
}
