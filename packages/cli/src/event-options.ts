import { isEventPattern, matchesEventPatterns } from '@mizan/contracts';
import { InvalidArgumentError, Option } from 'commander';

/** What `listen` and `events tail` have in common. */
export interface EventOptions {
  readonly events: readonly string[];
  readonly after?: string;
}

/** `--events`, event types and families, separated by commas. */
export const eventsOption = (): Option =>
  new Option('--events <types>', 'event types and families such as payment_intent.*, separated by commas')
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

/** Whether an event is among those asked for. */
export const isWanted = ({ events }: EventOptions, type: string): boolean => matchesEventPatterns(type, events);
