import type { ErrorCode, PaymentMethodInput, PaymentMethodType } from '@mizan/contracts';
import type { ProviderMethod } from '../port/provider-method.ts';
import { type BehaviourName, parseOutcome } from './behaviours.ts';
import { findMethodRow, type MethodRow } from './method-rows.ts';
import { isTestCard, type RawCard, tokenizeCard } from './tokenize-card.ts';

/** What tokenizing needs beside the method itself. */
export interface TokenizeContext {
  /** The account's secret key of card fingerprints. */
  readonly pepper: string;
  /** The account's clock. */
  readonly now: Date;
  /** Of the customer, for methods whose outcome the e-mail chooses when there are no billing details. */
  readonly email: string | null;
  /** Of the customer, for methods that are found by a phone number. */
  readonly phone: string | null;
}

/** Why a payment method is refused, before any charge is created. Never repeats the request. */
export interface MethodRefusal {
  readonly code: Extract<ErrorCode, 'payment_method_mismatch' | 'parameter_missing' | 'validation_error'>;
  readonly param: `paymentMethod.${string}`;
  readonly message: string;
}

/** A method that may be stored and charged, or why it is refused. */
export type Tokenized = { readonly method: ProviderMethod } | { readonly refusal: MethodRefusal };

/** The card behind a magic id, a requested outcome without a card, or a wallet without a token. */
const plainCard: RawCard = { number: '4242424242424242', expMonth: 12, expYear: 2049, cvc: null };

/**
 * Turns a payment method of test mode into what may be stored and passed to `authorize`. Pure, and called before the
 * first transaction of a confirm, so that a card number is never written anywhere. A saved method does not come here:
 * it was tokenized when it was saved.
 */
export function tokenizeMethod(input: PaymentMethodInput, context: TokenizeContext): Tokenized {
  const unlistedCard = refusalOfCard(input);
  if (unlistedCard) return { refusal: unlistedCard };
  const magic = input.id === undefined ? undefined : parseMagicId(input.id);
  if (input.id !== undefined && !magic)
    return refuse('payment_method_mismatch', 'id', 'This is not a payment method id of test mode.');
  if (magic && input.type !== undefined && input.type !== magic.type)
    return refuse('payment_method_mismatch', 'type', 'The type is not that of the payment method id.');
  const type = magic?.type ?? input.type;
  if (type === undefined) return refuse('parameter_missing', 'type', 'Name the type of the payment method.');
  const row = findMethodRow(type);
  return row
    ? tokenizeAs(row, input, context)
    : refuse('payment_method_mismatch', 'type', 'This payment method cannot be used in test mode.');
}

/** Why the card of a request is refused, also beside an outcome or id: a real number must never be sent unnoticed. */
export const refusalOfCard = ({ card }: PaymentMethodInput): MethodRefusal | undefined =>
  card && !isTestCard(card.number)
    ? { code: 'payment_method_mismatch', param: 'paymentMethod.card.number', message: unlisted }
    : undefined;

function tokenizeAs(
  row: MethodRow,
  given: PaymentMethodInput,
  { pepper, now, email, phone }: TokenizeContext,
): Tokenized {
  const input = { ...given, phone: given.phone ?? given.billingDetails?.phone ?? phone ?? undefined };
  const refusal = refusalOf(row, input);
  if (refusal) return refusal;
  const field = row.cardFrom === 'buyer' ? 'card.number' : 'token';
  const wallet = row.cardFrom === null || row.cardFrom === 'buyer' ? null : { type: row.cardFrom };
  const sent = sentCard(row, input);
  const known = sent && tokenizeCard(sent, { wallet, pepper, now });
  if (sent && !known) return refuse('payment_method_mismatch', field, unlisted);

  const token = selectBehaviour(input, row, {
    email: input.billingDetails?.email ?? email,
    ofCard: known?.behaviour,
  });
  if (!token) return refuse('parameter_missing', field, 'Send a test card, such as 4242 4242 4242 4242.');
  const card = row.cardFrom === null ? undefined : (known ?? tokenizeCard(plainCard, { wallet, pepper, now }));
  return {
    method: {
      type: row.type,
      token,
      card: card?.card ?? null,
      cardInfo: card?.cardInfo ?? null,
      ...(row.flow === 'otp' || row.flow === 'push'
        ? { wallet: { provider: row.type, phone: input.phone ?? null } }
        : {}),
      ...(row.type === 'valu' ? { tenureMonths: input.valu?.tenureMonths ?? shortestTenure } : {}),
    },
  };
}

const shortestTenure = 6; // months
const unlisted = 'Test mode accepts test cards only, such as 4242 4242 4242 4242.';

/** What the method lacks, or why a carrier does not know the number. A request that names an outcome needs neither. */
function refusalOf(row: MethodRow, input: PaymentMethodInput): Tokenized | undefined {
  if (input.testOutcome !== undefined || input.id !== undefined) return undefined;
  if (row.needs === 'handle' && !input.handle)
    return refuse('parameter_missing', 'handle', 'Send the handle of the buyer, such as ok@instapay.');
  if (row.needs !== 'phone') return undefined;
  if (!input.phone) return refuse('parameter_missing', 'phone', 'Send the phone number of the buyer.');
  const local = input.phone.replace(/\D/g, '').replace(/^(0020|20|0)/, '');
  if (row.carrier === null || local.startsWith(row.carrier)) return undefined;
  return refuse('validation_error', 'phone', `Numbers of this wallet begin with 0${row.carrier}.`);
}

/** The card that was sent, if one was. A token of another form counts as a card that is not a test card. */
function sentCard({ cardFrom }: MethodRow, { card, token }: PaymentMethodInput): RawCard | undefined {
  if (cardFrom === 'buyer') return card;
  if (cardFrom === null || token === undefined) return undefined;
  return { ...plainCard, number: /^test_token:(.+)$/.exec(token)?.[1] ?? '' };
}

const refuse = (code: MethodRefusal['code'], field: string, message: string): Tokenized => ({
  refusal: { code, param: `paymentMethod.${field}`, message },
});

/** What a magic payment method id says. */
export interface MagicMethod {
  readonly type: PaymentMethodType;
  readonly behaviour: BehaviourName;
}

/**
 * Reads `pm_test_<type>_<outcome>`: `pm_test_card_succeed`, `pm_test_apple_pay_decline`, `pm_test_card_decline_lost_card`
 * (or `pm_test_card_decline:lost_card`); undefined for any other id, saved methods included.
 */
export function parseMagicId(id: string): MagicMethod | undefined {
  const words = id.split('_');
  if (words[0] !== 'pm' || words[1] !== 'test') return undefined;
  for (let end = words.length - 1; end > 2; end -= 1) {
    const row = findMethodRow(words.slice(2, end).join('_'));
    const outcome = words.slice(end).join('_');
    const behaviour = parseOutcome(outcome) ?? parseOutcome(outcome.replace(/^decline_/, 'decline:'));
    if (row && behaviour) return { type: row.type, behaviour };
  }
  return undefined;
}

/**
 * The behaviour that a payment method chooses, if anything does. The first of these that chooses one wins: the requested
 * outcome, the magic id, the card number, then the row's signals (phone, e-mail), then what the type does by itself.
 */
export function selectBehaviour(
  input: PaymentMethodInput,
  row: MethodRow,
  { email, ofCard }: { readonly email: string | null; readonly ofCard: BehaviourName | undefined },
): BehaviourName | undefined {
  const requested = input.testOutcome === undefined ? undefined : parseOutcome(input.testOutcome);
  const magic = input.id === undefined ? undefined : parseMagicId(input.id)?.behaviour;
  const signalled = row.signals.map((signal) => signal(input, email)).find((behaviour) => behaviour !== undefined);
  return requested ?? magic ?? ofCard ?? signalled ?? row.fallback ?? undefined;
}
