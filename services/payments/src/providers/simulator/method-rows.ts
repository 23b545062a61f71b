import type { PaymentMethodInput, PaymentMethodType } from '@mizan/contracts';
import type { CardDetails } from '../port/provider-method.ts';
import type { BehaviourName } from './behaviours.ts';

/**
 * What the buyer does, or waits for, where a payment is not decided at once: authenticates at a bank (`challenge`),
 * types a code (`otp`), agrees to installments (`installments`), pays a number at a kiosk (`voucher`), approves in a bank's
 * app (`push`), transfers by bank (`transfer`), pays on delivery (`delivery`).
 */
export type Flow = 'challenge' | 'otp' | 'installments' | 'voucher' | 'push' | 'transfer' | 'delivery';

/** How the simulator treats one payment method type. */
export interface MethodRow {
  readonly type: PaymentMethodType;
  readonly flow: Flow;
  /** Where a card is found: typed in, or in the token of the wallet that holds it. Null for other methods. */
  readonly cardFrom: 'buyer' | CardWallet | null;
  /** What the buyer has to give when nothing else chose a behaviour. */
  readonly needs: 'phone' | 'handle' | null;
  /** First digits of the buyer's phone number after the country's `+20`; null accepts any. */
  readonly carrier: string | null;
  /** What in the method chooses a behaviour, after the requested outcome and the card: phone before e-mail. */
  readonly signals: readonly Signal[];
  /** When nothing chose a behaviour; null refuses the method. */
  readonly fallback: BehaviourName | null;
  /** How long the buyer's action is accepted, milliseconds. */
  readonly actionWindowMs: number;
}

/** Chooses a behaviour by one property of the method; undefined leaves it to the next. */
type Signal = (input: PaymentMethodInput, email: string | null) => BehaviourName | undefined;

type CardWallet = NonNullable<CardDetails['wallet']>['type'];

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const challengeMs = 15 * minuteMs; // about when issuers end a 3-D Secure challenge
const redirectMs = 30 * minuteMs; // for how long redirects of wallets and installment providers are good

/** What most methods have: no card, nothing that is needed, and a redirect whose action decides. */
const plain = {
  cardFrom: null,
  needs: null,
  carrier: null,
  signals: [],
  fallback: 'require_action',
  actionWindowMs: redirectMs,
} as const;

const walletOfCards = (type: CardWallet): MethodRow => ({
  ...plain,
  type,
  flow: 'challenge',
  cardFrom: type,
  fallback: 'succeed',
  actionWindowMs: challengeMs,
});

const mobileWallet = (type: PaymentMethodType, carrier: string): MethodRow => ({
  ...plain,
  type,
  flow: 'otp',
  needs: 'phone',
  carrier,
  signals: [
    byPhoneEnding({
      '00000001': 'succeed',
      '00000002': 'decline:insufficient_funds',
      '00000003': 'decline:wrong_pin',
      '00000004': 'pending_then_succeed',
      '00000005': 'timeout',
    }),
  ],
});

const installmentsByPhone = (type: PaymentMethodType, flow: Flow): MethodRow => ({
  ...plain,
  type,
  flow,
  needs: 'phone',
  signals: [byPhoneEnding({ '01': 'succeed', '02': 'decline:wallet_limit_exceeded', '03': 'decline:not_registered' })],
});

const installmentsByEmail = (type: PaymentMethodType): MethodRow => ({
  ...plain,
  type,
  flow: 'installments',
  signals: [byEmailTag({ approved: 'succeed', rejected: 'decline:customer_rejected', expired: 'expire' })],
});

const voucher = (type: PaymentMethodType, hours: number): MethodRow => ({
  ...plain,
  type,
  flow: 'voucher',
  needs: 'phone',
  signals: [byEmailTag({ paid: 'succeed', paid_later: 'act_then_succeed', expired: 'expire', never: 'expire' })],
  actionWindowMs: hours * hourMs,
});

const rows: readonly MethodRow[] = [
  { ...plain, type: 'card', flow: 'challenge', cardFrom: 'buyer', fallback: null, actionWindowMs: challengeMs },
  walletOfCards('apple_pay'),
  walletOfCards('google_pay'),
  walletOfCards('samsung_pay'),
  mobileWallet('vodafone_cash', '10'),
  mobileWallet('etisalat_cash', '11'),
  mobileWallet('orange_cash', '12'),
  mobileWallet('we_pay', '15'),
  {
    ...plain,
    type: 'instapay',
    flow: 'push',
    needs: 'handle',
    signals: [byHandle({ ok: 'succeed', fail: 'decline', never: 'never' })],
    fallback: 'never',
  },
  installmentsByPhone('valu', 'otp'),
  installmentsByPhone('sympl', 'installments'),
  installmentsByEmail('tabby'),
  installmentsByEmail('tamara'),
  voucher('fawry', 72),
  voucher('aman', 48),
  { ...plain, type: 'bank_transfer', flow: 'transfer', fallback: 'never', actionWindowMs: 7 * 24 * hourMs },
  { ...plain, type: 'cash_on_delivery', flow: 'delivery', fallback: 'never', actionWindowMs: 30 * 24 * hourMs },
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

/** Chooses by the name in a bank app's handle: `ok` in `ok@instapay`. */
function byHandle(names: Readonly<Record<string, BehaviourName>>): Signal {
  return ({ handle }) => {
    const name = handle?.toLowerCase().split('@')[0];
    return name !== undefined && Object.hasOwn(names, name) ? names[name] : undefined;
  };
}
