import type { TestClock, TestClockAdvance } from '@mizan/contracts';
import { inLatinDigits } from '@mizan/contracts/latin-digits';
import { Command } from 'commander';
import { sendAsMerchant } from '../api/send-request.ts';
import { isLiveKey, settingsOf } from '../api/settings.ts';
import { CommandError } from '../terminal/command-error.ts';
import { example } from '../terminal/help.ts';
import { printRecord } from '../terminal/print.ts';

/** `mizan clock`: the test clock of an account. */
export function clockCommands(): Command {
  const clock = new Command('clock').description('show and advance the test clock of an account');

  clock.hook('preAction', (_clock, command) => {
    if (isLiveKey(settingsOf(command).apiKey())) throw new CommandError('Live mode has no test clock: use a test key.');
  });

  clock
    .command('show')
    .description('show the current time in test mode and how far it is ahead')
    .addHelpText('after', example('clock show'))
    .action(async (_options: unknown, command: Command) =>
      printRecord(command, await sendAsMerchant<TestClock>(command, 'GET /test-helpers/clock')),
    );

  clock
    .command('advance')
    .description('advance the time of the whole test mode of the account, and process what becomes due')
    .argument('[duration]', 'seconds, or 90s, 5m, 2h, 7d', inLatinDigits)
    .option('--to <time>', 'time to advance to, ISO 8601, instead of a duration', inLatinDigits)
    .option('--no-drain', 'return at once; what becomes due is processed in the background')
    .addHelpText('after', example('clock advance 2h', 'clock advance --to 2027-01-01T09:00:00Z'))
    .action(async (duration: string | undefined, { to, drain }: { to?: string; drain: boolean }, command: Command) => {
      if (duration === undefined && to === undefined)
        throw new CommandError('Say how far: mizan clock advance 2h, or --to 2027-01-01T09:00:00Z.');
      const body = { advance: duration, now: to, drain };
      const advanced = await sendAsMerchant<TestClockAdvance>(command, 'POST /test-helpers/clock', { body });
      printRecord(command, advanced);
      if (drain && !advanced.idle)
        throw new CommandError('Some due work is still pending. Run `mizan clock advance` again.');
    });
  return clock;
}
