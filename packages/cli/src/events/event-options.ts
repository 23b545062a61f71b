import { isEventPattern, matchesEventPatterns } from '@mizan/contracts';
import { InvalidArgumentError, Option } from 'commander';

/** Options of `listen` and `events tail`. */
export interface EventOptions {
  readonly events: readonly string[];
  readonly after?: string;
}

/** Event types and patterns, separated by commas; all by default. */
export const typesOption = (flags = '--events <types>'): Option =>
  new Option(flags, 'event types and patterns such as payment_intent.*, separated by commas')
    .default(['*'], 'all')
    .argParser((text) => {
      const patterns = text.split(',').map((each) => each.trim());
      const unknown = patterns.find((each) => !isEventPattern(each));
      if (unknown !== undefined) throw new InvalidArgumentError(`${unknown} is not an event type or pattern.`);
      return patterns;
    });

/** `--after`, the id of an event. */
export const afterOption = (): Option =>
  new Option('--after <id>', 'evt_…: start after this event instead of with the next one');

/** `--secret`, which the handler verifies signatures with. */
export const secretOption = (): Option =>
  new Option(
    '--secret <secret>',
    'whsec_… to sign with; the default is derived from the API key and always the same',
  ).env('MIZAN_WEBHOOK_SECRET');

/** Whether an event is of one of the types. */
export const isOfTypes = (types: readonly string[], type: string): boolean => matchesEventPatterns(type, types);
