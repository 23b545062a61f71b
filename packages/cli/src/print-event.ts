import { styleText } from 'node:util';
import type { StreamedEvent } from './follow-events.ts';
import type { Forwarded } from './forward-event.ts';

/** Prints a line for whoever watches, apart from the output: it is not part of what scripts read. */
export const printNotice = (text: string): void => void process.stderr.write(`${text}\n`);

/** Prints an event as one line: when, what, its id and a last word. */
export function printEvent(event: { readonly id: string; readonly type: string }, word = ''): void {
  const time = styleText('dim', new Date().toTimeString().slice(0, 8), { stream: process.stdout });
  console.log(`${time}  ${event.type.padEnd(38)}  ${event.id}  ${word}`.trimEnd());
}

/** Prints what a handler made of an event, red when it failed and the output is a terminal; or as a line of JSON. */
export function printForwarded({ id, type }: StreamedEvent, forwarded: Forwarded, isJson: boolean): void {
  const { delivered, statusCode, error, durationMs } = forwarded;
  if (isJson) return void console.log(JSON.stringify({ id, type, ...forwarded }));
  const outcome = `${delivered ? '→' : '✗'} ${statusCode ?? error} in ${durationMs} ms`;
  printEvent({ id, type }, styleText(delivered ? 'green' : 'red', outcome, { stream: process.stdout }));
}
