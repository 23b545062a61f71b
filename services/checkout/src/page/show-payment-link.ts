import type { LineItem } from '@mizan/contracts';
import { Problem, type Database, type Page } from '@mizan/service-kit';
import { withCardEntry } from '../client/card-entries.ts';
import { toHostedLink } from '../client/hosted-checkout.resource.ts';
import { closedBecause } from '../payment-links/check-link-open.ts';
import { findSharedLink } from '../payment-links/link-rows.ts';
import type { Link } from '../payment-links/link.ts';
import type { Session } from '../sessions/session.ts';
import { toPage, type PageSetting } from './show-checkout.ts';
import { showMessage, showMissing } from './show-message.ts';

/** What the page of a link needs beside it. */
export interface LinkPageSetting extends Pick<
  PageSetting,
  'rendering' | 'bundle' | 'acceptLanguage' | 'findCardEntry'
> {
  /** The session that the link would open now. */
  readonly previewLink: (link: Link, now: Date) => Promise<Session>;
}

/**
 * The hosted checkout page of a payment link: the same page as a session's, for a session that does not exist yet. The
 * buyer's first change creates it, and the page continues with it.
 */
export async function showPaymentLink(setting: LinkPageSetting, db: Database, slug: string): Promise<Page> {
  const link = await findSharedLink(db.system, slug);
  if (!link) return showMissing(setting);
  const now = db.clocks.nowOf(link);
  const reason = await closedBecause(db.system, link, now);
  if (reason === 'expired')
    return showMessage(setting, 200, { icon: 'clock', title: 'linkExpiredTitle', text: 'linkExpiredText' });
  const preview = reason ? undefined : await previewUnlessGone(setting, link, now);
  if (!preview) return showMessage(setting, 200, { icon: 'link', title: 'linkClosedTitle', text: 'linkClosedText' });
  const entry = await setting.findCardEntry(link);
  const checkout = withCardEntry(toHostedLink(link, preview, setting.rendering, now), entry);
  return toPage(setting, { session: preview, checkout, entry, frameAncestors: [], more: { link: link.slug } });
}

/**
 * Undefined where no checkout can start now, which is not the buyer's fault: what the link sells was removed or is not on
 * sale at this time, or no payment method is left for it.
 */
async function previewUnlessGone(setting: LinkPageSetting, link: Link, now: Date): Promise<Session | undefined> {
  const preview = await setting.previewLink(link, now).catch((thrown: unknown) => {
    if (thrown instanceof Problem && thrown.status < 500) return undefined;
    throw thrown;
  });
  return preview?.lineItems.some(isOffSale) ? undefined : preview;
}

/** What is sold out may come back at any moment, and is still shown. */
const isOffSale = ({ availability }: LineItem): boolean =>
  availability === 'inactive' || availability === 'not_yet_active' || availability === 'expired';
