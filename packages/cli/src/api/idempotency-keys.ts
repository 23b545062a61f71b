import { randomUUID } from 'node:crypto';
import { InvalidArgumentError, Option, type Command } from 'commander';

/** The key of a run of the command, and how many requests have carried one. */
interface Keys {
  readonly first: string;
  count: number;
}

/** Where the program keeps them, beside the values of its options. */
const kept = 'idempotencyKeysOfRun';

/** The API takes 255 characters; the rest is for the numbers of further requests. */
const lengthMax = 200;

/** `--idempotency-key`, which every command has. */
export const idempotencyKeyOption = (): Option =>
  new Option(
    '--idempotency-key <key>',
    'repeat a command whose end is not known, with the key that it printed: it cannot take effect twice',
  ).argParser((text) => {
    if (/^[\x21-\x7e]+$/.test(text) && text.length <= lengthMax) return text;
    throw new InvalidArgumentError(`It must be 1 to ${lengthMax} ASCII characters without blanks.`);
  });

/**
 * The idempotency key of the next request that changes something. A command that sends several has one for each, the same when
 * it is repeated with the first one.
 */
export function nextIdempotencyKey(command: Command): string {
  let program = command;
  while (program.parent) program = program.parent;
  let keys = program.getOptionValue(kept) as Keys | undefined;
  if (keys === undefined) {
    const { idempotencyKey } = command.optsWithGlobals<{ readonly idempotencyKey?: string }>();
    keys = { first: idempotencyKey ?? randomUUID(), count: 0 };
    program.setOptionValue(kept, keys);
  }
  keys.count += 1;
  return keys.count === 1 ? keys.first : `${keys.first}-${keys.count}`;
}
