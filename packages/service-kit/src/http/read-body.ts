import type { IncomingMessage } from 'node:http';
import { Problem } from '../problem.ts';

/** Largest request body, bytes. */
export const maxBodyBytes = 256 * 1024;
const maxDepth = 20;

/**
 * Reads a request body, refusing early what is too large.
 *
 * @throws Problem `invalid_request` 413
 */
export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const declared = Number(request.headers['content-length'] ?? 0);
  if (declared > maxBodyBytes) throw tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBodyBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, size);
}

/**
 * Parses JSON that Postgres can store and nobody can misread: at most 20 levels, no U+0000, no lone surrogates, no key
 * that reaches a prototype.
 *
 * @throws Problem `invalid_request` 400
 */
export function parseJson(body: Buffer): unknown {
  let value: unknown;
  try {
    value = JSON.parse(utf8.decode(body));
  } catch (cause) {
    throw new Problem('invalid_request', 'The request body is not valid JSON in UTF-8.', { cause });
  }
  inspect(value, 1);
  return value;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function inspect(value: unknown, depth: number): void {
  if (typeof value === 'string') return inspectText(value);
  if (value === null || typeof value !== 'object') return;
  if (depth > maxDepth) throw new Problem('invalid_request', `The request body nests deeper than ${maxDepth} levels.`);
  if (Array.isArray(value)) {
    for (const item of value) inspect(item, depth + 1);
    return;
  }
  for (const key of Object.keys(value)) {
    if (key === '__proto__') throw new Problem('invalid_request', 'The key __proto__ is not allowed.');
    inspectText(key);
    inspect((value as Record<string, unknown>)[key], depth + 1);
  }
}

/** Text that Postgres cannot store or that is not Unicode. */
export function inspectText(text: string): void {
  if (text.includes('\u0000') || !text.isWellFormed())
    throw new Problem('invalid_request', 'Text may contain neither U+0000 nor lone surrogates.');
}

const tooLarge = (): Problem =>
  new Problem('invalid_request', `The request body is larger than ${maxBodyBytes / 1024} KiB.`, {
    status: 413,
    headers: { connection: 'close' },
  });
