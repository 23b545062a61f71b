import { awaitsBuyer } from '@mizan/checkout-page';
import { type CheckoutMailContent, type CheckoutSession, mailedItemsMax } from '@mizan/contracts';
import { type Reader, resourceMissing } from '@mizan/service-kit';
import type { App } from '../config.ts';
import { buyerOf, mailAddressOf } from '../session/buyer-details.ts';
import { orderSummaryOf } from '../session/order-summary.ts';
import { findCurrent, findSession } from '../session/session-rows.ts';
import { recoverableUntil } from '../session/session-state.ts';
import { toSessionResource } from '../session/session.resource.ts';

/**
 * What a mail says about a checkout: its language, what was bought, and where it can be recovered. The address has the
 * buyer's secret, which no event carries.
 *
 * @throws Problem `resource_missing`
 */
export async function composeCheckoutMail(reader: Reader, app: App, id: string): Promise<CheckoutMailContent> {
  const row = await findSession(reader, id);
  if (!row) throw resourceMissing();
  const session = toSessionResource(row, app, reader.now);
  const { displayLocale = 'auto' } = session;
  const { email } = buyerOf(row.customerDetails, undefined);
  // A copy that expires again is not mailed again, nor a checkout that its buyer has already continued.
  const mayRecover = row.status === 'expired' && row.recoveredFrom === null && !(await findCurrent(reader, row));
  return {
    locale: displayLocale === 'auto' ? null : displayLocale,
    ...orderSummaryOf(session, mailedItemsMax),
    pageUrl: row.settings.uiMode === 'hosted' && awaitsBuyer(session) ? session.url : null,
    recovery: mayRecover ? recoveryOf(session, { to: mailAddressOf(row, email), until: recoverableUntil(row) }) : null,
  };
}

function recoveryOf(
  { recoveryUrl, amountTotal, currency }: CheckoutSession,
  { to, until }: { readonly to: string | null; readonly until: Date },
): CheckoutMailContent['recovery'] {
  if (recoveryUrl === undefined || to === null) return null;
  return { to, total: { amount: amountTotal, currency }, url: recoveryUrl, until: until.toISOString() };
}
