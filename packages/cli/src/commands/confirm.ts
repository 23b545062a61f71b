import { createInterface } from 'node:readline/promises';
import type { Command } from 'commander';
import { hasGivenKey, isRepeated } from '../api/idempotency-keys.ts';
import { CommandError } from '../terminal/command-error.ts';
import { printable } from '../terminal/printable.ts';
import { interrupt, ownTerminal, type Terminal } from '../terminal/prompt-secret.ts';
import { ForeseenRefusal } from './foreseen-refusal.ts';

/**
 * Has a person confirm what cannot be undone: `Refund EGP 50.00 to Visa •••• 4242? [y/N]`. Scripts, which have no terminal,
 * and commands that are confirmed already go on without.
 *
 * @param question if it must be read from the API first, a function, which is called only if there is someone to ask; it resolves
 *   with undefined where there is nothing to confirm
 * @param doubt why it is probably a mistake, if it is: then scripts go on with `--yes` only
 * @returns whether a person has confirmed it @throws CommandError for any answer but yes
 */
export async function confirm(
  command: Command,
  question: string | (() => Promise<string | undefined>),
  {
    doubt,
    terminal = ownTerminal(),
  }: { readonly doubt?: string | undefined; readonly terminal?: Terminal | undefined } = {},
): Promise<boolean> {
  if (isConfirmed(command)) return false;
  if (terminal === undefined) {
    if (doubt === undefined) return false;
    throw new CommandError(`${doubt} Nothing was done. If it is right, repeat the command with --yes.`);
  }
  const own = typeof question === 'string' ? question : await textOf(command, question);
  if (own === undefined) return false;
  const text = doubt === undefined ? own : `${doubt} ${own}`;
  const { input, output } = terminal;
  const lines = createInterface({ input, output });
  lines.once('SIGINT', () => interrupt(output));
  const ended = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
  try {
    const answer = await Promise.race([lines.question(`${printable(text)} [y/N] `), ended]);
    if (!/^y(es)?$/i.test(answer.trim())) throw new CommandError('Nothing was done.');
    return true;
  } finally {
    lines.close();
  }
}

async function textOf(command: Command, question: () => Promise<string | undefined>): Promise<string | undefined> {
  try {
    return await question();
  } catch (thrown) {
    if (!(thrown instanceof ForeseenRefusal) || !hasGivenKey(command)) throw thrown;
    return `${thrown.message} If that is what an earlier run with this key has done, it is not done twice. Send the command?`;
  }
}

/** Whether a command asks nothing: with `--yes`, and repeated with the key of a run, which was confirmed where it had to be. */
export const isConfirmed = (command: Command): boolean => command.getOptionValue('yes') === true || isRepeated(command);

/** `--yes`, for commands that ask before they act. */
export const yesFlags = ['-y, --yes', 'do not ask for confirmation in a terminal'] as const;
