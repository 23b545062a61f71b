import type { Address } from '@mizan/contracts';
import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js';

/** A phone number as typed, and the address that came with it. */
interface Contact {
  readonly phone?: string | null;
  readonly address?: Address | null;
}

/** Whether parsing the phone number needs the account's country: it has no country code and its address no country. */
export const needsCountry = ({ phone, address }: Contact): boolean =>
  Boolean(phone) && !phone?.trim().startsWith('+') && !address?.country;

/**
 * A phone number in E.164, parsed for the country of the address or else of the account; as typed when it cannot be
 * parsed, because people have numbers that numbering plans do not know.
 */
export function normalizePhone({ phone, address }: Contact, accountCountry: string | undefined): string | null {
  if (!phone) return null;
  const typed = phone.trim();
  const country = (address?.country ?? accountCountry) as CountryCode | undefined;
  const parsed = parsePhoneNumberFromString(typed, country);
  return parsed?.isPossible() ? parsed.number : typed;
}

/** An e-mail in the form that is compared: trimmed, lower case. */
export const normalizeEmail = (email: string): string => email.trim().toLowerCase();
