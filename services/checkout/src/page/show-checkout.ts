import { randomBytes } from 'node:crypto';
import {
  awaitsBuyer,
  chooseLocale,
  endedEarlyReason,
  renderCheckout,
  toCheckoutView,
  unpaidReason,
  type BundleNames,
  type PageData,
} from '@mizan/checkout-page';
import { currencyDecimals, type HostedCheckout, type PageCardEntry } from '@mizan/contracts';
import type { Database, Page } from '@mizan/service-kit';
import { withCardEntry } from '../client/card-entries.ts';
import { toHostedCheckout } from '../client/hosted-checkout.resource.ts';
import { expireIfDue, isDue } from '../sessions/expire-session.ts';
import { sessionColumns } from '../sessions/session-rows.ts';
import { isRecoverable } from '../sessions/session-state.ts';
import type { Rendering } from '../sessions/session.resource.ts';
import type { Session } from '../sessions/session.ts';
import { securityHeaders } from './security-headers.ts';
import { isSecure, showMissing } from './show-message.ts';

/** What the page needs beside the session. */
export interface PageSetting {
  readonly rendering: Rendering;
  readonly bundle: BundleNames;
  readonly acceptLanguage: string | undefined;
  /** Origins that may frame an embedded checkout of this session. */
  readonly frameAncestors: (session: Session) => Promise<readonly string[]>;
  /** The provider's field for live cards. */
  readonly findCardEntry: (owner: Pick<Session, 'merchantId' | 'livemode'>) => Promise<PageCardEntry | undefined>;
}

/**
 * The hosted checkout page. Anyone with the address may see what is rendered here; personal data and every action need the
 * script and the client secret in the address's fragment. A completed checkout with a redirect sends the buyer there at
 * once, unless the buyer still has to read how to pay; inside a frame the script redirects.
 */
export const showCheckout = (setting: PageSetting, db: Database, id: string): Promise<Page> =>
  showSession(setting, db, id, false);

/**
 * The page that recovers a checkout which ended without money: its script creates the copy and continues there, so that a
 * mail program or a preview that fetches the address creates nothing. Any other checkout is shown as it is.
 */
export const showRecovery = (setting: PageSetting, db: Database, id: string): Promise<Page> =>
  showSession(setting, db, id, true);

async function showSession(setting: PageSetting, db: Database, id: string, isRecovery: boolean): Promise<Page> {
  const session = await findForPage(setting.rendering, db, id);
  if (!session) return showMissing(setting);
  const now = db.clocks.nowOf(session);
  const { afterCompletion, uiMode } = session.settings;
  const recovers = isRecovery && isRecoverable(session, now);
  const isFrameable = uiMode !== 'hosted';
  const isShownHere = isFrameable || recovers || awaitsBuyer(session);
  if (session.status === 'complete' && afterCompletion.redirect && !isShownHere)
    return { status: 303, headers: { location: afterCompletion.redirect.url, 'cache-control': 'no-store' }, body: '' };
  const frameAncestors = isFrameable ? await setting.frameAncestors(session) : [];
  const entry = await setting.findCardEntry(session);
  const checkout = withCardEntry(toHostedCheckout(session, setting.rendering, now), entry);
  const more = { recovers, ...(isFrameable ? { frameOrigins: frameAncestors } : {}) };
  return toPage(setting, { session, checkout, entry, frameAncestors, more });
}

async function findForPage(rendering: Rendering, db: Database, id: string): Promise<Session | undefined> {
  const session = await db.system.one<Session>`select ${sessionColumns} from checkout_sessions where id = ${id}`;
  if (!session) return undefined;
  const now = db.clocks.nowOf(session);
  if (!isDue(session, now)) return session;
  const scope = { merchantId: session.merchantId, livemode: session.livemode };
  return db.transact(scope, (tx) => expireIfDue(rendering, tx, id), now);
}

interface ShownCheckout {
  readonly session: Session;
  /** The session as its page shows it. */
  readonly checkout: HostedCheckout;
  readonly entry: PageCardEntry | undefined;
  readonly frameAncestors: readonly string[];
  /** What the script needs to know on this page alone. */
  readonly more: Pick<PageData, 'link' | 'frameOrigins' | 'recovers'>;
}

/** The page of one checkout, with everything that its script starts with. */
export function toPage(
  setting: Pick<PageSetting, 'rendering' | 'bundle' | 'acceptLanguage'>,
  { session, checkout, entry, frameAncestors, more }: ShownCheckout,
): Page {
  const nonce = randomBytes(18).toString('base64');
  const view = toCheckoutView(checkout);
  const { customerId, captureMethod, merchantCountry } = session.settings;
  const data: PageData = {
    checkout: view,
    locale: chooseLocale(view.locale, setting.acceptLanguage),
    decimals: currencyDecimals[view.currency],
    ...(view.presentmentDetails ? { priceDecimals: currencyDecimals[view.presentmentDetails.currency] } : {}),
    asksEmail: customerId === undefined || !session.customer?.email,
    asksName: customerId === undefined || !session.customer?.name,
    isCapturedLater: captureMethod === 'manual',
    unpaid: unpaidReason(session),
    endedEarly: endedEarlyReason(session),
    country: merchantCountry,
    ...more,
  };
  const cardEntry = checkout.cardEntry && entry?.allows;
  return {
    status: 200,
    headers: securityHeaders({ nonce, frameAncestors, isSecure: isSecure(setting), cardEntry }),
    body: renderCheckout({ data, nonce, bundle: setting.bundle }),
  };
}
