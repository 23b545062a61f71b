import { createHmac } from 'node:crypto';
import type { PaymentMethodInput } from '@mizan/contracts';
import type { CardDetails, CardInfo } from '../port/provider-method.ts';
import type { BehaviourName } from './behaviours.ts';
import { type TestCard, testCards, testIssuer } from './test-cards.ts';

/** A card as a buyer types it. Goes into {@link tokenizeCard} and nowhere else. */
export type RawCard = Pick<TypedCard, 'number' | 'expMonth' | 'expYear'> & {
  /** Null for a card that a wallet holds. */
  readonly cvc: string | null;
};

type TypedCard = NonNullable<PaymentMethodInput['card']>;

/** What is kept of a card, and what the simulator will do with it. */
export interface TokenizedCard {
  readonly card: CardDetails;
  readonly cardInfo: CardInfo;
  readonly behaviour: BehaviourName;
}

/** Bytes of a fingerprint: enough that two cards of one account never share it by chance. */
const fingerprintBytes = 16;

/**
 * Turns a test card into what may be kept of it; undefined for any other number. The number and the security code leave
 * this function in no form but the last four digits and a keyed hash.
 *
 * @param pepper the account's secret key of fingerprints: equal cards are recognized within an account only
 */
export function tokenizeCard(
  raw: RawCard,
  { wallet, pepper, now }: { readonly wallet: CardDetails['wallet']; readonly pepper: string; readonly now: Date },
): TokenizedCard | undefined {
  const found = findTestCard(raw.number);
  if (!found) return undefined;
  const hasExpired = isPastExpiry(raw, now);
  const fingerprint = createHmac('sha256', pepper).update(raw.number).digest();
  return {
    card: {
      brand: found.brand,
      funding: found.funding,
      last4: raw.number.slice(-4),
      expMonth: raw.expMonth,
      expYear: raw.expYear,
      country: found.country,
      issuer: testIssuer,
      fingerprint: fingerprint.subarray(0, fingerprintBytes).toString('hex'),
      threeDSecure: null,
      wallet,
      checks: {
        cvc: raw.cvc === null ? 'unavailable' : 'unchecked',
        addressLine1: 'unavailable',
        postalCode: 'unavailable',
      },
    },
    cardInfo: cardInfoOf(found),
    behaviour: hasExpired && found.behaviour !== 'invalid_number' ? 'past_expiry' : found.behaviour,
  };
}

const findTestCard = (number: string): TestCard | undefined => testCards.find((card) => card.number === number);

/** Whether test mode accepts a number. */
export const isTestCard = (number: string): boolean => findTestCard(number) !== undefined;

/** Whether a card has expired; it is valid to the end of its month. */
export const isPastExpiry = ({ expYear, expMonth }: Pick<CardDetails, 'expMonth' | 'expYear'>, now: Date): boolean =>
  now.getTime() >= Date.UTC(expYear, expMonth);

/** What the fee of a card depends on, from the first six to eight digits of its number, if they are a test card's. */
export function cardInfoOfBin(bin: string): CardInfo | undefined {
  const found = /^\d{6,8}$/.test(bin) ? testCards.find((card) => card.number.startsWith(bin)) : undefined;
  return found && cardInfoOf(found);
}

const cardInfoOf = ({ brand, isOnUs, isInternational }: TestCard): CardInfo => ({ brand, isOnUs, isInternational });
