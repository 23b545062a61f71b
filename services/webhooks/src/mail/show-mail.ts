import { html, type Html } from '@mizan/checkout-page';
import type { Database, Page } from '@mizan/service-kit';
import { missing, pageOf, type MailboxApp } from './mailbox-page.ts';
import { findReceivedMail, type ReceivedMail } from './read-mailbox.ts';

/** One mail: its HTML in a frame that may do nothing, as in a mail program, and its text. */
export async function showMail(db: Database, { showsMailbox }: MailboxApp, id: string): Promise<Page> {
  const mail = showsMailbox ? await findReceivedMail(db, id) : undefined;
  if (!mail) return missing();
  return pageOf(mail.subject, bodyOf(mail));
}

const bodyOf = ({ subject, from, to, template, createdAt, html: content, text }: ReceivedMail): Html =>
  html`<p><a href="/dev/mail">Mail of test mode</a></p>
    <h1><strong>${subject}</strong></h1>
    <p>${from} → ${to} · ${template} · ${createdAt}</p>
    <iframe title="HTML" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${content}"></iframe>
    <h1>Text</h1>
    <pre>${text}</pre>`;
