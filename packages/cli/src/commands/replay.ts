import { Command, InvalidArgumentError, Option } from 'commander';
import { accountTime } from '../events/account-time.ts';
import { isWanted, secretOption, typesOption } from '../events/event-options.ts';
import { findRange, placeBefore } from '../events/find-event-range.ts';
import { followEvents } from '../events/follow-events.ts';
import { forwardEvent, listenSecretOf, signingKeyOf } from '../events/forward-event.ts';
import { httpUrl } from '../events/http-url.ts';
import { printForwarded, printNotice } from '../events/print-event.ts';
import { settingsOf } from '../api/settings.ts';
import { stopSignal } from '../events/until-stopped.ts';

interface ReplayOptions {
  readonly to: string;
  readonly since: number;
  readonly type: readonly string[];
  readonly secret?: string;
}

/** `mizan events replay`: what happened already, for a handler on this machine. */
export const replayCommand = (): Command =>
  new Command('replay')
    .description('send what happened already to a handler on this machine, signed as the platform signs webhooks')
    .addOption(
      new Option('--to <url>', 'where the handler listens, such as http://localhost:3000/hooks')
        .makeOptionMandatory()
        .argParser(httpUrl),
    )
    .addOption(new Option('--since <span>', 'such as 30m, 2h or 3d').default(hourMs, '1h').argParser(spanMs))
    .addOption(typesOption('--type <types>'))
    .addOption(secretOption())
    .action(async (options: ReplayOptions, command: Command) => {
      const { baseUrl, isJson, apiKey } = settingsOf(command);
      const as = apiKey();
      const secret = options.secret ?? listenSecretOf(as);
      const signingKey = signingKeyOf(secret);
      const now = await accountTime({ baseUrl, as }); // events carry it
      const range = await findRange({ baseUrl, as }, new Date(now.getTime() - options.since));
      if (range === undefined) return printNotice('Nothing happened in that time.');
      printNotice(`Signing secret: ${secret}`);
      const followed = followEvents({
        baseUrl,
        as,
        after: placeBefore(range.first),
        stop: stopSignal(),
        connected: () => undefined,
        interrupted: (reason) => printNotice(`Connection lost (${reason}); connecting again.`),
      });
      for await (const event of followed) {
        if (isWanted(options.type, event.type))
          printForwarded(event, await forwardEvent(event, options.to, signingKey), isJson);
        if (sequenceOf(event.body) >= range.last) break;
      }
    });

const hourMs = 3_600_000;
const unitsMs: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: hourMs, d: 24 * hourMs };

function spanMs(text: string): number {
  const [, count, unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  const perUnit = unitsMs[unit];
  if (count === undefined || perUnit === undefined)
    throw new InvalidArgumentError('a span is a number and one of s, m, h, d: 2h.');
  return Number(count) * perUnit;
}

const sequenceOf = (body: string): number => (JSON.parse(body) as { sequence: number }).sequence;
