import type { OutcomeName } from '../state.ts';

/** What a card does here. */
export interface CardBehaviour {
  readonly outcome: OutcomeName;
  /** The bank asks the buyer for a one-time password first. */
  readonly needsChallenge?: boolean;
  /** Of the card, once it is saved, while the buyer is absent; approved by default. */
  readonly whenAbsent?: OutcomeName;
}

/** Cards by number. The first three are Paymob's own test cards; it publishes none for anything else. */
export const testCards: Readonly<Record<string, CardBehaviour>> = {
  '5123456789012346': { outcome: 'approved' },
  '5123450000000008': { outcome: 'approved' },
  '4111111111111111': { outcome: 'approved' },
  '4000000000000002': { outcome: 'declined' },
  '4000000000009995': { outcome: 'insufficient_funds' },
  '4000000000009979': { outcome: 'stolen_card' },
  '4000000000000069': { outcome: 'expired_card' },
  '4000000000000119': { outcome: 'gateway_error' },
  '4000000000003220': { outcome: 'approved', needsChallenge: true },
  '4000000000000077': { outcome: 'pending' },
  '4000000000000341': { outcome: 'approved', whenAbsent: 'insufficient_funds' },
};

/** Accepted security code of every card; another one is declined. */
export const testCvv = '123';
/** Accepted one-time password of challenges, wallets and plans. */
export const testOtp = '123456';
/** Accepted PIN of wallets. */
export const testPin = '123456';

export interface Card {
  /** Digits only. */
  readonly number: string;
  readonly month: number;
  /** Four digits. */
  readonly year: number;
  readonly cvv: string;
}

/** Names of the card fields that cannot be right, as a form checks them before a bank is asked. */
export function invalidCardFields({ number, month, year, cvv }: Card): string[] {
  return [
    ...(/^\d{13,19}$/.test(number) && passesLuhn(number) && subTypeOf(number) ? [] : ['number']),
    ...(month >= 1 && month <= 12 && year >= 2000 && year <= 2099 ? [] : ['expiry']),
    ...(/^\d{3}$/.test(cvv) ? [] : ['cvv']),
  ];
}

/** What happens when a card pays; `now` decides whether it has expired. Unknown numbers are declined. */
export function cardBehaviour({ number, month, year, cvv }: Card, now: number): CardBehaviour {
  if (Date.UTC(year, month) <= now) return { outcome: 'expired_card' };
  if (cvv !== testCvv) return { outcome: 'wrong_cvv' };
  return testCards[number] ?? { outcome: 'declined' };
}

/** `sub_type` of a card's transactions; nothing for a scheme that the account does not accept. */
export const subTypeOf = (number: string): 'Visa' | 'MasterCard' | undefined =>
  number.startsWith('4') ? 'Visa' : /^(5[1-5]|2[2-7])/.test(number) ? 'MasterCard' : undefined;

function passesLuhn(number: string): boolean {
  const sum = [...number].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
