import { z } from 'zod';
import { isCountryCode } from './country-codes.ts';
import type { ErrorCode } from './errors.ts';
import { inLatinDigits } from './latin-digits.ts';

/** An object of the API, under its name in the documents. */
export const namedObject = <S extends z.core.$ZodLooseShape>(id: string, description: string, shape: S) =>
  z.object(shape).meta({ id, description });

/** The body of a request, under its name in the documents: other fields are rejected. */
export const requestBody = <S extends z.core.$ZodLooseShape>(id: string, description: string, shape: S) =>
  z.strictObject(shape).meta({ id, description });

/** The largest amount that one field can carry, in minor units. */
export const maxAmount = 999_999_999_999;

/** A whole number of minor units of the record's currency (piastres, cents, fils). */
export const Money = z.int().min(0).max(maxAmount).describe("An amount in minor units of the object's currency.");

/** Minor units that may be negative: movements of a balance. */
export const SignedMoney = z.int().describe("An amount in minor units of the object's currency; negative for debits.");

/** ISO 8601 in UTC with milliseconds: `2025-01-01T10:00:00.000Z`. */
export const Timestamp = z.iso.datetime({ precision: 3 }).describe('ISO 8601 timestamp in UTC, with milliseconds.');

/** The merchant's own keys and values on a record. */
export const Metadata = z
  .record(
    z.string(),
    z.union([z.string(), z.number(), z.boolean(), z.null()], 'must be text, a number, true, false or null'),
  )
  .meta({ id: 'Metadata', description: 'Your own key-value pairs.' });
export type Metadata = z.infer<typeof Metadata>;

/** True unless a value is null or absent. */
export const isGiven = <T>(value: T | null | undefined): value is T => value !== null && value !== undefined;

/** A check option that answers with this error code instead of `parameter_invalid`. */
export const failWith = (code: ErrorCode, message: string) => ({ message, params: { code } });

/** Whether text can be kept: neither databases nor JSON hold NUL characters and broken Unicode. */
export const isStorable = (value: string): boolean => value.isWellFormed() && !value.includes('\0');

/** Characters as people and JSON Schema count them; JavaScript's `length` counts an emoji twice. */
export const charactersOf = (value: string): number => [...value].length;

/** The check that `max()` would be if it counted characters; documents show it as `maxLength`. */
function atMost(max: number) {
  const check = z.refine<string>(
    (value) => value.length <= max || charactersOf(value) <= max,
    `must be at most ${max} characters`,
  );
  check._zod.onattach.push((schema) => {
    schema._zod.bag.maximum = max;
  });
  return check;
}

/** Text that a client sends: at most `max` characters, and nothing that a database or JSON cannot hold. */
export const text = (max: number) =>
  z.string().check(atMost(max)).refine(isStorable, 'must not contain NUL characters or broken Unicode');

/** Whether something of a text is shown. The blank of braille is a symbol, and letters such as U+3164 show nothing either. */
const hasVisible = (value: string): boolean =>
  /[^\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u.test(value);

/** Text that must say something: trimmed, then 1 to `max` characters, of which one can be seen. */
export const requiredText = (max: number) =>
  z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .refine((value) => value === '' || hasVisible(value), 'must not be empty')
    .check(atMost(max))
    .refine(isStorable, 'must not contain NUL characters or broken Unicode');

/** An id in an example: it stands for a record of the caller. */
export const exampleIdOf = (prefix: string): string => `${prefix}_0ABCdefGHIjklMNOpqrSTUvw`;

/** A reference to another record; whether it exists is for the database to say (404). */
export const reference = (prefix: string) =>
  z
    .string()
    .min(1, 'must not be empty')
    .max(255, 'must be at most 255 characters')
    .refine(isStorable, 'must not contain NUL characters or broken Unicode')
    .meta({ examples: [exampleIdOf(prefix)] });

const wholeMinorUnits = 'must be a whole number of minor units, such as 24950';

/** An amount that a client sends: whole minor units from `min` up; a bad number answers with `code`. */
export const amountInput = (code: 'amount_invalid' | 'parameter_invalid', min = 0) =>
  z
    .number(wholeMinorUnits)
    .refine(Number.isInteger, failWith(code, wholeMinorUnits))
    .refine((n) => n >= min && n <= maxAmount, failWith(code, `must be from ${min} to ${maxAmount} minor units`))
    .meta({ type: 'integer', minimum: min, maximum: maxAmount, description: 'In minor units of the currency.' });

const day = /^\d{4}-\d{2}-\d{2}$/;

/** A point in time that a client sends, with an offset, or a plain date for its midnight in UTC. */
export const timestampInput = z
  .union(
    [z.iso.datetime({ offset: true }), z.iso.date()],
    'must be an ISO 8601 date and time with Z or an offset, such as 2025-01-01T10:00:00Z',
  )
  .transform((value) => new Date(day.test(value) ? `${value}T00:00:00.000Z` : value).toISOString())
  .refine((value) => /^(19[7-9]|[2-9]\d\d)\d-/.test(value), 'must be from 1970 to 9999')
  .meta({
    type: 'string',
    format: 'date-time',
    description: 'ISO 8601 timestamp with an offset, or a date (midnight UTC).',
  });

/** An e-mail address as typed, trimmed. */
export const emailInput = z
  .string()
  .trim()
  .max(254, 'must be at most 254 characters')
  .regex(z.regexes.email, 'must be an email address')
  .meta({ format: 'email' });

/** A country as typed, in upper case. */
export const countryInput = z
  .string()
  .transform((code) => code.toUpperCase())
  .refine(isCountryCode, 'must be an ISO 3166-1 alpha-2 code such as EG')
  .meta({ pattern: '^[A-Za-z]{2}$', description: 'Two-letter country code, ISO 3166-1 alpha-2.', examples: ['EG'] });

/**
 * A phone number as typed, in Latin digits; it is stored in E.164 when it can be read as one. The documents name the digits that are typed
 * here: few engines of other languages know `\p{Nd}`.
 */
export const phoneInput = text(40)
  .refine((value) => /\p{Nd}/u.test(value), 'must contain digits')
  .transform(inLatinDigits)
  .meta({ pattern: '[0-9٠-٩۰-۹]' });

/** An IBAN as people write it, in capitals and Latin digits without spaces. Its check digits are not checked here. */
export const ibanInput = text(50).transform((iban) => inLatinDigits(iban).replaceAll(/[\s-]/g, '').toUpperCase());

/** How long a replaced secret keeps working. */
export const overlapSeconds = (longest: number) =>
  z
    .number()
    .refine(Number.isInteger, 'must be a whole number of seconds')
    .refine((n) => n >= 0 && n <= longest, failWith('parameter_out_of_range', `must be from 0 to ${longest}`))
    .meta({ type: 'integer', minimum: 0, maximum: longest });

const longestUrl = 2048;

/**
 * An address as `URL` writes it: what is stored can be sent in a header, whatever letters it was entered with. A user name
 * would make the host look like another.
 *
 * @param isAllowed which schemes and hosts
 * @param rule what `isAllowed` requires, for the message: `must use https`
 */
const urlInput = (isAllowed: (url: URL) => boolean, rule: string, description: string) =>
  text(longestUrl)
    .refine((value) => !/\p{Cc}|^\s|\s$/u.test(value), 'must not contain control characters or surrounding blanks')
    .refine((value) => URL.canParse(value), 'must be a full URL, such as https://shop.example/cart')
    .refine((value) => {
      const url = URL.parse(value);
      return url === null || isAllowed(url);
    }, `${rule}, such as https://shop.example/cart`)
    .refine((value) => !hasUser(URL.parse(value)), 'must not contain a user name or password')
    .transform((value) => URL.parse(value)?.href ?? value)
    .refine((href) => href.length <= longestUrl, `must be at most ${longestUrl} characters when percent-encoded`)
    .meta({ type: 'string', format: 'uri', description });

const hasUser = (url: URL | null): boolean => Boolean(url?.username || url?.password);

/** An address of the web: https, or http on localhost, which services allow in test mode only. */
export const webUrl = urlInput(
  ({ protocol, hostname }) => protocol === 'https:' || (protocol === 'http:' && hostname === 'localhost'),
  'must use https, or http://localhost in test mode',
  'An https URL. Test mode also accepts http://localhost.',
);

/** An address that the platform itself sends requests to. */
export const httpsUrl = urlInput(({ protocol }) => protocol === 'https:', 'must use https', 'An https URL.');

/** An origin: https, or http on localhost, which services allow in test mode only. */
export const originInput = text(2048)
  .refine(
    (value) => /^(https:\/\/[a-z0-9.-]+|http:\/\/localhost)(:\d+)?$/.test(value) && URL.parse(value)?.origin === value,
    'must be an https origin without a path, such as https://shop.example, or http://localhost in test mode',
  )
  .meta({ description: 'For example `https://shop.example`. Test mode also accepts `http://localhost:3000`.' });

/** The address of a picture: https, or http, which services allow in test mode on localhost and for their own files. */
export const imageUrl = urlInput(
  ({ protocol }) => /^https?:$/.test(protocol),
  'must use https',
  'An https URL. Test mode also accepts http://localhost and the `publicUrl` of an upload.',
);

const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length;

/** Whether a key and its value can be kept. */
export const isStorableEntry = ([key, value]: [string, unknown]): boolean =>
  isStorable(key) && (typeof value !== 'string' || isStorable(value));

/** An integer beyond these was another one before it was parsed. */
const isExact = (value: unknown) => !Number.isInteger(value) || Number.isSafeInteger(value);

/** Metadata that a client sends: at most 50 keys of 40 characters, texts of 500, 8 KiB of JSON in all. */
export const metadataInput = Metadata.refine((m) => Object.keys(m).length <= 50, 'must have at most 50 keys')
  .refine(
    (m) => Object.keys(m).every((key) => key.length >= 1 && charactersOf(key) <= 40),
    'must have keys of 1 to 40 characters',
  )
  .refine(
    (m) => Object.values(m).every((value) => typeof value !== 'string' || charactersOf(value) <= 500),
    'must have values of at most 500 characters',
  )
  .refine((m) => Object.values(m).every(isExact), 'must have no integers beyond 2^53 - 1; send them as text')
  .refine((m) => bytesOf(m) <= 8192, 'must be at most 8 KiB in all')
  .refine((m) => Object.entries(m).every(isStorableEntry), 'must not contain NUL characters or broken Unicode');

const unchangeable = z.unknown().optional().describe('Cannot be changed. Accepted if it equals the current value.');

/** One field of any value for each name, for bodies that take immutable fields back unchanged. */
export function unchangeableFields<const Name extends string>(names: readonly Name[]) {
  return Object.fromEntries(names.map((name) => [name, unchangeable])) as Record<Name, typeof unchangeable>;
}
