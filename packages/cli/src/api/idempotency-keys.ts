import { createHash, randomUUID } from 'node:crypto';
import { InvalidArgumentError, Option, type Command } from 'commander';

/** The idempotency keys of a request and of the run of the command that sends it. */
export interface RequestKey {
  readonly ofRequest: string;
  /** What the command is repeated with. */
  readonly ofRun: string;
  /** Whether a request with this key may have taken effect before the command was run. */
  readonly mayBeOfEarlierRun: boolean;
}

/** The key of a run of the command, and how many requests have been numbered. */
interface Keys {
  readonly ofRun: string;
  count: number;
}

/** Where the program keeps them, beside the values of its options. */
const kept = 'idempotencyKeysOfRun';

/** What the keys that the command makes up begin with. */
const prefix = 'run_';

/** A key that the command has made up. */
const generated = new RegExp(`^${prefix}[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$`);

/** The API takes 255 characters; the rest is for the numbers of further requests. */
const lengthMax = 200;

/** `--idempotency-key`, which every command has. */
export const idempotencyKeyOption = (): Option =>
  new Option(
    '--idempotency-key <key>',
    'repeat a command that may have taken effect with the key that it printed, run_…: it cannot take effect twice, and needs no confirmation. A key of your own, which payouts export does not take, has the same effect, but needs confirmation as usual',
  ).argParser((text) => {
    // One character too many or too few would make a second refund of what was to be repeated.
    if (text.startsWith(prefix) && !generated.test(text))
      throw new InvalidArgumentError(`No command has printed this key. Copy all of it: ${prefix} and 36 characters.`);
    if (/^[\x21-\x7e]+$/.test(text) && text.length <= lengthMax) return text;
    throw new InvalidArgumentError(`It must be 1 to ${lengthMax} ASCII characters without blanks.`);
  });

/** The idempotency key that the command was given, if any. */
export const givenKeyOf = (command: Command): string | undefined =>
  command.optsWithGlobals<{ readonly idempotencyKey?: string }>().idempotencyKey;

/** Whether the command is repeated with the key of a run that it printed. That run was confirmed where it had to be. */
export const isRepeated = (command: Command): boolean => generated.test(givenKeyOf(command) ?? '');

/**
 * Whether the command was given an idempotency key, perhaps for a second time. What it changes may have happened already, so only
 * the API can say whether it is possible.
 */
export const hasGivenKey = (command: Command): boolean => givenKeyOf(command) !== undefined;

/**
 * The keys of the next request that changes something. A command that sends several has one for each, the same when it is
 * repeated with the key of its run.
 *
 * @param subject what the request is about, where a repeated run may send fewer requests than the first; their number by default
 */
export function nextRequestKey(command: Command, subject?: string): RequestKey {
  const keys = keysOf(command);
  const { ofRun } = keys;
  const ofRequest = subject === undefined ? numberedKey(keys) : `${ofRun}-${digitsOf(subject)}`;
  return { ofRequest, ofRun, mayBeOfEarlierRun: hasGivenKey(command) };
}

function numberedKey(keys: Keys): string {
  keys.count += 1;
  return keys.count === 1 ? keys.ofRun : `${keys.ofRun}-${keys.count}`;
}

/** 24 hexadecimal digits for an ID that the command itself chooses, the same when it is repeated with the key of its run. */
export const idOfRun = (command: Command): string => digitsOf(keysOf(command).ofRun);

const digitsOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 24);

function keysOf(command: Command): Keys {
  let program = command;
  while (program.parent) program = program.parent;
  const found = program.getOptionValue(kept) as Keys | undefined;
  if (found !== undefined) return found;
  const keys = { ofRun: givenKeyOf(command) ?? `${prefix}${randomUUID()}`, count: 0 };
  program.setOptionValue(kept, keys);
  return keys;
}
