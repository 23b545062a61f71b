import { isEventPattern, matchesEventPatterns } from '@mizan/contracts';
import { InvalidArgumentError, Option } from 'commander';

/** What `listen` and `events tail` have in common. */
export interface EventOptions {
  readonly events: readonly string[];
  readonly after?: string;
}

/** Event types and families, separated by commas; all of them unless given. */
export const typesOption = (flags = '--events <types>'): Option =>
  new Option(flags, 'event types and families such as payment_intent.*, separated by commas')
    .default(['*'], 'all')
    .argParser((text) => {
      const patterns = text.split(',').map((each) => each.trim());
      const unknown = patterns.find((each) => !isEventPattern(each));
      if (unknown !== undefined) throw new InvalidArgumentError(`${unknown} is no event type and no family of them.`);
      return patterns;
    });

/** `--after`, the id of an event. */
export const afterOption = (): Option =>
  new Option('--after <id>', 'evt_…: begin with the event after it instead of with the next one');

/** `--secret`, what a handler verifies with. */
export const secretOption = (): Option =>
  new Option('--secret <secret>', 'whsec_… to sign with; one that stays the same for the key unless given').env(
    'MIZAN_WEBHOOK_SECRET',
  );

/** Whether an event is of the types that were asked for. */
export const isWanted = (types: readonly string[], type: string): boolean => matchesEventPatterns(type, types);
