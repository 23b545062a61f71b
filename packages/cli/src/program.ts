import { Command, Option } from 'commander';
import { accountCommands } from './commands/accounts.ts';
import { busCommands } from './commands/bus.ts';
import { clockCommands } from './commands/clock.ts';
import { CommandError } from './terminal/command-error.ts';
import { deadLetterCommands } from './commands/dead-letters.ts';
import { doctorCommand } from './commands/doctor.ts';
import { eventCommands } from './commands/events.ts';
import { fixtureCommand } from './commands/fixtures.ts';
import { keyCommands } from './commands/keys.ts';
import { ledgerCommands } from './commands/ledger.ts';
import { listenCommand } from './commands/listen.ts';
import { providerCommands } from './commands/providers.ts';
import { rateCommands } from './commands/rates.ts';
import { triggerCommand } from './commands/trigger.ts';

/** The `mizan` command. */
export function mizan(): Command {
  const program = new Command('mizan')
    .description('Operate a Mizan platform, and build against one, from the terminal.')
    .addOption(new Option('--base-url <url>', 'where the API answers').env('MIZAN_BASE_URL'))
    .addOption(new Option('--api-key <key>', 'the key of a merchant').env('MIZAN_API_KEY'))
    .addOption(
      new Option('--operator-token <token>', 'the token of whoever runs the platform').env('MIZAN_OPERATOR_TOKEN'),
    )
    .addOption(
      new Option('--home <folder>', 'state folder of a local stack, read for what is not given').env('MIZAN_HOME'),
    )
    .option('--json', 'print what the API answered, for scripts')
    .showHelpAfterError('(add --help for what there is)')
    .addHelpText(
      'after',
      '\nWithout options it speaks to the stack that `npm start` runs from this or a parent folder.\n',
    );
  for (const command of [
    accountCommands(),
    keyCommands(),
    ledgerCommands(),
    doctorCommand(),
    deadLetterCommands(),
    busCommands(),
    providerCommands(),
    rateCommands(),
    eventCommands(),
    listenCommand(),
    clockCommands(),
    triggerCommand(),
    fixtureCommand(),
  ])
    program.addCommand(command);
  for (const command of [program, ...allBelow(program)]) command.configureHelp({ showGlobalOptions: true });
  const parse = program.parseAsync.bind(program);
  program.parseAsync = async (...given) => {
    try {
      return await parse(...given);
    } catch (thrown) {
      if (!(thrown instanceof CommandError)) throw thrown;
      process.stderr.write(`mizan: ${thrown.message}\n`);
      process.exitCode = 1;
      return program;
    }
  };
  return program;
}

const allBelow = (command: Command): Command[] => command.commands.flatMap((each) => [each, ...allBelow(each)]);
