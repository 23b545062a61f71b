import { type MailView, plainText, renderMail } from '@mizan/checkout-page';
import MailComposer from 'nodemailer/lib/mail-composer';

interface Addressed {
  /** Of the mail: its Message-ID is the same in every attempt. */
  readonly id: string;
  readonly to: string;
  readonly from: string;
}

/**
 * A mail as the server receives it, RFC 5322 with a text and an HTML part. The library encodes and folds the headers; names
 * of merchants are one line before that, and addresses were checked when they were entered.
 */
export async function buildMessage(view: MailView, { id, to, from }: Addressed): Promise<Buffer> {
  const { subject, html, text } = renderMail(view);
  const { name, replyTo } = view.merchant;
  const composer = new MailComposer({
    from: { name: plainText(name, 100), address: from },
    to: { name: '', address: to },
    ...(replyTo === null ? {} : { replyTo: { name: plainText(name, 100), address: replyTo } }),
    subject,
    text,
    html,
    messageId: `<${id}@${from.slice(from.lastIndexOf('@') + 1)}>`,
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    // What is written here is all that a mail consists of: no file and no address is read for it.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().build();
}
