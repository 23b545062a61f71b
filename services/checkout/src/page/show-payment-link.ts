import type { LineItem } from '@mizan/contracts';
import { Problem, type Page } from '@mizan/service-kit';
import { withCardEntry } from '../client/card-entry.ts';
import { toHostedLink } from '../client/hosted-checkout.resource.ts';
import type { App } from '../config.ts';
import { findLinkOfAnyAccount } from '../payment-links/link-rows.ts';
import { closedBecause, previewLink } from '../payment-links/open-link.ts';
import { findLiveMode } from '../session/live-methods.ts';
import type { Session } from '../session/session.ts';
import { toPage, type PageSetting } from './show-checkout.ts';
import { showMessage, showMissing } from './show-message.ts';

/**
 * The hosted checkout page of a payment link: the same page as a session's, for a session that does not exist yet. The
 * buyer's first change creates it, and the page continues with it.
 */
export async function showPaymentLink(app: App, setting: PageSetting, slug: string): Promise<Page> {
  const { system, clocks } = app.db;
  const link = await findLinkOfAnyAccount(system, slug);
  if (!link) return showMissing(setting);
  const scope = { merchantId: link.merchantId, livemode: link.livemode };
  const context = { scope, now: clocks.nowOf(scope), calls: app.callsFor(scope) };
  const reason = await closedBecause(system, link, context);
  const shop = () => app.accounts.get(context).catch(() => undefined); // a message without the shop's name is better than none
  if (reason === 'expired') return showMessage(setting, { status: 200, message: linkExpired, account: await shop() });
  const preview = reason ? undefined : await onSaleOnly(previewLink(context, app, link));
  if (!preview) return showMessage(setting, { status: 200, message: linkClosed, account: await shop() });
  const live = await findLiveMode(app, context);
  const checkout = withCardEntry(toHostedLink(app, { link, preview, now: context.now }), live, preview);
  return toPage(setting, { session: preview, checkout, live, frameAncestors: [], more: { link: link.slug } });
}

const linkExpired = { icon: 'clock', title: 'linkExpiredTitle', text: 'linkExpiredText' } as const;
const linkClosed = { icon: 'link', title: 'linkClosedTitle', text: 'linkClosedText' } as const;

/**
 * Undefined where no checkout can start now, which is not the buyer's fault: what the link sells was removed or is not on
 * sale at this time, or no payment method is left for it.
 */
async function onSaleOnly(previewed: Promise<Session>): Promise<Session | undefined> {
  const preview = await previewed.catch((thrown: unknown) => {
    if (thrown instanceof Problem && thrown.status < 500) return undefined;
    throw thrown;
  });
  return preview?.lineItems.some(isOffSale) ? undefined : preview;
}

/** What is sold out may come back at any moment, and is still shown. */
const isOffSale = ({ availability }: LineItem): boolean =>
  availability === 'inactive' || availability === 'not_yet_active' || availability === 'expired';
