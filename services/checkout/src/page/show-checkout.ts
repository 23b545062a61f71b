import { randomBytes } from 'node:crypto';
import {
  awaitsBuyer,
  chooseLocale,
  endedEarlyReason,
  looksMax,
  partReceivedOf,
  renderCheckout,
  toCheckoutView,
  unpaidReason,
  type BundleNames,
  type PageData,
} from '@mizan/checkout-page';
import { currencyDecimals, type HostedCheckout } from '@mizan/contracts';
import { seeOther, type Page, type RepairContext } from '@mizan/service-kit';
import { allowedHosts, type LivePage, withCardEntry } from '../client/card-entry.ts';
import { countCheckout } from '../session/count-checkout.ts';
import { findLiveMode, withLiveMethods } from '../session/live-methods.ts';
import { toHostedCheckout } from '../client/hosted-checkout.resource.ts';
import type { App } from '../config.ts';
import { afterCompletionOf } from '../session/after-completion.ts';
import { findSessionOfAnyAccount } from '../session/session-rows.ts';
import { isPaidElsewhere, isRecoverable } from '../session/session-state.ts';
import { pageUrl } from '../session/session.resource.ts';
import type { Session } from '../session/session.ts';
import { expiredIfDue } from '../sessions/read-checkout-sessions.ts';
import { asOrigins, securityHeaders } from './security-headers.ts';
import { isSecure, showMissing } from './show-message.ts';

/** What a page needs beside what it shows. */
export interface PageSetting {
  readonly publicUrl: string;
  readonly bundle: BundleNames;
  readonly acceptLanguage: string | undefined;
  /** Programs that follow the address compare it. */
  readonly isBrowser: boolean;
}

/**
 * The hosted checkout page. Anyone with the address may see what is rendered here; personal data and every action need the
 * script and the client secret in the address's fragment. A completed checkout with a redirect sends the buyer there at
 * once, unless the buyer still has to read how to pay; inside a frame the script redirects. One whose order is paid in
 * another checkout leads to the page of that.
 */
export const showCheckout = (
  app: App,
  setting: PageSetting,
  { id, returned }: Pick<ShownSession, 'id' | 'returned'>,
): Promise<Page> => showSession(app, setting, { id, returned, isRecovery: false });

interface ShownSession {
  readonly id: string;
  readonly isRecovery: boolean;
  /** Which look at the payment it is, for a buyer who has returned from a bank or provider. */
  readonly returned?: string | undefined;
}

/** The page of a session, or of its recovery. */
export async function showSession(
  app: App,
  setting: PageSetting,
  { id, isRecovery, returned }: ShownSession,
): Promise<Page> {
  const found = await findSessionOfAnyAccount(app.db.system, id);
  if (!found) return showMissing(setting);
  const scope = { merchantId: found.merchantId, livemode: found.livemode };
  const context = { scope, calls: app.callsFor(scope) };
  const now = app.db.clocks.nowOf(scope);
  const transact: RepairContext['transact'] = (verb) => app.db.transact(scope, verb, now);
  const session = await expiredIfDue({ now, transact }, app, found);
  if (session.paidIn !== null && isPaidElsewhere(session)) {
    const paid = pageUrl(setting, session.paidIn);
    return seeOther(setting.isBrowser ? withOwnFragment(paid) : paid);
  }
  const { redirect } = afterCompletionOf(session);
  const { uiMode } = session.settings;
  const recovers = isRecovery && isRecoverable(session, now);
  const isFrameable = uiMode !== 'hosted';
  const isShownHere = isFrameable || recovers || awaitsBuyer(session);
  if (session.status === 'complete' && redirect && !isShownHere)
    return seeOther(setting.isBrowser ? withOwnFragment(redirect.url) : redirect.url);
  const isUndecided = session.status === 'open' && session.paymentStatus !== 'paid';
  const lookAgain =
    returned !== undefined && isUndecided
      ? { lookAgain: nextLook(returned), ...(hasFailed(session) ? { hasFailed: true as const } : {}) }
      : {};
  if (session.status === 'open' && !isRecovery && returned === undefined) countCheckout(app, session, 'shown');
  const origins = isFrameable ? (await app.accounts.get(context)).allowedOrigins : [];
  const frameAncestors = asOrigins(origins, session.livemode);
  const live = await findLiveMode(app, context);
  const checkout = withCardEntry(toHostedCheckout(withLiveMethods(session, live), app, now), live, session);
  const more = { recovers, ...lookAgain, ...(isFrameable ? { frameOrigins: frameAncestors } : {}) };
  return toPage(setting, { session, checkout, live, frameAncestors, more });
}

/** Whether the attempt that the buyer has returned from has failed, and no other one has started since. */
const hasFailed = ({ attemptUntil, paymentIntent }: Session): boolean =>
  attemptUntil === null && paymentIntent?.status === 'REQUIRES_PAYMENT_METHOD';

/** The address of the look after this one, null after the last. Whatever is no look of ours is the last. */
function nextLook(returned: string): string | null {
  const look = Number(returned);
  return Number.isInteger(look) && look > 0 && look < looksMax ? `?returned=${look + 1}` : null;
}

/**
 * An address with a fragment of its own, if only an empty one. Browsers carry the fragment of the page that redirects to an
 * address without one: here the client secret, to every script of the merchant's page.
 */
const withOwnFragment = (url: string): string => (url.includes('#') ? url : `${url}#`);

interface ShownCheckout {
  readonly session: Session;
  readonly checkout: HostedCheckout;
  readonly live: LivePage | undefined;
  readonly frameAncestors: readonly string[];
  /** What the script needs to know on this page alone. */
  readonly more: Pick<PageData, 'link' | 'frameOrigins' | 'recovers' | 'lookAgain' | 'hasFailed'>;
}

/** The page of one checkout, with everything that its script starts with. */
export function toPage(setting: PageSetting, { session, checkout, live, frameAncestors, more }: ShownCheckout): Page {
  const nonce = randomBytes(18).toString('base64');
  const view = toCheckoutView(checkout);
  const { customerId, captureMethod, merchantCountry, merchantLocale } = session.settings;
  const data: PageData = {
    checkout: view,
    locale: chooseLocale(view.locale, setting.acceptLanguage, merchantLocale),
    decimals: currencyDecimals,
    needsEmail: customerId === undefined || !session.customer?.email,
    needsName: customerId === undefined || !session.customer?.name,
    isCapturedLater: captureMethod === 'manual',
    amountPaid: session.paymentStatus === 'paid' ? session.paymentIntent?.amountReceived : undefined,
    partReceived: partReceivedOf(session),
    unpaid: unpaidReason(session),
    endedEarly: endedEarlyReason(session),
    country: merchantCountry,
    ...more,
  };
  const cardEntry = allowedHosts(checkout, live, session);
  return {
    status: 200,
    headers: securityHeaders({
      ...{ nonce, frameAncestors, isSecure: isSecure(setting), cardEntry },
      hasField: checkout.livemode,
      hasWallets: checkout.walletEntries !== undefined,
    }),
    body: renderCheckout({ data, nonce, bundle: setting.bundle }),
  };
}
