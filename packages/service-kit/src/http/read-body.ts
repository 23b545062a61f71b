import type { IncomingMessage } from 'node:http';
import { defaultMaxBodyBytes } from '@mizan/contracts';
import { Problem } from '../problem.ts';

const maxDepth = 20;

/** The body of a request that came without a connection. @throws Problem `invalid_request` 413: over the limit of every body */
export async function wholeBody(text: string): Promise<Buffer> {
  const body = Buffer.from(text);
  if (body.length > defaultMaxBodyBytes) throw bodyTooLarge(defaultMaxBodyBytes);
  return body;
}

/** Reads a request body. @throws Problem `invalid_request` 413: over `maxBytes`; 400: the client went away in the middle */
export function readBody(request: IncomingMessage, maxBytes = defaultMaxBodyBytes): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    if (Number(request.headers['content-length'] ?? 0) > maxBytes) return reject(bodyTooLarge(maxBytes));
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maxBytes) return chunks.push(chunk);
      request.pause(); // not destroyed: the answer goes out on the same connection
      reject(bodyTooLarge(maxBytes));
    });
    request.once('end', () => resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, size)));
    const cutOff = (cause?: unknown): void => {
      if (!request.complete) reject(new Problem('invalid_request', 'The request body was cut off.', { cause }));
    };
    request.once('error', cutOff).once('close', cutOff);
  });
}

/**
 * Parses JSON that Postgres can store and that has one meaning only: at most 20 levels, no U+0000, no lone surrogates, no
 * number beyond a double, no key twice in one object and none that reaches a prototype.
 *
 * @throws Problem `invalid_request` 400
 */
export function parseJson(body: Buffer): unknown {
  let text: string;
  let value: unknown;
  try {
    text = utf8.decode(body);
    value = JSON.parse(text);
  } catch (cause) {
    throw new Problem('invalid_request', `The request body is not valid JSON in UTF-8${placeOf(cause)}.`, { cause });
  }
  // Only an escape can express what text may not contain: UTF-8 has been checked, and JSON has no bare control characters.
  const keys = inspect(value, 1, text.includes('\\u'));
  // JSON.parse keeps the last of two equal keys, so that fewer keys remain than were written.
  if (keys !== countKeys(text)) throw new Problem('invalid_request', 'The request body has a key twice in one object.');
  return value;
}

/** Where a parser stopped, without the text around it, which may be a secret. */
function placeOf(cause: unknown): string {
  const [, line, column] = /\(line (\d+) column (\d+)\)$/.exec(cause instanceof Error ? cause.message : '') ?? [];
  return line === undefined ? '' : `: line ${line}, column ${column}`;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Refuses what must not be in a body, and counts the keys that are. */
function inspect(value: unknown, depth: number, escapes: boolean): number {
  if (typeof value === 'string' && escapes) inspectText(value);
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new Problem('invalid_request', 'The request body has a number that is too large.');
  if (value === null || typeof value !== 'object') return 0;
  if (depth > maxDepth) throw new Problem('invalid_request', `The request body nests deeper than ${maxDepth} levels.`);
  if (Array.isArray(value)) return value.reduce((count: number, item) => count + inspect(item, depth + 1, escapes), 0);
  const keys = Object.keys(value);
  let count = keys.length;
  for (const key of keys) {
    if (key === '__proto__') throw new Problem('invalid_request', 'The key __proto__ is not allowed.');
    if (escapes) inspectText(key);
    count += inspect((value as Record<string, unknown>)[key], depth + 1, escapes);
  }
  return count;
}

const [quote, backslash, colon, space] = [0x22, 0x5c, 0x3a, 0x20];

/** How many keys valid JSON is written with: the strings that a colon follows. */
function countKeys(json: string): number {
  let count = 0;
  for (let open = json.indexOf('"'); open >= 0;) {
    let close = json.indexOf('"', open + 1);
    while (isEscaped(json, close)) close = json.indexOf('"', close + 1);
    let next = close + 1;
    while (json.charCodeAt(next) <= space) next++; // JSON's white space; nothing else this low occurs outside strings
    if (json.charCodeAt(next) === colon) count++;
    open = json.charCodeAt(next) === quote ? next : json.indexOf('"', next);
  }
  return count;
}

/** Whether an odd number of backslashes precedes `at`. */
function isEscaped(text: string, at: number): boolean {
  let first = at;
  while (text.charCodeAt(first - 1) === backslash) first--;
  return (at - first) % 2 === 1;
}

/** @throws Problem `invalid_request` for text that Postgres cannot store or that is not Unicode */
export function inspectText(text: string): void {
  if (text.includes('\u0000') || !text.isWellFormed())
    throw new Problem('invalid_request', 'Text may contain neither U+0000 nor lone surrogates.');
}

/** @param maxBytes the largest that is accepted */
export const bodyTooLarge = (maxBytes: number): Problem =>
  new Problem('invalid_request', `The request body is larger than ${sizeInWords(maxBytes)}.`, {
    status: 413,
    headers: { connection: 'close' },
  });

const sizeInWords = (bytes: number): string => (bytes % 1024 === 0 ? `${bytes / 1024} KiB` : `${bytes} bytes`);
