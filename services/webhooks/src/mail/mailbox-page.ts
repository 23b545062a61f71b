import { html, Html } from '@mizan/checkout-page';
import type { Page } from '@mizan/service-kit';

/** Whether the local mailbox is shown: on a developer's machine alone. */
export interface MailboxApp {
  readonly showsMailbox: boolean;
}

const style = `
:root { color-scheme: light dark; --line: #E3E7E4; --soft: #5C6964; --ground: #F5F6F3; --paper: #fff; --ink: #18211E; }
@media (prefers-color-scheme: dark) { :root { --line: #2E3633; --soft: #A0ACA7; --ground: #0F1312; --paper: #171C1A; --ink: #EDF2EF; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 400 15px/1.5 ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Noto Sans Arabic", sans-serif; }
main { max-width: 56rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.25rem; } p { color: var(--soft); } code { font-size: .875em; }
ul { list-style: none; margin: 0; padding: 0; background: var(--paper); border: 1px solid var(--line); border-radius: 12px; overflow: hidden; }
li + li { border-top: 1px solid var(--line); }
li a { display: grid; gap: .125rem; padding: .75rem 1rem; color: inherit; text-decoration: none; }
li a:hover, li a:focus-visible { background: var(--ground); }
strong { unicode-bidi: plaintext; text-align: start; } small { color: var(--soft); }
iframe { width: 100%; height: max(75vh, 60rem); border: 1px solid var(--line); border-radius: 12px; background: var(--paper); }
pre { white-space: pre-wrap; overflow-wrap: anywhere; unicode-bidi: plaintext; padding: 1rem; background: var(--paper); border: 1px solid var(--line); border-radius: 12px; }
`;

export const headers = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', 'x-robots-tag': 'noindex' };

export const missing = (): Page => pageOf('Not found', html`<h1>Not found</h1>`, 404);

/** A page of the mailbox. */
export function pageOf(title: string, body: Html, status = 200): Page {
  // A frame has the policy of its page, and mail has its style in attributes.
  const policy = `default-src 'none'; style-src 'unsafe-inline'; img-src https: http: data:; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
  return {
    status,
    headers: { ...headers, 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy },
    body: html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <title>${title}</title>
          <style>
            ${new Html(style)}
          </style>
        </head>
        <body>
          <main>${body}</main>
        </body>
      </html>`.text,
  };
}
