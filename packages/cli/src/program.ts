import { Command, Option } from 'commander';
import manifest from '../package.json' with { type: 'json' };
import { asOutcomeUnknown } from './api/as-outcome-unknown.ts';
import { idempotencyKeyOption } from './api/idempotency-keys.ts';
import { apiKeyVariables } from './api/settings.ts';
import { accountCommands } from './commands/accounts/accounts.ts';
import { balanceCommand } from './commands/balance.ts';
import { busCommands } from './commands/bus.ts';
import { clockCommands } from './commands/clock.ts';
import { codeCommands } from './commands/codes/codes.ts';
import { deadLetterCommands } from './commands/dead-letters.ts';
import { customerCommands } from './commands/customers/customers.ts';
import { disputeCommands } from './commands/disputes/disputes.ts';
import { paymentCommands } from './commands/payments/payments.ts';
import { payoutCommands } from './commands/payouts/payouts.ts';
import { doctorCommand } from './commands/doctor.ts';
import { eventCommands } from './commands/events.ts';
import { fixtureCommand } from './commands/fixtures/fixtures.ts';
import { keyCommands } from './commands/keys.ts';
import { ledgerCommands } from './commands/ledger.ts';
import { linkCommands } from './commands/links.ts';
import { listenCommand } from './commands/listen.ts';
import { mailCommands } from './commands/mail.ts';
import { operatorTokenCommand } from './commands/operator-token.ts';
import { providerCommands } from './commands/providers/providers.ts';
import { rateCommands } from './commands/rates/rates.ts';
import { refundCommands } from './commands/refunds/refunds.ts';
import { reconcileCommand } from './commands/reconcile.ts';
import { reportsCommand } from './commands/reports.ts';
import { restoredCommands } from './commands/restored.ts';
import { triggerCommand } from './commands/trigger.ts';
import { CommandError } from './terminal/command-error.ts';
import { withHelp } from './terminal/help.ts';
import { printNotice } from './terminal/print.ts';

/** The `mizan` command. */
export function mizan(): Command {
  const program = new Command('mizan')
    .description('Operate a Mizan platform, and build on one, from the terminal.')
    .version(manifest.version, '--version', 'print the version')
    .addOption(new Option('--base-url <url>', 'URL of the API').env('MIZAN_BASE_URL'))
    .addOption(new Option('--api-key <key>', `API key of a merchant (env: ${apiKeyVariables.join(', else ')})`))
    .addOption(new Option('--operator-token <token>', 'token of the platform operator').env('MIZAN_OPERATOR_TOKEN'))
    .addOption(
      new Option('--home <folder>', 'state folder of a local stack, read for missing settings').env('MIZAN_HOME'),
    )
    .addOption(idempotencyKeyOption())
    .option(
      '--json',
      'print the response of the API as JSON; of lists, all items as one array, unless --limit is given',
    );
  for (const command of [
    accountCommands(),
    keyCommands(),
    paymentCommands(),
    refundCommands(),
    linkCommands(),
    codeCommands(),
    customerCommands(),
    eventCommands(),
    ledgerCommands(),
    reconcileCommand(),
    restoredCommands(),
    doctorCommand(),
    deadLetterCommands(),
    mailCommands(),
    busCommands(),
    providerCommands(),
    disputeCommands(),
    payoutCommands(),
    balanceCommand(),
    reportsCommand(),
    rateCommands(),
    operatorTokenCommand(),
    listenCommand(),
    clockCommands(),
    triggerCommand(),
    fixtureCommand(),
  ])
    program.addCommand(command);
  withHelp(program);
  const parse = program.parseAsync.bind(program);
  program.parseAsync = async (argv = process.argv, options) => {
    if (argv.length === (options?.from === 'user' ? 0 : 2)) {
      program.outputHelp(); // `mizan` alone asks for help, which is no error
      return program;
    }
    try {
      return await parse(argv, options);
    } catch (thrown) {
      if (!(thrown instanceof CommandError)) throw thrown;
      const { message, exitCode } = asOutcomeUnknown(program, thrown);
      printNotice(`mizan: ${message}`);
      process.exitCode = exitCode;
      return program;
    }
  };
  return program;
}
