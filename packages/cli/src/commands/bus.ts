import { existsSync, writeFileSync } from 'node:fs';
import type { BusUser } from '@mizan/contracts';
import { Command, InvalidArgumentError, Option } from 'commander';
import { operate } from './accounts.ts';
import { CommandError } from '../terminal/command-error.ts';
import { printRecord } from '../terminal/print.ts';
import { settingsOf } from '../api/settings.ts';

interface CreateOptions {
  readonly mode?: string;
  readonly merchant?: string;
  readonly types?: string[];
  readonly durables?: string[];
  readonly expiresInDays?: number;
  readonly out?: string;
}

/** `mizan bus`: who may read the events. */
export function busCommands(): Command {
  const bus = new Command('bus').description('let teams of the platform read events (operator)');
  const users = new Command('users').description('readers of the bus');
  bus.addCommand(users);

  users
    .command('create')
    .description('make credentials for a team that reads events, and nothing else')
    .argument('<team>', 'lower-case letters, digits and _')
    .addOption(new Option('--mode <mode>', 'one mode only').choices(['test', 'live']))
    .option('--merchant <id>', 'one merchant only, acct_…')
    .option('--types <patterns...>', 'event types and families only, such as payment_intent.*', listed)
    .option('--durables <names...>', 'names of the consumers it may make', listed)
    .option('--expires-in-days <days>', 'how long the credentials work, at most 365', wholeDays)
    .option('--out <file>', 'write the credentials there, readable by you alone')
    .action(async (team: string, options: CreateOptions, command: Command) => {
      const { mode, merchant: merchantId, types, durables, expiresInDays, out } = options;
      if (out !== undefined && existsSync(out)) throw new CommandError(`${out} is there already.`);
      const body = { team, mode, merchantId, types, durables, expiresInDays };
      const { credentials, ...made } = await operate<BusUser>(command, 'POST', '/operator/bus-users', body);
      if (out !== undefined) keep(out, credentials);
      const { isJson } = settingsOf(command);
      printRecord(
        out === undefined && isJson ? { ...made, credentials } : made,
        isJson,
        out === undefined ? `Shown this once; keep it in a file:\n\n${credentials}` : `The credentials are in ${out}.`,
      );
    });
  return bus;
}

/** @throws CommandError when the file cannot be written; the credentials then have to be made again */
function keep(file: string, credentials: string): void {
  try {
    writeFileSync(file, credentials, { mode: 0o600, flag: 'wx' });
  } catch (failure) {
    throw new CommandError(`${file} cannot be written: ${(failure as Error).message}`, { cause: failure });
  }
}

/** Given one by one or separated by commas. */
const listed = (text: string, before: string[] = []): string[] => [...before, ...text.split(',').filter(Boolean)];

function wholeDays(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('It is a whole number of days.');
  return Number(text);
}
