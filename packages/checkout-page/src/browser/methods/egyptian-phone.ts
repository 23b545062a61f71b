import type { PaymentMethodType } from '@mizan/contracts';
import { digitsOf } from './card-number.ts';

/** The prefix of each wallet's carrier, after the leading zero. */
const carriers: Partial<Record<PaymentMethodType, string>> = {
  vodafone_cash: '10',
  etisalat_cash: '11',
  orange_cash: '12',
  we_pay: '15',
};

/** The prefix of a wallet's numbers as dialed: `010`; undefined where any mobile number is accepted. */
export const carrierPrefix = (type: PaymentMethodType): string | undefined => carriers[type] && `0${carriers[type]}`;

/** Digits of a mobile number without zero and country: `1001234567`. */
const lengthOfNumber = 10;

const localDigits = (text: string): string => digitsOf(text).replace(/^(0020|20|0)/, '');

/** What is wrong with an Egyptian mobile number for this wallet, if anything. */
export function checkWalletPhone(type: PaymentMethodType, text: string): 'invalid' | 'carrier' | undefined {
  const digits = localDigits(text);
  const carrier = carriers[type];
  if (carrier && digits.length >= carrier.length && !digits.startsWith(carrier)) return 'carrier';
  return digits.length === lengthOfNumber && /^1[0125]/.test(digits) ? undefined : 'invalid';
}

/** A valid number in international format: `+201001234567`. */
export const toInternational = (text: string): string => `+20${localDigits(text)}`;
