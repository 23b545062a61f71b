import { isEventPattern, matchesEventPatterns } from '@mizan/contracts';
import { InvalidArgumentError, Option } from 'commander';
import { suggestEventType } from './suggest-event-type.ts';

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
      for (const pattern of patterns) assertEventPattern(pattern);
      return patterns;
    });

/** Parser of an event type or `family.*`. */
export function toEventPattern(text: string): string {
  assertEventPattern(text);
  return text;
}

/** @throws InvalidArgumentError for an unknown type or pattern, with the most similar one */
function assertEventPattern(text: string): void {
  if (isEventPattern(text)) return;
  const suggestion = suggestEventType(text) ?? 'mizan trigger --list shows the types.';
  throw new InvalidArgumentError(`${text} is not an event type or pattern. ${suggestion}`);
}

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
