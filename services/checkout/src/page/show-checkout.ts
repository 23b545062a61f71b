import { randomBytes } from 'node:crypto';
import { currencyDecimals, type HostedCheckout, type PageCardEntry } from '@mizan/contracts';
import type { Database, Page } from '@mizan/service-kit';
import { h } from 'preact';
import { withCardEntry } from '../client/card-entry.ts';
import { toHostedCheckout } from '../client/hosted-checkout.resource.ts';
import { sessionColumns } from '../session/session-rows.ts';
import { isExpired, isRecoverable } from '../session/session-state.ts';
import type { Rendering } from '../session/session.resource.ts';
import type { Session } from '../session/session.ts';
import { expireIfDue } from '../sessions/expire-checkout-session.ts';
import { isDue } from '../session/session-state.ts';
import { awaitsBuyer, endedEarly, unpaidBecause } from './awaits-money.ts';
import { toCheckoutView, type PageData } from './checkout-view.ts';
import { renderDocument, type BundleNames } from './document.ts';
import { Html } from './html.ts';
import { chooseLocale } from './locale.ts';
import { CheckoutFrame } from './parts/frame.ts';
import { Loading } from './parts/loading.ts';
import { ExpiredPanel, PaidPanel } from './parts/result-panels.ts';
import { renderNodes } from './render-nodes.ts';
import { securityHeaders } from './security-headers.ts';
import { isSecure, showMissing } from './show-panel.ts';
import { themeCss } from './theme.ts';
import { wordingOf } from './wording.ts';

/** What the page needs beside the session. */
export interface PageSetting {
  readonly rendering: Rendering;
  readonly bundle: BundleNames;
  readonly acceptLanguage: string | undefined;
  /** Origins that may frame an embedded checkout of this session. */
  readonly frameAncestors: (session: Session) => Promise<readonly string[]>;
  /** Where live cards are typed. */
  readonly findCardEntry: (owner: Pick<Session, 'merchantId' | 'livemode'>) => Promise<PageCardEntry | undefined>;
}

/**
 * The hosted checkout page. What is shown to whoever has the address is rendered here; personal data and every action
 * wait for the script and the secret in the address's fragment. A completed checkout whose merchant wants the buyer
 * back goes there at once, unless the buyer still has to read how to pay; out of a frame the script leads.
 */
export const showCheckout = (setting: PageSetting, db: Database, id: string): Promise<Page> =>
  showSession(setting, db, id, false);

/**
 * The page that begins a checkout again which ended without money: its script opens the copy and goes on there, so that
 * whoever only looks at the address (a mail program, a preview) makes nothing. Any other checkout is shown as it is.
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
  const staysHere = isFrameable || recovers || awaitsBuyer(session);
  if (session.status === 'complete' && afterCompletion.redirect && !staysHere)
    return { status: 303, headers: { location: afterCompletion.redirect.url, 'cache-control': 'no-store' }, body: '' };
  const nonce = randomBytes(18).toString('base64');
  const frameAncestors = isFrameable ? await setting.frameAncestors(session) : [];
  const entry = await setting.findCardEntry(session);
  const hosted = withCardEntry(toHostedCheckout(session, setting.rendering, now), entry);
  const cardEntry = hosted.cardEntry && entry?.allows;
  return {
    status: 200,
    headers: securityHeaders({ nonce, frameAncestors, isSecure: isSecure(setting), cardEntry }),
    body: renderCheckout(setting, session, hosted, nonce, now, {
      recovers,
      ...(isFrameable ? { frameOrigins: frameAncestors } : {}),
    }),
  };
}

async function findForPage(rendering: Rendering, db: Database, id: string): Promise<Session | undefined> {
  const session = await db.system.one<Session>`select ${sessionColumns} from checkout_sessions where id = ${id}`;
  if (!session) return undefined;
  const now = db.clocks.nowOf(session);
  if (!isDue(session, now)) return session;
  const scope = { merchantId: session.merchantId, livemode: session.livemode };
  return db.transact(scope, (tx) => expireIfDue(rendering, tx, id), now);
}

/**
 * The document of one checkout, with everything that its script begins with.
 *
 * @param more what the script needs to know on this page alone
 */
export function renderCheckout(
  { bundle, acceptLanguage }: Pick<PageSetting, 'bundle' | 'acceptLanguage'>,
  session: Session,
  hosted: HostedCheckout,
  nonce: string,
  now: Date,
  more: Pick<PageData, 'link' | 'frameOrigins' | 'recovers'>,
): string {
  const view = toCheckoutView(hosted);
  const locale = chooseLocale(view.locale, acceptLanguage);
  const decimals = currencyDecimals[view.currency];
  const priceDecimals = view.presentmentDetails && currencyDecimals[view.presentmentDetails.currency];
  const wording = wordingOf(view, locale, { decimals, priceDecimals });
  const data: PageData = {
    checkout: view,
    locale,
    decimals,
    ...(priceDecimals === undefined ? {} : { priceDecimals }),
    asksEmail: session.settings.customerId === undefined || !session.customer?.email,
    asksName: session.settings.customerId === undefined || !session.customer?.name,
    isCapturedLater: session.settings.captureMethod === 'manual',
    unpaid: unpaidBecause(session),
    endedEarly: endedEarly(session),
    country: session.settings.merchantCountry,
    ...more,
  };
  return renderDocument({
    locale,
    nonce,
    bundle,
    data,
    isFrameable: more.frameOrigins !== undefined,
    title: wording.say(wording.texts.pageTitle),
    theme: new Html(themeCss(view.brandingSettings)),
    body: renderNodes(
      h('div', { id: 'app' }, h(CheckoutFrame, { view, wording }, sideOf(session, now, { ...data, view, wording }))),
    ),
  });
}

function sideOf(session: Session, now: Date, result: Parameters<typeof PaidPanel>[0] & Pick<PageData, 'recovers'>) {
  const { wording } = result;
  const isAwaiting = result.unpaid === 'awaited';
  if (result.recovers) return [h(Loading, { wording, isTall: true }), h('noscript', null, h(ExpiredPanel, result))];
  const isDone = session.status === 'complete' || session.paymentStatus === 'paid'; // money that came late is taken, too
  if (isDone && !isAwaiting) return h(PaidPanel, result);
  if (isExpired(session, now)) return h(ExpiredPanel, result);
  if (isAwaiting) return [h(Loading, { wording, isTall: true }), h('noscript', null, h(PaidPanel, result))];
  return [h(Loading, { wording }), h('noscript', null, h('p', { class: 'notice' }, wording.texts.scriptNeeded))];
}
