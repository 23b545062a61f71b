import type { RefundPageView, TransferForm } from '@mizan/checkout-page';
import { currencyDecimals, type RefundStatus } from '@mizan/contracts';
import { acrossMerchants, type Scope } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import type { RefundRow } from '../payment/refund.entity.ts';
import { refunds } from '../payment/refund.table.ts';
import { type BankClaim, findBankClaim } from './find-bank-claim.ts';
import { emptyForm, transferTypesFor } from './read-transfer.ts';

/** A refund whose page was opened. Its address names it, so no merchant is asked for. */
export const findRefundOfPage = ({ db, refundPages }: App, token: string): Promise<RefundRow | undefined> => {
  const id = refundPages.idOf(token);
  if (id === undefined) return Promise.resolve(undefined);
  return db.system.one<RefundRow>`
    select ${refunds.columns} from refunds where ${acrossMerchants} and id = ${id}`;
};

export const scopeOf = ({ merchantId, livemode }: RefundRow): Scope => ({ merchantId, livemode });

/** Whether the buyer of a refund can still say where the money goes. */
export const isOpen = ({ status, actionExpiresAt }: RefundRow, now: Date): boolean =>
  status === 'REQUIRES_ACTION' && actionExpiresAt !== null && actionExpiresAt > now;

const ended: Readonly<Record<RefundStatus, 'received' | 'sent' | 'over'>> = {
  PENDING: 'received',
  SUCCEEDED: 'sent',
  REQUIRES_ACTION: 'over', // its time is over, and the clock ends it
  FAILED: 'over',
  CANCELED: 'over',
};

/** What was sent, or is about to be, stays that whatever the bank has decided; only the rest can be in its hands. */
function stateOf(refund: RefundRow, now: Date, claim: BankClaim | undefined): RefundPageView['state'] {
  const state = isOpen(refund, now) ? 'open' : ended[refund.status];
  if (state === 'received' || state === 'sent') return state;
  if (claim === 'lost') return 'lost';
  return state === 'open' && claim === 'disputed' ? 'disputed' : state;
}

/** What the page of a refund says. @param form what the buyer has typed, if it has errors */
export async function viewOf(app: App, refund: RefundRow, form: TransferForm = emptyForm): Promise<RefundPageView> {
  const scope = scopeOf(refund);
  const account = await app.accounts.get({ scope, calls: app.callsFor(scope) });
  const { id: reference, amount, currency, actionExpiresAt } = refund;
  const shared = {
    merchantName: account.displayName,
    merchantLogo: account.logo,
    country: account.country,
    defaultLocale: account.defaultLocale,
    livemode: refund.livemode,
    total: { amount, currency, decimals: currencyDecimals[currency] },
    reference,
  };
  const state = stateOf(refund, app.db.clocks.nowOf(scope), await findBankClaim(app.db.system, refund));
  if (state !== 'open') return { ...shared, state };
  if (!actionExpiresAt) throw new Error('bug: an open refund without an end');
  return {
    ...shared,
    state: 'open',
    expiresAt: actionExpiresAt.toISOString(),
    types: transferTypesFor(currency),
    form,
  };
}
