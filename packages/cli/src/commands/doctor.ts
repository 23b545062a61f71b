import type { PlatformHealth } from '@mizan/contracts';
import { Command } from 'commander';
import { sendAsOperator } from '../api/send-request.ts';
import { isKnown, settingsOf } from '../api/settings.ts';
import { example } from '../terminal/help.ts';
import { isJson, printJson, printTable } from '../terminal/print.ts';
import { checkEndpoints } from './check-endpoints.ts';
import { printProblems } from './print-problems.ts';

/** `mizan doctor`: the health of the platform; with a merchant's key, whether its endpoints receive events. */
export const doctorCommand = (): Command =>
  new Command('doctor')
    .description(
      'check services, versions, consumer lag and dead letters (operator); with an API key, which webhook endpoints are disabled. Exits with 1 if there is a problem',
    )
    .addHelpText(
      'after',
      `\nThe API key is used where it is an option or no operator token is known.\n${example('doctor', 'doctor --api-key mz_sk_live_…')}`,
    )
    .action(async (_options: unknown, command: Command) => {
      if (isForMerchant(command)) return checkEndpoints(command);
      const health = await sendAsOperator<PlatformHealth>(command, 'GET /operator/health');
      if (isJson(command)) printJson(health);
      else printHealth(command, health);
      if (health.problems.length > 0) process.exitCode = 1;
    });

function isForMerchant(command: Command): boolean {
  const isTyped = (name: string): boolean => command.getOptionValueSourceWithGlobals(name) === 'cli';
  if (isTyped('apiKey') || isTyped('operatorToken')) return !isTyped('operatorToken');
  const { apiKey, operatorToken } = settingsOf(command);
  return !isKnown(operatorToken) && isKnown(apiKey);
}

function printHealth(command: Command, { services, problems }: PlatformHealth): void {
  printProblems(problems);
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
