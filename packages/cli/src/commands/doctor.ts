import type { PlatformHealth } from '@mizan/contracts';
import { Command } from 'commander';
import { sendAsOperator } from '../api/send-request.ts';
import { example } from '../terminal/help.ts';
import { isJson, printJson, printTable } from '../terminal/print.ts';
import { printable } from '../terminal/printable.ts';

/** `mizan doctor`: the health of the platform. */
export const doctorCommand = (): Command =>
  new Command('doctor')
    .description(
      'check services, versions, consumer lag and dead letters; exits with 1 if there is a problem (operator)',
    )
    .addHelpText('after', example('doctor'))
    .action(async (_options: unknown, command: Command) => {
      const health = await sendAsOperator<PlatformHealth>(command, 'GET /operator/health');
      if (isJson(command)) printJson(health);
      else printHealth(command, health);
      if (health.problems.length > 0) process.exitCode = 1;
    });

function printHealth(command: Command, { services, problems }: PlatformHealth): void {
  const count = problems.length;
  console.log(count === 0 ? 'Everything is fine.' : `${count} ${count === 1 ? 'problem' : 'problems'}:`);
  for (const problem of problems) console.log(`  ${printable(problem)}`);
  console.log();
  const rows = services.map(({ service, health }) => ({
    service,
    status: health ? 'running' : 'not responding',
    version: health?.version,
    node: health?.nodeVersion,
    postgres: health?.postgresVersion.split(' ')[0],
    nats: health?.natsVersion,
    'running since': health?.startedAt,
    'events to publish': health?.outbox.unpublished,
    'dead letters': health?.deadLetters,
  }));
  printTable(command, rows, Object.keys(rows[0] ?? {}) as (keyof (typeof rows)[number])[]);
  const consumers = services
    .flatMap(({ health }) => health?.consumers ?? [])
    .map(({ name, pending, unacknowledged, place, deadLetters }) => ({
      consumer: name,
      'events to handle': pending,
      'in progress': unacknowledged,
      position: positions[place],
      'dead letters': deadLetters,
    }));
  console.log();
  printTable(command, consumers, ['consumer', 'events to handle', 'in progress', 'position', 'dead letters']);
}

const positions = { kept: 'ok', lost: 'beyond the end', missing: 'unknown to the bus' } as const;
