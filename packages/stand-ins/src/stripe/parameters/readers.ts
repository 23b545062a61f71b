import { invalidRequest } from '../api/refusal.ts';
import type { FormValue } from './parse-form.ts';

/** Reads one parameter. @param path its name as the caller wrote it, for errors. @throws StripeRefusal 400 */
export type Reader<T> = (value: FormValue, path: string) => T;

/** The parameters of a request or of an object in it, by their names. */
export type Shape = Readonly<Record<string, Reader<unknown>>>;

/** What is read by a shape. A parameter that was not sent is absent. */
export type Read<S extends Shape> = { readonly [Name in keyof S]?: ReturnType<S[Name]> };

/** A text, which cannot be unset. */
export const text =
  (maxLength = 5000): Reader<string> =>
  (value, path) => {
    if (typeof value !== 'string') throw invalidRequest(`Invalid string: ${path} is an object.`, undefined, path);
    if (value === '') throw empty(path);
    if (value.length > maxLength)
      throw invalidRequest(
        `Invalid string: ${value.slice(0, 20)}...; must be at most ${maxLength} characters`,
        'parameter_invalid_string_blank',
        path,
      );
    return value;
  };

export const integer: Reader<number> = (value, path) => {
  if (value === '') throw empty(path);
  const number = typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : undefined;
  if (number === undefined) throw invalidRequest(`Invalid integer: ${shown(value)}`, 'parameter_invalid_integer', path);
  return number;
};

export const flag: Reader<boolean> = (value, path) => {
  if (value !== 'true' && value !== 'false') throw invalidRequest(`Invalid boolean: ${shown(value)}`, undefined, path);
  return value === 'true';
};

export const oneOf =
  <T extends string>(...known: readonly T[]): Reader<T> =>
  (value, path) => {
    const found = known.find((each) => each === value);
    if (found === undefined)
      throw invalidRequest(`Invalid ${path}: must be one of ${known.join(', ')}`, undefined, path);
    return found;
  };

/** An absolute address of the web. */
export const address: Reader<string> = (value, path) => {
  const given = text()(value, path);
  if (!/^https?:$/.test(URL.parse(given)?.protocol ?? '')) throw invalidRequest('Not a valid URL', 'url_invalid', path);
  return given;
};

export const list =
  <T>(item: Reader<T>): Reader<T[]> =>
  (value, path) => {
    const isList = value instanceof Map && [...value.keys()].every((name, index) => name === String(index));
    if (!isList) throw invalidRequest(`Invalid array`, undefined, path);
    return [...value].map(([name, each]) => item(each, `${path}[${name}]`));
  };

/** An object whose members are all known. */
export const object =
  <S extends Shape>(shape: S): Reader<Read<S>> =>
  (value, path) => {
    if (typeof value === 'string') throw invalidRequest(`Invalid object`, undefined, path);
    return readMembers(shape, value, (name) => `${path}[${name}]`);
  };

/** Up to 50 texts by names of at most 40 characters; an empty one unsets. */
export const metadata: Reader<Record<string, string>> = (value, path) => {
  if (value === '') return {};
  if (typeof value === 'string') throw invalidRequest('Invalid object', undefined, path);
  if (value.size > 50) throw invalidRequest('You can have at most 50 metadata keys.', undefined, path);
  const members = [...value].map(([name, each]): [string, string] => {
    const own = `${path}[${name}]`;
    if (name.length > 40) throw invalidRequest('Metadata keys can have at most 40 characters.', undefined, own);
    if (typeof each !== 'string' || each.length > 500)
      throw invalidRequest('Metadata values must be strings of at most 500 characters.', undefined, own);
    return [name, each];
  });
  return Object.fromEntries(members);
};

/** Metadata after a change, without what was unset by an empty text. */
export const mergeMetadata = (former: Record<string, string>, change: Record<string, string> = {}) =>
  Object.fromEntries(Object.entries({ ...former, ...change }).filter(([, value]) => value !== ''));

/** Accepted, and without effect in this stand-in. */
export const ignored: Reader<unknown> = (value) => value;

/** Reads the members of a form. @throws StripeRefusal `parameter_unknown` for a name that the shape does not have */
export function readMembers<S extends Shape>(
  shape: S,
  members: ReadonlyMap<string, FormValue>,
  pathOf: (name: string) => string = (name) => name,
): Read<S> {
  const read = [...members].map(([name, value]): [string, unknown] => {
    const reader = Object.hasOwn(shape, name) ? shape[name] : undefined;
    const path = pathOf(name);
    if (!reader) throw invalidRequest(`Received unknown parameter: ${path}`, 'parameter_unknown', path);
    return [name, reader(value, path)];
  });
  return Object.fromEntries(read) as Read<S>;
}

/** @throws StripeRefusal `parameter_missing` */
export function required<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw invalidRequest(`Missing required param: ${name}.`, 'parameter_missing', name);
  return value;
}

const empty = (path: string) =>
  invalidRequest(
    `You passed an empty string for '${path}'. We assume empty values are an attempt to unset a field; however '${path}' cannot be unset. You should remove '${path}' from your request or supply a non-empty value.`,
    'parameter_invalid_empty',
    path,
  );

const shown = (value: FormValue): string => (typeof value === 'string' ? value.slice(0, 50) : '[object]');
