import { publicEventTypes, type EventTrigger, type PublicEventType } from '@mizan/contracts';
import { Argument, Command, InvalidArgumentError } from 'commander';
import { sendRequest } from '../api/send-request.ts';
import { nearestTo } from './nearest.ts';
import { printRecord } from '../terminal/print.ts';
import { settingsOf } from '../api/settings.ts';

interface TriggerOptions {
  readonly set: Readonly<Record<string, unknown>>;
  readonly list?: boolean;
}

/** `mizan trigger`: makes an event happen in test mode. */
export function triggerCommand(): Command {
  return new Command('trigger')
    .description('make an event happen in test mode: real objects are created and changed until it does')
    .addArgument(new Argument('[type]', 'such as payment_intent.succeeded; see --list').argParser(toType))
    .option('--set <field=value>', 'a field of the object, value as JSON or text; may be given again', intoFields, {})
    .option('--list', 'the types there are')
    .addHelpText('after', '\nFor example: mizan trigger refund.failed --set amount=500\n')
    .action(async (type: PublicEventType | undefined, { set, list }: TriggerOptions, command: Command) => {
      if (list) return printTypes(command);
      if (type === undefined) command.error('error: name a type of event, or ask for --list');
      const { baseUrl, apiKey, isJson } = settingsOf(command);
      const triggered = await sendRequest<EventTrigger>({
        baseUrl,
        as: apiKey(),
        method: 'POST',
        path: '/test-helpers/events/trigger',
        body: { type, overrides: set },
      });
      if (isJson) return printRecord(triggered, true);
      const { objectId, event } = triggered;
      printRecord({ type, object: objectId, event: event?.id ?? 'on its way, or sent without being stored' }, false);
    });
}

/** @throws InvalidArgumentError for what is no type, with the one that may have been meant */
function toType(given: string): PublicEventType {
  const type = publicEventTypes.find((each) => each === given);
  if (type !== undefined) return type;
  const [nearest] = nearestTo(given, publicEventTypes);
  throw new InvalidArgumentError(nearest === undefined ? 'See --list.' : `Did you mean ${nearest}?`);
}

function printTypes(command: Command): void {
  if (command.optsWithGlobals<{ json?: boolean }>().json === true) console.log(JSON.stringify(publicEventTypes));
  else for (const type of publicEventTypes) console.log(type);
}

/** @throws InvalidArgumentError for what has no name */
function intoFields(given: string, fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const at = given.indexOf('=');
  if (at < 1) throw new InvalidArgumentError('It has the form field=value.');
  return { ...fields, [given.slice(0, at)]: asJson(given.slice(at + 1)) };
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
