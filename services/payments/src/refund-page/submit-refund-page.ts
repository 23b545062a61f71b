import type { Operations, RefundTransferTo } from '@mizan/contracts';
import { failpoint, type OperationInput, type Page, seeOther, type Tx } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import { lockRefund } from '../refunds/lock-refundable-charge.ts';
import { supplyDetails } from '../refunds/mark-refund.ts';
import { keepTransfer } from '../refunds/transfer-details.ts';
import { type BankClaim, findBankClaim } from './find-bank-claim.ts';
import { findRefundOfPage, isOpen, scopeOf } from './find-refund-page.ts';
import { readTransfer } from './read-transfer.ts';
import { toPage } from './show-refund-page.ts';

/**
 * Records where the buyer wants the money of a refund to go, in one transaction with the refund, which is pending from then
 * on. What was entered first stays; later, and after the refund's end, the page says how it stands. While the bank reviews
 * the payment, and once it has returned it, nothing is recorded: the payer would have the money twice.
 */
export async function submitRefundPage(
  app: App,
  { params, query, headers, body }: OperationInput<Operations['submitRefundPage']>,
): Promise<Page> {
  const refund = await findRefundOfPage(app, params.token);
  const setting = { locale: query.locale, acceptLanguage: headers['accept-language'] };
  if (!refund) return toPage(app, refund, setting);
  const read = readTransfer(body, refund.currency);
  if ('form' in read) return toPage(app, refund, { ...setting, form: read.form });
  const scope = scopeOf(refund);
  const now = app.db.clocks.nowOf(scope);
  const details = { id: refund.id, transferTo: read.transferTo };
  const claim = await app.db.transact(scope, (tx) => recordTransfer(tx, app, details), now);
  if (claim) return toPage(app, refund, { ...setting, isRefused: true });
  // A page that is loaded again sends nothing twice.
  const locale = query.locale === undefined ? '' : `?locale=${query.locale}`;
  return seeOther(`${app.refundPages.urlOf(refund.id)}${locale}`);
}

async function recordTransfer(
  tx: Tx,
  app: App,
  { id, transferTo }: { readonly id: string; readonly transferTo: RefundTransferTo },
): Promise<BankClaim | undefined> {
  const refund = await lockRefund(tx, id);
  if (!isOpen(refund, tx.now)) return undefined;
  const claim = await findBankClaim(tx, refund);
  if (claim) return claim;
  await keepTransfer(tx, app, { refundId: id, transferTo });
  await supplyDetails(tx, app, refund);
  failpoint('refunds.details');
  return undefined;
}
