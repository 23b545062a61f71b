import { existsSync, writeFileSync } from 'node:fs';
import type { BusUser } from '@mizan/contracts';
import { Command, Option } from 'commander';
import { sendAsOperator } from '../api/send-request.ts';
import { CommandError } from '../terminal/command-error.ts';
import { commaSeparated, wholeNumberOf } from '../terminal/options.ts';
import { isJson, printRecord } from '../terminal/print.ts';

interface CreateOptions {
  readonly mode?: string;
  readonly merchant?: string;
  readonly types?: string[];
  readonly durables?: string[];
  readonly expiresInDays?: number;
  readonly out?: string;
}

/** `mizan bus`: users that read events from the bus. */
export function busCommands(): Command {
  const bus = new Command('bus').description('manage teams that read events from the bus (operator)');
  const users = new Command('users').description('users of the bus');
  bus.addCommand(users);

  users
    .command('create')
    .description('create read-only credentials for a team')
    .argument('<team>', 'name of the team: lowercase letters, digits and _')
    .addOption(new Option('--mode <mode>', 'limit to one mode').choices(['test', 'live']))
    .option('--merchant <id>', 'limit to one merchant, acct_…')
    .option('--types <patterns...>', 'limit to event types and patterns, such as payment_intent.*', commaSeparated)
    .option('--durables <names...>', 'names of the durable consumers it may create', commaSeparated)
    .option('--expires-in-days <days>', 'days until the credentials expire, at most 365', wholeNumberOf('days'))
    .option('--out <file>', 'write the credentials to a file that only you can read')
    .action(async (team: string, options: CreateOptions, command: Command) => {
      const { mode, merchant: merchantId, types, durables, expiresInDays, out } = options;
      if (out !== undefined && existsSync(out)) throw new CommandError(`${out} already exists.`);
      const body = { team, mode, merchantId, types, durables, expiresInDays };
      const created = await sendAsOperator<BusUser>(command, 'POST /operator/bus-users', { body });
      const { credentials, ...user } = created;
      if (out !== undefined) {
        writeCredentials(out, credentials);
        return printRecord(command, user, `Credentials written to ${out}.`);
      }
      const note = `Save these credentials in a file. They will not be shown again.\n\n${credentials}`;
      printRecord(command, isJson(command) ? { ...user, credentials } : user, note);
    });
  return bus;
}

/** @throws CommandError when the file cannot be written; create new credentials then */
function writeCredentials(file: string, credentials: string): void {
  try {
    writeFileSync(file, credentials, { mode: 0o600, flag: 'wx' });
  } catch (failure) {
    throw new CommandError(`Cannot write ${file}: ${(failure as Error).message}`, { cause: failure });
  }
}
