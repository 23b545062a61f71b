import type { Address } from '@mizan/contracts';
import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js';

/** How a phone number or an e-mail was given, and where the giver lives. */
interface GivenContact {
  readonly phone?: string | null;
  readonly address?: Address | null;
}

/** Whether a phone number needs to be told the account's country: it has no country code and comes with no country. */
export const needsCountry = ({ phone, address }: GivenContact): boolean =>
  Boolean(phone) && !phone?.trim().startsWith('+') && !address?.country;

/**
 * A phone number in E.164, read as one of the address's country or else of the account's; as it was typed when it cannot
 * be read, because people know numbers that plans do not.
 */
export function normalizePhone({ phone, address }: GivenContact, accountCountry: string | undefined): string | null {
  if (!phone) return null;
  const typed = phone.trim();
  const country = (address?.country ?? accountCountry) as CountryCode | undefined;
  const parsed = parsePhoneNumberFromString(typed, country);
  return parsed?.isPossible() ? parsed.number : typed;
}

/** An e-mail as it is compared: trimmed, lower case. */
export const normalizeEmail = (email: string): string => email.trim().toLowerCase();
