import { publicEventTypes, type EventTrigger, type PublicEventType } from '@mizan/contracts';
import { Argument, Command, InvalidArgumentError } from 'commander';
import { sendAsMerchant } from '../api/send-request.ts';
import { suggestEventType } from '../events/suggest-event-type.ts';
import { example } from '../terminal/help.ts';
import { isJson, printRecord } from '../terminal/print.ts';

interface TriggerOptions {
  readonly set?: Readonly<Record<string, unknown>>;
  readonly list?: boolean;
}

/** `mizan trigger`: triggers an event in test mode. */
export function triggerCommand(): Command {
  return new Command('trigger')
    .description('trigger an event in test mode by creating and changing real objects')
    .addArgument(new Argument('[type]', 'event type, such as payment_intent.succeeded; see --list').argParser(toType))
    .option('--set <field=value>', 'set a field of the object, as JSON or text; repeatable', withField)
    .option('--list', 'list the event types')
    .addHelpText('after', example('trigger refund.failed --set amount=500'))
    .action(async (type: PublicEventType | undefined, { set = {}, list }: TriggerOptions, command: Command) => {
      if (list) return printTypes(command);
      if (type === undefined) command.error('error: missing event type; --list shows all types');
      const body = { type, overrides: set };
      const triggered = await sendAsMerchant<EventTrigger>(command, 'POST /test-helpers/events/trigger', { body });
      const { objectId, event } = triggered;
      const brief = { type, object: objectId, event: event?.id ?? 'pending, or sent without being stored' };
      printRecord(command, isJson(command) ? triggered : brief);
    });
}

/** @throws InvalidArgumentError for a family, with its types, and for an unknown type, with the most similar one */
function toType(text: string): PublicEventType {
  const type = publicEventTypes.find((each) => each === text);
  if (type !== undefined) return type;
  const family = publicEventTypes.filter((each) => each.startsWith(`${text.replace(/\.\*$/, '')}.`));
  if (family.length > 0) throw new InvalidArgumentError(`It must be one of ${family.join(', ')}.`);
  throw new InvalidArgumentError(suggestEventType(text) ?? 'See --list.');
}

function printTypes(command: Command): void {
  if (isJson(command)) console.log(JSON.stringify(publicEventTypes));
  else for (const type of publicEventTypes) console.log(type);
}

/** @throws InvalidArgumentError for a value without a field name */
function withField(text: string, fields: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, unknown>> {
  const at = text.indexOf('=');
  if (at < 1) throw new InvalidArgumentError('It must have the form field=value.');
  return { ...fields, [text.slice(0, at)]: parseValue(text.slice(at + 1)) };
}

function parseValue(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
