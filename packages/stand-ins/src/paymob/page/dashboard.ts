import { countries } from '../account.ts';
import { listRecords } from '../control.ts';
import type { PaymobApp } from '../paymob-app.ts';
import { formatAmount } from './layout.ts';
import { markup, type Markup } from '../../server/markup.ts';

const shownRecords = 100;

/** What a merchant finds in Paymob's dashboard: the keys to copy, and the newest transactions. */
export function renderDashboard(app: PaymobApp): Markup {
  const { account } = app.state;
  const row = (name: string, value: string | number): Markup =>
    markup`<tr><th scope="row">${name}</th><td><code>${value}</code></td></tr>`;
  const keys = (['test', 'live'] as const).map(
    (mode) => markup`<h2>${mode} mode</h2><table>
      ${row('API key', account.keys[mode].apiKey)}${row('Secret key', account.keys[mode].secretKey)}
      ${row('Public key', account.keys[mode].publicKey)}${row('HMAC secret', account.hmacSecret)}
      ${account.integrations
        .filter(({ isLive }) => isLive === (mode === 'live'))
        .map(({ slot, gatewayType, id }) => row(`Integration ${slot} (${gatewayType})`, id))}</table>`,
  );
  const records = listRecords(app)
    .slice(-shownRecords)
    .reverse()
    .map(
      (record) => markup`<tr><td>${record.id}</td><td>${record.kind}</td><td>${record.method}</td>
      <td>${formatAmount(record.amount, account.country, 'en')}</td><td>${record.outcome}</td>
      <td>${record.reference}</td><td>${record.createdAt}</td></tr>`,
    );
  return markup`<!doctype html><html lang="en"><meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1"><title>Stand-in for Paymob</title>
    <style>:root { color-scheme: light dark; } body { font: 16px/1.5 system-ui, sans-serif; margin: 1rem; }
    table { border-collapse: collapse; display: block; overflow-x: auto; } th, td { padding: .25rem .75rem .25rem 0; text-align: start; }
    code { overflow-wrap: anywhere; }</style>
    <h1>Stand-in for Paymob</h1><p>No real money moves. ${countries[account.country].currency}, ${app.url()}</p>
    ${keys}<h2>Transactions</h2><table>${records}</table></html>`;
}
