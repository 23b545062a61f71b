import type { PlatformHealth } from '@mizan/contracts';
import { Command } from 'commander';
import { operate } from './accounts.ts';
import { CommandError } from '../terminal/command-error.ts';
import { printTable } from '../terminal/print.ts';
import { settingsOf } from '../api/settings.ts';

/** `mizan doctor`: how the platform is. */
export const doctorCommand = (): Command =>
  new Command('doctor')
    .description(
      'what is running, versions, lag and dead letters; ends with 1 when something should be looked at (operator)',
    )
    .action(async (_options: unknown, command: Command) => {
      const found = await operate<PlatformHealth>(command, 'GET', '/operator/health');
      if (settingsOf(command).isJson) console.log(JSON.stringify(found, null, 2));
      else show(found);
      if (found.problems.length > 0) throw new CommandError(found.problems.join('\n  '));
    });

function show({ services }: PlatformHealth): void {
  const rows = services.map(({ service, health }) => ({
    service,
    status: health ? 'running' : 'does not answer',
    version: health?.version,
    node: health?.nodeVersion,
    postgres: health?.postgresVersion.split(' ')[0],
    nats: health?.natsVersion,
    since: health?.startedAt,
    unpublished: health?.outbox.unpublished,
    deadLetters: health?.deadLetters,
  }));
  printTable(rows, Object.keys(rows[0] ?? {}), false);
  const consumers = services.flatMap(({ health }) => health?.consumers ?? []);
  console.log();
  printTable(consumers, ['name', 'pending', 'unacknowledged', 'place', 'deadLetters'], false);
}
