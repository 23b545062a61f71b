import type { PlatformHealth } from '@mizan/contracts';
import { Command } from 'commander';
import { sendAsOperator } from '../api/send-request.ts';
import { CommandError } from '../terminal/command-error.ts';
import { isJson, printJson, printTable } from '../terminal/print.ts';

/** `mizan doctor`: the health of the platform. */
export const doctorCommand = (): Command =>
  new Command('doctor')
    .description(
      'check services, versions, consumer lag and dead letters; exits with 1 if there is a problem (operator)',
    )
    .action(async (_options: unknown, command: Command) => {
      const health = await sendAsOperator<PlatformHealth>(command, 'GET /operator/health');
      if (isJson(command)) printJson(health);
      else printHealth(command, health);
      if (health.problems.length > 0) throw new CommandError(health.problems.join('\n  '));
    });

function printHealth(command: Command, { services }: PlatformHealth): void {
  const rows = services.map(({ service, health }) => ({
    service,
    status: health ? 'running' : 'not responding',
    version: health?.version,
    node: health?.nodeVersion,
    postgres: health?.postgresVersion.split(' ')[0],
    nats: health?.natsVersion,
    since: health?.startedAt,
    unpublished: health?.outbox.unpublished,
    deadLetters: health?.deadLetters,
  }));
  printTable(command, rows, Object.keys(rows[0] ?? {}) as (keyof (typeof rows)[number])[]);
  const consumers = services.flatMap(({ health }) => health?.consumers ?? []);
  console.log();
  printTable(command, consumers, ['name', 'pending', 'unacknowledged', 'place', 'deadLetters']);
}
