import type { Restore } from '@mizan/contracts';
import { Command } from 'commander';
import { sendAsOperator } from '../api/send-request.ts';
import { countOf } from '../terminal/count-of.ts';
import { example } from '../terminal/help.ts';
import { moneyText } from '../terminal/money.ts';
import { isJson, printJson, printTable } from '../terminal/print.ts';
import { confirm, yesFlags } from './confirm.ts';
import { readRestore } from './read-restore.ts';

/** `mizan restored`: what a restore holds, and its release. */
export function restoredCommands(): Command {
  const restored = new Command('restored').description(
    'money that is held after the platform was restored from a backup (operator)',
  );

  restored
    .command('show')
    .description('show to which moment the platform was restored, and what is held until you release it')
    .addHelpText('after', example('restored show'))
    .action(async (_options: unknown, command: Command) => {
      printRestore(command, await readRestore(command));
    });

  restored
    .command('release')
    .description('export payouts, and send refunds from before the restore, again')
    .option(...yesFlags)
    .addHelpText('after', example('restored release'))
    .action(async (_options: unknown, command: Command) => {
      const restore = await readRestore(command);
      await confirm(command, 'Release it?', { doubt: releaseDoubt(restore) });
      printRestore(command, await sendAsOperator<Restore>(command, 'POST /operator/restore/release'));
    });
  return restored;
}

/** What is sent then, because it may have been sent after the backup: a script has to confirm it as well. */
const releaseDoubt = ({ restoredTo, held }: Restore): string | undefined =>
  Object.values(held).every((count) => count === 0)
    ? undefined
    : `Held: ${heldText(held)}. What your bank or a provider has received or carried out since ${restoredTo ?? 'the backup'} and is not recorded here is sent again.`;

const heldText = ({ payouts, refunds, lateSuccesses }: Restore['held']): string =>
  `${countOf(payouts, 'payout')} to export, ${countOf(refunds, 'refund')}, and ${countOf(lateSuccesses, 'late or unneeded payment')}`;

function printRestore(command: Command, restore: Restore): void {
  if (isJson(command)) return printJson(restore);
  console.log(describeRestore(restore));
  const { heldRefunds, held } = restore;
  if (heldRefunds.length === 0) return;
  console.log(`\nRefunds${heldRefunds.length < held.refunds ? `, the first ${heldRefunds.length}` : ''}:`);
  const rows = heldRefunds.map(({ amount, currency, ...rest }) => ({ ...rest, amount: moneyText(amount, currency) }));
  printTable(command, rows, ['id', 'createdAt', 'accountId', 'provider', 'amount', 'paymentIntentId']);
}

function describeRestore({ restoredTo, restoredAt, releasedAt, held }: Restore): string {
  if (restoredTo === null || restoredAt === null)
    return 'This platform was not restored from a backup. Nothing is held.';
  const restored = `Restored at ${restoredAt} to the state of ${restoredTo}.`;
  if (releasedAt !== null) return `${restored} Released at ${releasedAt}: nothing is held.`;
  return [
    `${restored} Held: ${heldText(held)}.`,
    'Compare with your bank and the providers what they have received or carried out since then, and record it:',
    '  mizan payouts list --operator --status PENDING, then mizan payouts mark-paid <id> of each that the bank has executed, or has in a file that you gave it',
    '  mizan payouts list --operator --status IN_TRANSIT, then mizan payouts mark-paid <id> or fail <id> of each that you had marked so since',
    '  mizan refunds resolve <id> --outcome succeeded --reference <its ID there> of each refund that the provider has made',
    'Then: mizan restored release',
  ].join('\n');
}
