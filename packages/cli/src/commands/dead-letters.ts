import { serviceNames, type DeadLetter } from '@mizan/contracts';
import { Command, Option } from 'commander';
import { operate } from './accounts.ts';
import { CommandError } from '../terminal/command-error.ts';
import { printRecord, printTable } from '../terminal/print.ts';
import { settingsOf } from '../api/settings.ts';

interface Which {
  readonly service?: string;
  readonly consumer?: string;
}

const ofService = () => new Option('--service <name>', 'of one service only').choices(serviceNames);
const ofConsumer = () => new Option('--consumer <name>', 'of one consumer only, such as catalog-stock');

/** `mizan dead-letters`: events that a consumer gave up. */
export function deadLetterCommands(): Command {
  const letters = new Command('dead-letters').description('events that a consumer gave up (operator)');

  letters
    .command('list')
    .description('the oldest thousand of each service, with what their handlers said')
    .addOption(ofService())
    .addOption(ofConsumer())
    .action(async ({ service, consumer }: Which, command: Command) => {
      const given = Object.entries({ service, consumer }).filter((each): each is [string, string] => Boolean(each[1]));
      const path = `/operator/dead-letters?${new URLSearchParams(given).toString()}`;
      const { data } = await operate<{ data: DeadLetter[] }>(command, 'GET', path);
      const columns = ['service', 'consumer', 'eventId', 'createdAt', 'requeuedAt', 'reason'];
      printTable(data, columns, settingsOf(command).isJson);
    });

  letters
    .command('requeue')
    .description('hand them to their consumers again; what took effect meanwhile takes no second one')
    .argument('[events...]', 'evt_…, as `dead-letters list` shows them')
    .addOption(ofService())
    .addOption(ofConsumer())
    .option('--all', 'instead of naming events')
    .action(async (events: string[], { service, consumer, all }: Which & { all?: boolean }, command: Command) => {
      if (events.length > 0 === (all === true))
        throw new CommandError('name the events, or say --all: `mizan dead-letters list` shows them.');
      const body = { service, consumer, ...(all ? {} : { eventIds: events }) };
      const done = await operate<{ requeued: number }>(command, 'POST', '/operator/dead-letters/requeue', body);
      printRecord(
        { ...done },
        settingsOf(command).isJson,
        'They leave the list as they take effect; what fails again stays.',
      );
      if (done.requeued === 0) throw new CommandError('there is no such dead letter.');
    });
  return letters;
}
