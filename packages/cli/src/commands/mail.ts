import { MailStatus, type Mail } from '@mizan/contracts';
import { Command, Option } from 'commander';
import { sendAsOperator } from '../api/send-request.ts';
import { printRecord, printTable } from '../terminal/print.ts';

interface Filters {
  readonly status?: string;
  readonly account?: string;
  readonly about?: string;
}

/** `mizan mail`: what was sent to buyers, and what was not. */
export function mailCommands(): Command {
  const mail = new Command('mail').description('mail to buyers: what was accepted, refused or is unknown (operator)');

  mail
    .command('list')
    .description('list the newest 100 mails of all accounts, without their text')
    .addOption(new Option('--status <status>', 'only with this status').choices(MailStatus.options))
    .option('--account <id>', 'only of this account, acct_…')
    .option('--about <id>', 'only about this charge, refund or checkout session')
    .action(async ({ status, account, about }: Filters, command: Command) => {
      const filters = new URLSearchParams({
        limit: '100',
        ...(status && { status }),
        ...(account && { merchantId: account }),
        ...(about && { aboutId: about }),
      });
      const { data } = await sendAsOperator<{ data: Mail[] }>(command, `GET /operator/mails?${filters}`);
      const rows = data.map(({ livemode, ...row }) => ({ ...row, mode: livemode ? 'live' : 'test' }));
      printTable(command, rows, ['id', 'mode', 'template', 'to', 'status', 'attempts', 'createdAt', 'lastError']);
    });

  mail
    .command('resend')
    .description('send a mail again that was refused, failed, or whose acceptance is unknown')
    .argument('<id>', 'eml_…, as listed by `mizan mail list`')
    .addHelpText('after', '\nThe mail keeps its Message-ID: most mailboxes show it once, even if it had arrived.')
    .action(async (id: string, _options: unknown, command: Command) => {
      const line = `POST /operator/mails/${encodeURIComponent(id)}/resend` as const;
      printRecord(command, await sendAsOperator<Mail>(command, line, { body: {} }));
    });
  return mail;
}
