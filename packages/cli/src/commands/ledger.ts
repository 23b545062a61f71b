import { setTimeout as wait } from 'node:timers/promises';
import type { LedgerVerification } from '@mizan/contracts';
import { Command, InvalidArgumentError, Option } from 'commander';
import { operate } from './accounts.ts';
import { CommandError } from '../terminal/command-error.ts';
import { printTable } from '../terminal/print.ts';
import { settingsOf } from '../api/settings.ts';

const askAgainMs = 1_000;

/** `mizan ledger`: whether the books add up. */
export function ledgerCommands(): Command {
  const ledger = new Command('ledger').description('check the double-entry ledger (operator)');

  ledger
    .command('verify')
    .description('recompute every journal, balance and payment of all merchants; ends with 1 when anything differs')
    .addOption(
      new Option('--patience <seconds>', 'how long journals that follow by event may be on their way')
        .default(10)
        .argParser(toSeconds),
    )
    .action(async ({ patience }: { patience: number }, command: Command) => {
      const { isJson } = settingsOf(command);
      const verification = await verify(command, performance.now() + patience * 1_000);
      const { findings, findingsTotal, verifiedAt } = verification;
      if (isJson) console.log(JSON.stringify(verification, null, 2));
      else if (findings.length > 0) printTable(findings, ['kind', 'subject', 'detail'], false);
      else console.log(`The ledger adds up (${verifiedAt}).`);
      if (findingsTotal > 0)
        throw new CommandError(`${findingsTotal} ${findingsTotal === 1 ? 'thing does' : 'things do'} not add up.`);
    });
  return ledger;
}

/** Asks until everything adds up, until something is wrong that time cannot mend, or until patience ends. */
async function verify(command: Command, until: number): Promise<LedgerVerification> {
  for (;;) {
    const found = await operate<LedgerVerification>(command, 'GET', '/operator/ledger/verification');
    const isOnItsWay = found.findings.length > 0 && found.findings.every(({ kind }) => kind === 'recording_pending');
    if (!isOnItsWay || performance.now() + askAgainMs > until) return found;
    await wait(askAgainMs);
  }
}

function toSeconds(text: string): number {
  const seconds = Number(text);
  if (!Number.isFinite(seconds) || seconds < 0) throw new InvalidArgumentError('seconds are a number from 0.');
  return seconds;
}
