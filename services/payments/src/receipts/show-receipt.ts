import { randomBytes } from 'node:crypto';
import { chooseLocale, renderNoReceipt, renderReceipt } from '@mizan/checkout-page';
import type { Operations } from '@mizan/contracts';
import type { OperationInput, Page } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import { findReceipt } from './find-receipt.ts';
import { withSurplusNote } from './with-surplus-note.ts';

/**
 * The receipt of a charge or refund, for everybody who has its address. A script of ours is the only one that runs, and
 * pictures come from the merchant's logo alone.
 */
export async function showReceipt(
  app: App,
  { params, query, headers }: OperationInput<Operations['showReceipt']>,
): Promise<Page> {
  const nonce = randomBytes(18).toString('base64');
  const id = app.receipts.idOf(params.token);
  const found = id === undefined ? undefined : await findReceipt(app, id);
  const locale = chooseLocale(query.locale ?? 'auto', headers['accept-language'], found?.view.defaultLocale);
  const receipt = found && withSurplusNote(found, locale.language);
  return {
    status: receipt ? 200 : 404,
    headers: headersOf(app, nonce),
    body: receipt ? renderReceipt(receipt, { locale, nonce }) : renderNoReceipt({ locale, nonce }),
  };
}

const headersOf = ({ publicUrl }: App, nonce: string): Record<string, string> => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; img-src 'self' https:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'x-robots-tag': 'noindex',
  ...(publicUrl.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
});
