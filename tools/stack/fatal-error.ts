import { readFileSync } from 'node:fs';

/** The end of a log. */
export const lastLinesOf = (logFile: string, count: number): string =>
  readFileSync(logFile, 'utf8').trim().split('\n').slice(-count).join('\n');

/** The error that ended a service, where its log ends with one: a fatal line, or what it wrote before it could log. */
export function fatalErrorIn(logFile: string): string | undefined {
  const last = lastLinesOf(logFile, 1);
  if (!last.startsWith('{')) return last || undefined;
  if (!last.startsWith('{"level":"fatal"')) return undefined;
  return (JSON.parse(last) as { readonly err?: { readonly message?: string } }).err?.message;
}
