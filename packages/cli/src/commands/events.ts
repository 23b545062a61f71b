import type { TestClock, WebhookDeliveries } from '@mizan/contracts';
import { Command, InvalidArgumentError, Option } from 'commander';
import { ApiError, sendAsMerchant, sendRequest } from '../api/send-request.ts';
import { settingsOf } from '../api/settings.ts';
import { afterOption, isOfTypes, secretOption, typesOption, type EventOptions } from '../events/event-options.ts';
import { cursorBefore, findEventRange } from '../events/find-event-range.ts';
import { followEvents, stopSignal } from '../events/follow-events.ts';
import { forwardEvent, listenSecretOf, signingKeyOf } from '../events/forward-event.ts';
import { printEvent, printResult } from '../events/print-event.ts';
import { httpUrl } from '../terminal/options.ts';
import { isJson, printNotice, printTable } from '../terminal/print.ts';

interface ReplayOptions {
  readonly to: string;
  readonly since: number;
  readonly type: readonly string[];
  readonly secret?: string;
}

/** `mizan events`: the events of an account. */
export function eventCommands(): Command {
  const events = new Command('events').description('print, resend and replay events');

  events
    .command('tail')
    .description('print events as they happen; with --json one line each, exactly as sent to webhooks')
    .addOption(typesOption())
    .addOption(afterOption())
    .action(async (options: EventOptions, command: Command) => {
      const { baseUrl, apiKey } = settingsOf(command);
      const { after, events: types } = options;
      for await (const event of followEvents({ baseUrl, apiKey: apiKey(), after, stop: stopSignal() })) {
        if (!isOfTypes(types, event.type)) continue;
        if (isJson(command)) console.log(event.body);
        else printEvent(event);
      }
    });

  events
    .command('resend')
    .description('send an event again to all endpoints that subscribe to it, or to one endpoint')
    .argument('<id>', 'evt_…')
    .option('--endpoint <id>', 'we_…: only to this endpoint, whether or not it subscribes to the type')
    .action(async (id: string, { endpoint }: { endpoint?: string }, command: Command) => {
      const line = `POST /events/${encodeURIComponent(id)}/resend` as const;
      const body = { webhookEndpointId: endpoint };
      const { deliveries } = await sendAsMerchant<WebhookDeliveries>(command, line, { body });
      printTable(command, deliveries, ['id', 'webhookEndpointId', 'eventType', 'status', 'nextAttemptAt']);
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
    .action(replay);
  return events;
}

async function replay(options: ReplayOptions, command: Command): Promise<void> {
  const { baseUrl, apiKey: requireApiKey } = settingsOf(command);
  const apiKey = requireApiKey();
  const secret = options.secret ?? listenSecretOf(apiKey);
  const signingKey = signingKeyOf(secret);
  const now = await accountTime(baseUrl, apiKey); // the time that events carry
  const range = await findEventRange({ baseUrl, apiKey }, new Date(now.getTime() - options.since));
  if (range === undefined) return printNotice('No events in this time.');
  printNotice(`Signing secret: ${secret}`);
  for await (const event of followEvents({ baseUrl, apiKey, after: cursorBefore(range.first), stop: stopSignal() })) {
    if (isOfTypes(options.type, event.type))
      printResult(command, event, await forwardEvent(event, options.to, signingKey));
    if (sequenceOf(event.body) >= range.last) break;
  }
}

/** The current time of the key's account: in test mode its clock may be ahead. */
async function accountTime(baseUrl: string, apiKey: string): Promise<Date> {
  if (apiKey.includes('_live_')) return new Date();
  try {
    const access = { baseUrl, credential: apiKey };
    return new Date((await sendRequest<TestClock>(access, 'GET /test-helpers/clock')).now);
  } catch (thrown) {
    if (!(thrown instanceof ApiError)) throw thrown;
    printNotice('This key cannot read the test clock, so --since counts from the real time.');
    return new Date();
  }
}

const hourMs = 3_600_000;
const unitsMs: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: hourMs, d: 24 * hourMs };

function toMilliseconds(text: string): number {
  const [, count, unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  const perUnit = unitsMs[unit];
  if (count === undefined || perUnit === undefined)
    throw new InvalidArgumentError('It must be a number and a unit (s, m, h or d), such as 2h.');
  return Number(count) * perUnit;
}

const sequenceOf = (body: string): number => (JSON.parse(body) as { sequence: number }).sequence;
