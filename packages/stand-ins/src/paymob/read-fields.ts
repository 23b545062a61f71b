import type { StandInRequest } from '../server/route.ts';
import { PaymobRefusal, refusal } from './refusal.ts';

/** The messages of a refused body, by field; nested for objects. */
export interface FieldErrors {
  [field: string]: readonly string[] | FieldErrors;
}

export type Fields = Readonly<Record<string, unknown>>;

/**
 * The JSON object that a request carries.
 *
 * @throws PaymobRefusal 400 `{detail}` unless it parses, 415 for another media type, 400 `{non_field_errors}` for another value
 */
export function readBody({ body, headers }: StandInRequest): Fields {
  const type = headers['content-type'] ?? '';
  if (!/^application\/json\b/i.test(type)) throw refusal(415, `Unsupported media type "${type}" in request.`);
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    throw refusal(400, 'JSON parse error - the body is not JSON.');
  }
  if (isObject(value)) return value;
  throw new PaymobRefusal(400, { non_field_errors: ['Invalid data. Expected a dictionary.'] });
}

export const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const required = 'This field is required.';
const largestAmount = 2_147_483_647; // amounts are 32-bit integers

interface TextRule {
  readonly max: number;
  readonly isEmail?: boolean;
  readonly isUrl?: boolean;
}

/** Reads the fields of a body and collects what is wrong with each, so that one answer names everything. */
export class FieldReader {
  readonly #fields: Fields;
  readonly errors: FieldErrors = {};

  constructor(fields: Fields) {
    this.#fields = fields;
  }

  /** A field that must be there and not null; its value is checked by the caller. */
  needed(name: string): unknown {
    const value = this.#fields[name];
    if (value === undefined) this.fail(name, required);
    else if (value === null) this.fail(name, 'This field may not be null.');
    return value ?? undefined;
  }

  /** A field that may be missing or null. */
  optional(name: string): unknown {
    return this.#fields[name] ?? undefined;
  }

  /** A positive integer; numbers as text are refused. */
  integer(name: string, value: unknown, max: number = largestAmount): number {
    if (value === undefined) return 0;
    if (typeof value !== 'number' || !Number.isSafeInteger(value)) this.fail(name, 'A valid integer is required.');
    else if (value < 1) this.fail(name, 'Ensure this value is greater than or equal to 1.');
    else if (value > max) this.fail(name, `Ensure this value is less than or equal to ${max}.`);
    return typeof value === 'number' ? value : 0;
  }

  /** A text that is not blank. */
  text(name: string, value: unknown, { max, isEmail = false, isUrl = false }: TextRule): string {
    if (value === undefined) return '';
    if (typeof value !== 'string') this.fail(name, 'Not a valid string.');
    else if (value.trim() === '') this.fail(name, 'This field may not be blank.');
    else if (value.length > max) this.fail(name, `Ensure this field has no more than ${max} characters.`);
    else if (isEmail && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value)) this.fail(name, 'Enter a valid email address.');
    else if (isUrl && !isWebAddress(value)) this.fail(name, 'Enter a valid URL.');
    return typeof value === 'string' ? value : '';
  }

  /** An object, read by `read`; its errors are kept below `name`. */
  object<T>(name: string, value: unknown, read: (reader: FieldReader) => T): T | undefined {
    if (value === undefined) return undefined;
    if (!isObject(value)) {
      this.fail(name, 'Invalid data. Expected a dictionary.');
      return undefined;
    }
    const reader = new FieldReader(value);
    const result = read(reader);
    if (Object.keys(reader.errors).length > 0) this.errors[name] = reader.errors;
    return result;
  }

  /** An id that may be written as a number or as text, as text. */
  id(name: string, value: unknown): string {
    if (typeof value === 'string' || typeof value === 'number') return String(value);
    if (value !== undefined) this.fail(name, 'Not a valid string.');
    return '';
  }

  list(name: string, value: unknown): readonly unknown[] {
    if (value === undefined) return [];
    if (Array.isArray(value)) return value as readonly unknown[];
    this.fail(name, 'Expected a list of items.');
    return [];
  }

  fail(name: string, message: string): void {
    this.errors[name] ??= [message];
  }

  /** @throws PaymobRefusal 400 with the messages by field, if there are any */
  finish(): void {
    if (Object.keys(this.errors).length > 0) throw new PaymobRefusal(400, this.errors);
  }
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
