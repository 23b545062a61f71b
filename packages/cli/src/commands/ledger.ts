import { setTimeout as wait } from 'node:timers/promises';
import type { LedgerVerification } from '@mizan/contracts';
import { Command, InvalidArgumentError, Option } from 'commander';
import { sendAsOperator } from '../api/send-request.ts';
import { CommandError } from '../terminal/command-error.ts';
import { example } from '../terminal/help.ts';
import { isJson, printJson, printTable } from '../terminal/print.ts';
import { inLatinNumber } from '../terminal/typed-numbers.ts';

const retryMs = 1_000;

/** `mizan ledger`: verifies the ledger. */
export function ledgerCommands(): Command {
  const ledger = new Command('ledger').description('verify the double-entry ledger (operator)');

  ledger
    .command('verify')
    .description('recompute every journal, balance and payment of all merchants; exits with 1 if anything differs')
    .addOption(
      new Option('--wait <seconds>', 'seconds to wait for payments that are not yet posted to the ledger')
        .default(10)
        .argParser(toSeconds),
    )
    .addHelpText('after', example('ledger verify --wait 60'))
    .action(async ({ wait: waitSeconds }: { wait: number }, command: Command) => {
      const verification = await verify(command, performance.now() + waitSeconds * 1_000);
      const { findings, findingsTotal, verifiedAt } = verification;
      if (isJson(command)) printJson(verification);
      else if (findings.length > 0) printTable(command, findings, ['kind', 'subject', 'detail']);
      else console.log(`The ledger adds up (${verifiedAt}).`);
      if (findingsTotal > 0)
        throw new CommandError(
          `The ledger does not add up: ${findingsTotal} finding${findingsTotal === 1 ? '' : 's'}.`,
        );
    });
  return ledger;
}

/** Verifies the ledger, and again while the only findings are pending journals and the deadline is not reached. */
async function verify(command: Command, deadlineMs: number): Promise<LedgerVerification> {
  for (;;) {
    const verification = await sendAsOperator<LedgerVerification>(command, 'GET /operator/ledger/verification');
    const { findings } = verification;
    const isPending = findings.length > 0 && findings.every(({ kind }) => kind === 'recording_pending');
    if (!isPending || performance.now() + retryMs > deadlineMs) return verification;
    await wait(retryMs);
  }
}

function toSeconds(text: string): number {
  const seconds = Number(inLatinNumber(text));
  if (!Number.isFinite(seconds) || seconds < 0)
    throw new InvalidArgumentError('It must be a number of seconds, 0 or more.');
  return seconds;
}
