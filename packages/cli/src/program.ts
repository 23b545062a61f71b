import { Command, Option } from 'commander';
import { accountCommands } from './commands/accounts.ts';
import { busCommands } from './commands/bus.ts';
import { clockCommands } from './commands/clock.ts';
import { deadLetterCommands } from './commands/dead-letters.ts';
import { disputeCommands } from './commands/disputes.ts';
import { doctorCommand } from './commands/doctor.ts';
import { eventCommands } from './commands/events.ts';
import { fixtureCommand } from './commands/fixtures.ts';
import { keyCommands } from './commands/keys.ts';
import { ledgerCommands } from './commands/ledger.ts';
import { listenCommand } from './commands/listen.ts';
import { mailCommands } from './commands/mail.ts';
import { providerCommands } from './commands/providers.ts';
import { rateCommands } from './commands/rates.ts';
import { triggerCommand } from './commands/trigger.ts';
import { CommandError } from './terminal/command-error.ts';

/** The `mizan` command. */
export function mizan(): Command {
  const program = new Command('mizan')
    .description('Operate a Mizan platform, and build on one, from the terminal.')
    .addOption(new Option('--base-url <url>', 'URL of the API').env('MIZAN_BASE_URL'))
    .addOption(new Option('--api-key <key>', 'API key of a merchant').env('MIZAN_API_KEY'))
    .addOption(new Option('--operator-token <token>', 'token of the platform operator').env('MIZAN_OPERATOR_TOKEN'))
    .addOption(
      new Option('--home <folder>', 'state folder of a local stack, read for missing settings').env('MIZAN_HOME'),
    )
    .option('--json', 'print the response of the API as JSON')
    .showHelpAfterError('(use --help for usage)')
    .addHelpText(
      'after',
      '\nBy default, commands use the local stack that `npm start` runs in this or a parent folder.\n',
    );
  for (const command of [
    accountCommands(),
    keyCommands(),
    ledgerCommands(),
    doctorCommand(),
    deadLetterCommands(),
    mailCommands(),
    busCommands(),
    providerCommands(),
    disputeCommands(),
    rateCommands(),
    eventCommands(),
    listenCommand(),
    clockCommands(),
    triggerCommand(),
    fixtureCommand(),
  ])
    program.addCommand(command);
  for (const command of [program, ...subcommandsOf(program)]) command.configureHelp({ showGlobalOptions: true });
  const parse = program.parseAsync.bind(program);
  program.parseAsync = async (...args) => {
    try {
      return await parse(...args);
    } catch (thrown) {
      if (!(thrown instanceof CommandError)) throw thrown;
      process.stderr.write(`mizan: ${thrown.message}\n`);
      process.exitCode = 1;
      return program;
    }
  };
  return program;
}

const subcommandsOf = (command: Command): Command[] =>
  command.commands.flatMap((each) => [each, ...subcommandsOf(each)]);
