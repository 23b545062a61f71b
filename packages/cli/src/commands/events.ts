import type { Event, WebhookDeliveries } from '@mizan/contracts';
import { inLatinDigits } from '@mizan/contracts/latin-digits';
import { Command, InvalidArgumentError, Option } from 'commander';
import { readAccountTime } from '../api/read-account-time.ts';
import { sendAsMerchant } from '../api/send-request.ts';
import { settingsOf } from '../api/settings.ts';
import {
  afterOption,
  isOfTypes,
  secretOption,
  toEventPattern,
  typesOption,
  type EventOptions,
} from '../events/event-options.ts';
import { cursorBefore, findEventRange } from '../events/find-event-range.ts';
import { followEvents, stopSignal } from '../events/follow-events.ts';
import { forwardEvent, listenSecretOf, signingKeyOf } from '../events/forward-event.ts';
import { printEvent, printResult } from '../events/print-event.ts';
import { example } from '../terminal/help.ts';
import { anyId, choiceOption, httpUrl, idOf } from '../terminal/options.ts';
import { isJson, printJson, printNotice, printTable } from '../terminal/print.ts';
import { escapeInJson } from '../terminal/printable.ts';
import { dateFilters, withDateOptions, withListOptions, type DateOptions, type ListOptions } from './lists/listing.ts';
import { printList } from './lists/print-list.ts';

interface ReplayOptions {
  readonly to: string;
  readonly since: number;
  readonly type: readonly string[];
  readonly secret?: string;
}

interface Filters extends ListOptions, DateOptions {
  readonly type?: string;
  readonly object?: string;
  readonly delivered?: string;
}

const listed = { columns: ['id', 'createdAt', 'type', 'objectId', 'objectVersion', 'sequence'], money: [] } as const;

/** `mizan events`: the events of an account. */
export function eventCommands(): Command {
  const events = new Command('events').description('list, print, resend and replay events');

  withListOptions(
    withDateOptions(
      events
        .command('list')
        .description('list stored events, newest first')
        .option('--type <pattern>', 'only of this type or family, such as payment_intent.*', toEventPattern)
        .option('--object <id>', 'only about this object, such as pi_…', anyId)
        .addOption(choiceOption('--delivered <switch>', 'whether all endpoints have it', ['true', 'false'])),
    ),
  )
    .addHelpText('after', example('events list --type refund.* --delivered false', 'events list --object pi_…'))
    .action(async ({ type, object: objectId, delivered, ...options }: Filters, command: Command) => {
      const filters = { type, objectId, deliverySuccess: delivered, ...(await dateFilters(command, options)) };
      const toRow = (event: Event) => event;
      await printList(command, { list: { path: '/events', filters }, toRow, shown: listed });
    });

  events
    .command('show')
    .description('show an event with its object')
    .argument('<id>', 'evt_…', idOf('evt'))
    .addHelpText('after', example('events show evt_…'))
    .action(async (id: string, _options: unknown, command: Command) => {
      printJson(await sendAsMerchant<Event>(command, `GET /events/${encodeURIComponent(id)}`));
    });

  events
    .command('tail')
    .description('print events as they happen; with --json one line each, exactly as sent to webhooks')
    .addOption(typesOption())
    .addOption(afterOption())
    .addHelpText('after', example('events tail --events refund.*,payment_intent.*'))
    .action(async (options: EventOptions, command: Command) => {
      const { baseUrl, apiKey } = settingsOf(command);
      const { after, events: types } = options;
      for await (const event of followEvents({ baseUrl, apiKey: apiKey(), after, stop: stopSignal() })) {
        if (!isOfTypes(types, event.type)) continue;
        // Programs get the very bytes; a terminal gets the same JSON without what it would obey.
        if (isJson(command)) console.log(process.stdout.isTTY ? escapeInJson(event.body) : event.body);
        else printEvent(event);
      }
    });

  events
    .command('resend')
    .description('send an event again to all endpoints that subscribe to it, or to one endpoint')
    .argument('<id>', 'evt_…', idOf('evt'))
    .option('--endpoint <id>', 'we_…: only to this endpoint, whether or not it subscribes to the type', idOf('we'))
    .addHelpText('after', example('events resend evt_… --endpoint we_…'))
    .action(async (id: string, { endpoint }: { endpoint?: string }, command: Command) => {
      const line = `POST /events/${encodeURIComponent(id)}/resend` as const;
      const body = { webhookEndpointId: endpoint };
      const { deliveries } = await sendAsMerchant<WebhookDeliveries>(command, line, { body });
      printTable(command, deliveries, ['id', 'webhookEndpointId', 'eventType', 'status', 'nextAttemptAt']);
      if (deliveries.length === 0)
        printNotice(
          'Nothing was sent: no enabled endpoint subscribes to this event. --endpoint names one that does not.',
        );
    });

  events
    .command('replay')
    .description('send past events to a handler on this machine, signed like webhooks')
    .addOption(
      new Option('--to <url>', 'URL of the handler, such as http://localhost:3000/hooks')
        .makeOptionMandatory()
        .argParser(httpUrl),
    )
    .addOption(
      new Option('--since <duration>', 'how far back to start, such as 30m, 2h or 3d')
        .default(hourMs, '1h')
        .argParser(toMilliseconds),
    )
    .addOption(typesOption('--type <types>'))
    .addOption(secretOption())
    .addHelpText('after', example('events replay --to localhost:3000/hooks --since 2h --type refund.*'))
    .action(replay);
  return events;
}

async function replay(options: ReplayOptions, command: Command): Promise<void> {
  const { baseUrl, apiKey: requireApiKey } = settingsOf(command);
  const apiKey = requireApiKey();
  const secret = options.secret ?? listenSecretOf(apiKey);
  const signingKey = signingKeyOf(secret);
  const now = await readAccountTime({ baseUrl, apiKey }); // the time that events carry
  const range = await findEventRange({ baseUrl, apiKey }, new Date(now.getTime() - options.since));
  if (range === undefined) return printNotice('No events in this time.');
  printNotice(`Signing secret: ${secret}`);
  const sent = { events: 0, accepted: 0 };
  let isComplete = false;
  for await (const event of followEvents({ baseUrl, apiKey, after: cursorBefore(range.first), stop: stopSignal() })) {
    if (isOfTypes(options.type, event.type)) {
      const result = await forwardEvent(event, options.to, signingKey);
      printResult(command, event, result);
      sent.events += 1;
      if (result.delivered) sent.accepted += 1;
    }
    isComplete = sequenceOf(event.body) >= range.last;
    if (isComplete) break;
  }
  if (sent.events > 0)
    printNotice(`${sent.accepted} of ${sent.events} ${sent.events === 1 ? 'event was' : 'events were'} accepted.`);
  else if (isComplete) printNotice('No events of this type in this time.');
  if (!isComplete) printNotice('Stopped before the end: later events were not sent.');
  if (!isComplete || sent.accepted < sent.events) process.exitCode = 1;
}

const hourMs = 3_600_000;
const unitsMs: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: hourMs, d: 24 * hourMs };

function toMilliseconds(text: string): number {
  const [, count, unit = ''] = /^(\d{1,6})([smhd])$/.exec(inLatinDigits(text)) ?? [];
  const perUnit = unitsMs[unit];
  if (count === undefined || perUnit === undefined)
    throw new InvalidArgumentError('It must be a number and a unit (s, m, h or d), such as 2h.');
  return Number(count) * perUnit;
}

const sequenceOf = (body: string): number => (JSON.parse(body) as { sequence: number }).sequence;
