import { styleText } from 'node:util';
import type { Command } from 'commander';
import { isJson } from '../terminal/print.ts';
import { printable, toPrintableJson } from '../terminal/printable.ts';
import type { StreamedEvent } from './follow-events.ts';
import type { ForwardResult } from './forward-event.ts';

/** Prints an event as one line: time, type, id and an optional suffix. */
export function printEvent(event: { readonly id: string; readonly type: string }, suffix = ''): void {
  const time = styleText('dim', new Date().toTimeString().slice(0, 8), { stream: process.stdout });
  console.log(`${time}  ${printable(event.type).padEnd(38)}  ${printable(event.id)}  ${suffix}`.trimEnd());
}

/** Prints the result of sending an event to a handler, coloured on a terminal; or as a line of JSON. */
export function printResult(command: Command, { id, type }: StreamedEvent, result: ForwardResult): void {
  const { delivered, statusCode, error, durationMs } = result;
  if (isJson(command)) return void console.log(toPrintableJson({ id, type, ...result }));
  const outcome = `${delivered ? '→' : '✗'} ${statusCode ?? printable(error ?? '')} in ${durationMs} ms`;
  printEvent({ id, type }, styleText(delivered ? 'green' : 'red', outcome, { stream: process.stdout }));
}
