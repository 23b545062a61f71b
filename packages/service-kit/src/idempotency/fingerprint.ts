import { createHash } from 'node:crypto';

/** JSON with sorted keys, so that two spellings of one body are the same request. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value === null || typeof value !== 'object' || value instanceof Date) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
  entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`).join(',')}}`;
}

/** What makes two requests the same. */
interface Comparable {
  readonly method: string;
  readonly path: string;
  readonly query: unknown;
  readonly body: unknown;
}

/** SHA-256 over what makes two requests the same. */
export function fingerprint({ method, path, query, body }: Comparable): Buffer {
  return createHash('sha256')
    .update(`${method} ${path}\n${canonical(query ?? {})}\n${canonical(body ?? null)}`)
    .digest();
}
