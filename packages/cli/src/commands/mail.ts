import { MailStatus, type Mail } from '@mizan/contracts';
import { Command } from 'commander';
import { sendAsOperator } from '../api/send-request.ts';
import { example } from '../terminal/help.ts';
import { choiceOption, idOf } from '../terminal/options.ts';
import { printRecord } from '../terminal/print.ts';
import { withListOptions } from './lists/listing.ts';
import { printList } from './lists/print-list.ts';

interface Filters {
  readonly status?: string;
  readonly account?: string;
  readonly about?: string;
}

const listed = {
  columns: ['id', 'mode', 'template', 'to', 'status', 'attempts', 'createdAt', 'lastError'],
  money: [],
} as const;

/** `mizan mail`: what was sent to buyers, and what was not. */
export function mailCommands(): Command {
  const mail = new Command('mail').description('mail to buyers: what was accepted, refused or is unknown (operator)');

  withListOptions(
    mail
      .command('list')
      .description('list mails of all accounts, newest first, without their text')
      .addOption(choiceOption('--status <status>', 'only with this status', MailStatus.options))
      .option('--account <id>', 'only of this account, acct_…', idOf('acct'))
      .option('--about <id>', 'only about this charge, refund or checkout session', idOf('ch', 're', 'cs')),
  )
    .addHelpText('after', example('mail list --status UNKNOWN'))
    .action(async ({ status, account: merchantId, about: aboutId }: Filters, command: Command) => {
      const list = { path: '/operator/mails', filters: { status, merchantId, aboutId } } as const;
      const toRow = ({ livemode, ...row }: Mail) => ({ ...row, mode: livemode ? 'live' : 'test' });
      await printList(command, { list, toRow, shown: listed });
    });

  mail
    .command('resend')
    .description('send a mail again that was refused, failed, or whose acceptance is unknown')
    .argument('<id>', 'eml_…, as listed by `mizan mail list`')
    .addHelpText(
      'after',
      `\nThe mail keeps its Message-ID: most mailboxes show it once, even if it had arrived.\n${example('mail resend eml_…')}`,
    )
    .action(async (id: string, _options: unknown, command: Command) => {
      const line = `POST /operator/mails/${encodeURIComponent(id)}/resend` as const;
      printRecord(command, await sendAsOperator<Mail>(command, line, { body: {} }));
    });
  return mail;
}
