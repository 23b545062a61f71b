import { html, type Answer } from '../../server/route.ts';
import { credentialsOf } from '../credentials.ts';
import type { StripeApp } from '../stripe-app.ts';
import { listRecords } from './records.ts';

const shownRecords = 50;

/** The account's keys and its newest records, for a person's browser on this machine. */
export function renderDashboard(app: StripeApp): Answer {
  const keys = [credentialsOf(app.state, false), credentialsOf(app.state, true)].flatMap((account) => [
    ['Secret key', account.secretKey],
    ['Publishable key', account.publishableKey],
  ]);
  const rows = [['Account', app.state.accountId], ...keys, ['Webhook secret', app.state.webhookSecret]];
  const records = listRecords(app).toReversed().slice(0, shownRecords);
  const cells = records.map(({ createdAt, kind, id, amount, currency, status, livemode }) =>
    row([createdAt, kind, id, `${amount} ${currency}`, status, livemode ? 'live' : 'test']),
  );
  return html(
    200,
    `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Stand-in for Stripe</title><style>body { font: 16px sans-serif; margin: 2rem; } td { padding: 0.25rem 1rem 0.25rem 0; }
td + td { font-family: monospace; }</style><h1>Stand-in for Stripe</h1><p>No real money moves here.</p>
<table>${rows.map(row).join('')}</table><h2>Charges and refunds, newest first</h2><table>${cells.join('')}</table></html>`,
  );
}

const row = (cells: readonly (string | undefined)[]): string =>
  `<tr>${cells.map((cell) => `<td>${escape(cell ?? '')}</td>`).join('')}</tr>`;

const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
