import { createInterface } from 'node:readline/promises';
import { CommandError } from './command-error.ts';
import { printable } from './printable.ts';
import { ownTerminal, type Terminal } from './prompt-secret.ts';

/**
 * Has a person confirm what cannot be undone: `Refund EGP 50.00 to Visa •••• 4242? [y/N]`. Scripts, which have no terminal,
 * and `--yes` go on without.
 *
 * @param question if it must be read from the API first, a function, which is called only if there is someone to ask
 * @param doubt why it is probably a mistake, if it is: then scripts go on with `--yes` only
 * @returns whether a person has confirmed it @throws CommandError for any answer but yes
 */
export async function confirm(
  question: string | (() => Promise<string>),
  {
    yes,
    doubt,
    terminal = ownTerminal(),
  }: {
    readonly yes: boolean | undefined;
    readonly doubt?: string | undefined;
    readonly terminal?: Terminal | undefined;
  },
): Promise<boolean> {
  if (yes) return false;
  if (terminal === undefined) {
    if (doubt === undefined) return false;
    throw new CommandError(`${doubt} Nothing was done. If it is right, repeat the command with --yes.`);
  }
  const own = typeof question === 'string' ? question : await question();
  const text = doubt === undefined ? own : `${doubt} ${own}`;
  const { input, output } = terminal;
  const lines = createInterface({ input, output });
  lines.once('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  const ended = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
  try {
    const answer = await Promise.race([lines.question(`${printable(text)} [y/N] `), ended]);
    if (!/^y(es)?$/i.test(answer.trim())) throw new CommandError('Nothing was done.');
    return true;
  } finally {
    lines.close();
  }
}

/** What `yesFlags` are read as. */
export interface YesOption {
  readonly yes?: true;
}

/** `--yes`, for commands that ask before they act. */
export const yesFlags = ['-y, --yes', 'do not ask for confirmation in a terminal'] as const;
