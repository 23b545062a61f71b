import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** Bytes of a log that are read from its end: more than the longest error, however long the log is. */
const tailBytes = 64 * 1024;

/** The end of a log. */
export function lastLinesOf(logFile: string, count: number): string {
  const file = openSync(logFile, 'r');
  try {
    const { size } = fstatSync(file);
    const tail = Buffer.alloc(Math.min(size, tailBytes));
    readSync(file, tail, 0, tail.length, size - tail.length);
    return tail.toString('utf8').trim().split('\n').slice(-count).join('\n');
  } finally {
    closeSync(file);
  }
}

/** The error that ended a service, where its log ends with one: a fatal line, or what it or Node wrote before it could log. */
export function fatalErrorIn(logFile: string): string | undefined {
  const lines = lastLinesOf(logFile, 30).split('\n');
  const last = lines.at(-1) ?? '';
  if (last.startsWith('Node.js v')) return lines.find((line) => /^\w*Error\b/.test(line));
  if (!last.startsWith('{')) return last || undefined;
  if (!last.startsWith('{"level":"fatal"')) return undefined;
  return messageIn(last);
}

/** Of a line that may have been cut off. */
function messageIn(line: string): string | undefined {
  try {
    return (JSON.parse(line) as { readonly err?: { readonly message?: string } }).err?.message;
  } catch {
    return undefined;
  }
}
