import type { TestClock, TestClockAdvance } from '@mizan/contracts';
import { Command } from 'commander';
import { sendRequest } from '../api/send-request.ts';
import { CommandError } from '../terminal/command-error.ts';
import { printRecord } from '../terminal/print.ts';
import { settingsOf } from '../api/settings.ts';

/** `mizan clock`: the time of an account's test mode. */
export function clockCommands(): Command {
  const clock = new Command('clock').description('read the clock of test mode, and set it forward');

  clock
    .command('show')
    .description('what time it is in test mode, and how far ahead')
    .action(async (_options: unknown, command: Command) =>
      printRecord(await askForClock<TestClock>(command, 'GET'), settingsOf(command).isJson),
    );

  clock
    .command('advance')
    .description('set it forward, for the whole test mode of the account; what comes due on the way is done')
    .argument('[duration]', 'seconds, or 90s, 5m, 2h, 7d')
    .option('--to <time>', 'a time, ISO 8601, instead of a duration')
    .option('--no-drain', 'leave what comes due to the jobs that would do it anyway')
    .action(async (duration: string | undefined, { to, drain }: { to?: string; drain: boolean }, command: Command) => {
      const body = { advance: duration, now: to, drain };
      const done = await askForClock<TestClockAdvance>(command, 'POST', body);
      printRecord(done, settingsOf(command).isJson);
      if (drain && !done.idle) throw new CommandError('Something that came due is not done yet; advance again.');
    });
  return clock;
}

function askForClock<Body>(command: Command, method: 'GET' | 'POST', body?: unknown): Promise<Body> {
  const { baseUrl, apiKey } = settingsOf(command);
  return sendRequest<Body>({ baseUrl, as: apiKey(), method, path: '/test-helpers/clock', body });
}
