import type { WebhookDeliveries } from '@mizan/contracts';
import { Command } from 'commander';
import { sendRequest } from '../api/send-request.ts';
import { afterOption, isWanted, typesOption, type EventOptions } from '../events/event-options.ts';
import { followEvents } from '../events/follow-events.ts';
import { printEvent, printNotice } from '../events/print-event.ts';
import { printTable } from '../terminal/print.ts';
import { replayCommand } from './replay.ts';
import { settingsOf } from '../api/settings.ts';
import { stopSignal } from '../events/until-stopped.ts';

/** `mizan events`: what happened to an account. */
export function eventCommands(): Command {
  const events = new Command('events').description('follow events, and send them to webhook endpoints again');

  events
    .command('tail')
    .description('print events as they happen; with --json each as one line, exactly as webhooks carry it')
    .addOption(typesOption())
    .addOption(afterOption())
    .action(async (options: EventOptions, command: Command) => {
      const { baseUrl, isJson, apiKey } = settingsOf(command);
      const followed = followEvents({
        baseUrl,
        as: apiKey(),
        after: options.after,
        stop: stopSignal(),
        connected: () => undefined,
        interrupted: (reason) => printNotice(`Connection lost (${reason}); connecting again.`),
      });
      for await (const event of followed) {
        if (!isWanted(options.events, event.type)) continue;
        if (isJson) console.log(event.body);
        else printEvent(event);
      }
    });

  events
    .command('resend')
    .description('deliver an event again, to all endpoints that want it or to one')
    .argument('<id>', 'evt_…')
    .option('--endpoint <id>', 'we_…: to this one, whatever types it enabled')
    .action(async (id: string, { endpoint }: { endpoint?: string }, command: Command) => {
      const { baseUrl, isJson, apiKey } = settingsOf(command);
      const { deliveries } = await sendRequest<WebhookDeliveries>({
        baseUrl,
        as: apiKey(),
        method: 'POST',
        path: `/events/${encodeURIComponent(id)}/resend`,
        body: { webhookEndpointId: endpoint },
      });
      printTable(deliveries, ['id', 'webhookEndpointId', 'eventType', 'status', 'nextAttemptAt'], isJson);
    });
  events.addCommand(replayCommand());
  return events;
}
