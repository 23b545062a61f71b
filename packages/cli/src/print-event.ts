import { styleText } from 'node:util';

/** Prints a line for whoever watches, apart from the output: it is not part of what scripts read. */
export const printNotice = (text: string): void => void process.stderr.write(`${text}\n`);

/** Prints an event as one line: when, what, its id and a last word. */
export function printEvent(event: { readonly id: string; readonly type: string }, word = ''): void {
  const time = styleText('dim', new Date().toTimeString().slice(0, 8), { stream: process.stdout });
  console.log(`${time}  ${event.type.padEnd(38)}  ${event.id}  ${word}`.trimEnd());
}

/** Prints what became of an event, red when it failed and the output is a terminal. */
export function printOutcome(
  event: { readonly id: string; readonly type: string },
  isGood: boolean,
  outcome: string,
): void {
  printEvent(
    event,
    styleText(isGood ? 'green' : 'red', `${isGood ? '→' : '✗'} ${outcome}`, { stream: process.stdout }),
  );
}
