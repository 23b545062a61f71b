import { randomBytes } from 'node:crypto';
import { chooseLocale, renderNoRefundPage, renderRefundPage, type TransferForm } from '@mizan/checkout-page';
import type { Operations } from '@mizan/contracts';
import type { OperationInput, Page } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import type { RefundRow } from '../payment/refund.entity.ts';
import { findRefundOfPage, viewOf } from './find-refund-page.ts';

/** The page on which a buyer says where the money of a refund goes, for everybody who has its address. */
export async function showRefundPage(
  app: App,
  { params, query, headers }: OperationInput<Operations['showRefundPage']>,
): Promise<Page> {
  const refund = await findRefundOfPage(app, params.token);
  return toPage(app, refund, { locale: query.locale, acceptLanguage: headers['accept-language'] });
}

interface PageSetting {
  readonly locale: string | undefined;
  readonly acceptLanguage: string | undefined;
  /** What the buyer has typed, with what is wrong. */
  readonly form?: TransferForm;
  /** True for details that were not recorded, because of a dispute. */
  readonly isRefused?: boolean;
}

/** The page of a refund as it is now; 404 without one, 409 where a dispute refuses details, 422 with errors in the form. */
export async function toPage(
  app: App,
  refund: RefundRow | undefined,
  { locale: wanted = 'auto', acceptLanguage, form, isRefused = false }: PageSetting,
): Promise<Page> {
  const nonce = randomBytes(18).toString('base64');
  const view = refund && (await viewOf(app, refund, form));
  const locale = chooseLocale(wanted, acceptLanguage, view?.defaultLocale);
  const hasErrors = view?.state === 'open' && form !== undefined;
  const isBarred = isRefused || (form !== undefined && (view?.state === 'disputed' || view?.state === 'lost'));
  return {
    status: view ? (hasErrors ? 422 : isBarred ? 409 : 200) : 404,
    headers: headersOf(app, nonce),
    body: view ? renderRefundPage(view, { locale, nonce }) : renderNoRefundPage({ locale, nonce }),
  };
}

const headersOf = ({ publicUrl }: App, nonce: string): Record<string, string> => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; img-src 'self' https:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'x-robots-tag': 'noindex',
  ...(publicUrl.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
});
