import { digitsOf } from './card-number.ts';

/**
 * What was typed as `MM / YY`. A first digit above 1 can only be a month of its own; a four-digit year, as browsers fill
 * it in, is shortened; deleting the slash deletes the digit before it.
 */
export function formatExpiry(text: string, before = ''): string {
  const isSlashDeleted = before.endsWith(' / ') && text === before.slice(0, -1);
  const typed = digitsOf(text);
  const digits = isSlashDeleted ? typed.slice(0, 1) : withMonth(typed);
  const year = digits.length === 6 ? digits.slice(4) : digits.slice(2, 4);
  return digits.length < 2 ? digits : `${digits.slice(0, 2)} / ${year}`;
}

const withMonth = (digits: string): string => (/^[2-9]/.test(digits) ? `0${digits}` : digits);

/** Month and four-digit year, or undefined while they are incomplete. */
export function parseExpiry(text: string): { expMonth: number; expYear: number } | undefined {
  const digits = digitsOf(text);
  if (digits.length !== 4) return undefined;
  return { expMonth: Number(digits.slice(0, 2)), expYear: 2000 + Number(digits.slice(2)) };
}

/** What is wrong with an expiry date, if anything. A card is good to the end of its month. */
export function checkExpiry(text: string, now: Date): 'incomplete' | 'invalid' | 'past' | undefined {
  const expiry = parseExpiry(text);
  if (!expiry) return 'incomplete';
  const { expMonth, expYear } = expiry;
  if (expMonth < 1 || expMonth > 12) return 'invalid';
  return expYear * 12 + expMonth < now.getFullYear() * 12 + now.getMonth() + 1 ? 'past' : undefined;
}
