import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** A terminal: where answers come from, and where questions are shown. */
export interface Terminal {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly output: NodeJS.WritableStream;
}

/** The terminal of this process; undefined in scripts, which cannot answer. */
export const ownTerminal = (): Terminal | undefined =>
  process.stdin.isTTY && process.stderr.isTTY ? { input: process.stdin, output: process.stderr } : undefined;

/** Prompts for a secret, which is not shown while it is typed. */
export async function promptSecret({ input, output }: Terminal, question: string): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  output.write(`${question}: `);
  const lines = createInterface({ input, output: nowhere, terminal: true });
  lines.once('SIGINT', () => interrupt(output));
  try {
    return (await lines.question('')).trim();
  } finally {
    lines.close();
    output.write('\n');
  }
}

/** For Ctrl-C at a question, which the terminal does not turn into a signal meanwhile. */
export function interrupt(output: Terminal['output']): void {
  output.write('\nmizan: Nothing was done.\n');
  process.kill(process.pid, 'SIGINT');
}
