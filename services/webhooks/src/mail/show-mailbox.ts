import { html } from '@mizan/checkout-page';
import { resourceMissing, type Database, type Page } from '@mizan/service-kit';
import { headers, missing, pageOf, type MailboxApp } from './mailbox-page.ts';
import { readMailbox } from './read-mailbox.ts';

/** The settings of test mode have no command: `mizan accounts settings` changes those of live mode. */
const receiptsOn = `curl -X PATCH "$MIZAN_BASE_URL/account/settings" \\
  -H "Authorization: Bearer $MIZAN_KEY" -H 'Content-Type: application/json' \\
  -d '{"mail": {"receipts": true}}'`;

/** The list of mails. */
export async function showMailbox(db: Database, { showsMailbox }: MailboxApp): Promise<Page> {
  if (!showsMailbox) return missing();
  const received = await readMailbox(db);
  const rows = received.map(
    ({ id, to, from, subject, template, createdAt }) =>
      html`<li>
        <a href="/dev/mail/${id}"
          ><strong>${subject}</strong><small>${from} → ${to} · ${template} · ${createdAt}</small></a
        >
      </li>`,
  );
  const none = html`<p>
      None yet. Mail of test mode appears here when an account has it on in test mode, and a buyer with an email address
      pays. A test key turns receipts on:
    </p>
    <pre>${receiptsOn}</pre>`;
  const body = html`<h1>Mail of test mode</h1>
    <p>Nothing here left this machine. Also as <a href="/dev/mail.json">JSON</a>.</p>
    ${
      rows.length === 0
        ? none
        : html`<ul>
            ${rows}
          </ul>`
    }`;
  return pageOf('Mail of test mode', body);
}

/** The newest mails as JSON. @throws Problem `resource_missing`: this is no developer's machine */
export async function readMailboxJson(db: Database, { showsMailbox }: MailboxApp): Promise<Page> {
  if (!showsMailbox) throw resourceMissing();
  const received = await readMailbox(db);
  const shown = received.map(({ id, to, subject, template, text, createdAt }) => {
    return { id, to, subject, template, text, createdAt };
  });
  return { status: 200, headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(shown) };
}
