import { serviceDurables, serviceNames, type DeadLetter } from '@mizan/contracts';
import { Command, Option } from 'commander';
import { sendAsOperator } from '../api/send-request.ts';
import { CommandError } from '../terminal/command-error.ts';
import { example } from '../terminal/help.ts';
import { choiceOption } from '../terminal/options.ts';
import { isJson, printRecord, printTable } from '../terminal/print.ts';

interface Filters {
  readonly service?: string;
  readonly consumer?: string;
}

const serviceOption = () => choiceOption('--service <name>', 'only of this service', serviceNames);
const consumerOption = () => new Option('--consumer <name>', 'only of this consumer, such as catalog-purchases');

/** `mizan dead-letters`: events that a consumer failed to handle. */
export function deadLetterCommands(): Command {
  const letters = new Command('dead-letters').description('events that a consumer failed to handle (operator)');

  letters
    .command('list')
    .description('list the oldest 1000 dead letters of each service, with the error of the handler')
    .addOption(serviceOption())
    .addOption(consumerOption())
    .addHelpText('after', example('dead-letters list --consumer catalog-purchases'))
    .action(async ({ service, consumer }: Filters, command: Command) => {
      const filters = new URLSearchParams({ ...(service && { service }), ...(consumer && { consumer }) });
      const { data } = await sendAsOperator<{ data: DeadLetter[] }>(command, `GET /operator/dead-letters?${filters}`);
      if (data.length === 0) assertConsumerExists(consumer);
      printTable(command, data, ['service', 'consumer', 'eventId', 'createdAt', 'requeuedAt', 'reason']);
    });

  letters
    .command('requeue')
    .description('deliver dead letters to their consumers again; an event that has taken effect is not applied twice')
    .argument('[events...]', 'evt_…, as listed by `mizan dead-letters list`')
    .addOption(serviceOption())
    .addOption(consumerOption())
    .option('--all', 'requeue all dead letters that match the filters')
    .addHelpText('after', example('dead-letters requeue evt_… --consumer catalog-purchases'))
    .action(async (events: string[], { service, consumer, all }: Filters & { all?: boolean }, command: Command) => {
      if (events.length > 0 === (all === true))
        throw new CommandError('Name the events to requeue, or use --all. `mizan dead-letters list` shows them.');
      const body = { service, consumer, ...(all ? {} : { eventIds: events }) };
      const line = 'POST /operator/dead-letters/requeue';
      const result = await sendAsOperator<{ requeued: number }>(command, line, { body });
      if (result.requeued > 0 || isJson(command))
        printRecord(command, result, 'Events leave the list once they are handled. Events that fail again stay in it.');
      if (result.requeued > 0) return;
      assertConsumerExists(consumer);
      throw new CommandError('No dead letter matches.');
    });
  return letters;
}

/**
 * Refuses a mistyped name of a consumer. Only for an empty result: the name of a consumer of an earlier version still
 * finds its dead letters.
 */
function assertConsumerExists(consumer: string | undefined): void {
  if (consumer === undefined || serviceDurables.includes(consumer)) return;
  throw new CommandError(`No consumer \`${consumer}\`. There are ${serviceDurables.join(', ')}.`);
}
