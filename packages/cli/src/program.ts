import { Command, Option } from 'commander';
import { accountCommands } from './accounts.ts';
import { busCommands } from './bus.ts';
import { clockCommands } from './clock.ts';
import { CommandProblem } from './command-problem.ts';
import { deadLetterCommands } from './dead-letters.ts';
import { doctorCommand } from './doctor.ts';
import { eventCommands } from './events.ts';
import { fixtureCommand } from './fixtures.ts';
import { keyCommands } from './keys.ts';
import { ledgerCommands } from './ledger.ts';
import { listenCommand } from './listen.ts';
import { providerCommands } from './providers.ts';
import { rateCommands } from './rates.ts';
import { triggerCommand } from './trigger.ts';

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
      if (!(thrown instanceof CommandProblem)) throw thrown;
      process.stderr.write(`mizan: ${thrown.message}\n`);
      process.exitCode = 1;
      return program;
    }
  };
  return program;
}

const allBelow = (command: Command): Command[] => command.commands.flatMap((each) => [each, ...allBelow(each)]);
