import { createHash, randomUUID } from 'node:crypto';
import { InvalidArgumentError, Option, type Command } from 'commander';

/** The idempotency keys of a request and of the run of the command that sends it. */
export interface RequestKey {
  readonly ofRequest: string;
  /** What the command is repeated with. */
  readonly ofRun: string;
}

/** The key of a run of the command, and how many requests have carried one. */
interface Keys {
  readonly ofRun: string;
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
    'repeat a command that may have taken effect, with the key that it printed: it cannot take effect twice',
  ).argParser((text) => {
    if (/^[\x21-\x7e]+$/.test(text) && text.length <= lengthMax) return text;
    throw new InvalidArgumentError(`It must be 1 to ${lengthMax} ASCII characters without blanks.`);
  });

/**
 * Whether the command is repeated with its key. What it changes may have happened already, so only the API can say whether it is
 * possible.
 */
export const isRepeated = (command: Command): boolean =>
  command.optsWithGlobals<{ readonly idempotencyKey?: string }>().idempotencyKey !== undefined;

/**
 * The keys of the next request that changes something. A command that sends several has one for each, the same when it is
 * repeated with the key of its run.
 */
export function nextRequestKey(command: Command): RequestKey {
  const keys = keysOf(command);
  keys.count += 1;
  return { ofRun: keys.ofRun, ofRequest: keys.count === 1 ? keys.ofRun : `${keys.ofRun}-${keys.count}` };
}

/** 24 hexadecimal digits for an ID that the command itself chooses, the same when it is repeated with the key of its run. */
export const idOfRun = (command: Command): string =>
  createHash('sha256').update(keysOf(command).ofRun).digest('hex').slice(0, 24);

function keysOf(command: Command): Keys {
  let program = command;
  while (program.parent) program = program.parent;
  const found = program.getOptionValue(kept) as Keys | undefined;
  if (found !== undefined) return found;
  const { idempotencyKey } = command.optsWithGlobals<{ readonly idempotencyKey?: string }>();
  const keys = { ofRun: idempotencyKey ?? randomUUID(), count: 0 };
  program.setOptionValue(kept, keys);
  return keys;
}
