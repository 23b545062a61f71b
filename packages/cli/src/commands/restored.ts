import type { Restore } from '@mizan/contracts';
import { Command } from 'commander';
import { sendAsOperator } from '../api/send-request.ts';
import { example } from '../terminal/help.ts';
import { isJson, printJson } from '../terminal/print.ts';
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
    .description('export payouts and send refunds from before the restore again')
    .option(...yesFlags)
    .addHelpText('after', example('restored release'))
    .action(async (_options: unknown, command: Command) => {
      await confirm(command, async () => releaseQuestion(await readRestore(command)));
      printRestore(command, await sendAsOperator<Restore>(command, 'POST /operator/restore/release'));
    });
  return restored;
}

/** Names what is sent then, because it may have been sent after the backup. */
const releaseQuestion = ({ restoredTo, held }: Restore): string =>
  `Release ${heldText(held)}? What your bank or a provider has carried out since ${restoredTo ?? 'the backup'} and is not recorded here is sent again.`;

const heldText = ({ payouts, refunds }: Restore['held']): string =>
  `${counted(payouts, 'payout')} and ${counted(refunds, 'refund')}`;

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

function printRestore(command: Command, restore: Restore): void {
  if (isJson(command)) printJson(restore);
  else console.log(describeRestore(restore));
}

function describeRestore({ restoredTo, restoredAt, releasedAt, held }: Restore): string {
  if (restoredTo === null || restoredAt === null)
    return 'This platform was not restored from a backup. Nothing is held.';
  const restored = `Restored at ${restoredAt} to the state of ${restoredTo}.`;
  if (releasedAt !== null) return `${restored} Released at ${releasedAt}: nothing is held.`;
  return [
    `${restored} Held: ${heldText(held)}.`,
    'Compare with your bank and the providers what was carried out since then, and record it: mizan payouts mark-paid <id>, mizan refunds resolve <id>.',
    'Then: mizan restored release',
  ].join('\n');
}
