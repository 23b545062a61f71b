import { randomBytes } from 'node:crypto';
import type { LineItem } from '@mizan/contracts';
import { Problem, type Database, type Page } from '@mizan/service-kit';
import { withCardEntry } from '../client/card-entry.ts';
import { toHostedLink } from '../client/hosted-checkout.resource.ts';
import { closedBecause } from '../payment-links/assert-link-open.ts';
import { findSharedLink } from '../payment-links/link-rows.ts';
import type { Link } from '../payment-links/link.ts';
import type { Session } from '../session/session.ts';
import { securityHeaders } from './security-headers.ts';
import { renderCheckout, type PageSetting } from './show-checkout.ts';
import { isSecure, showMissing, showPanel } from './show-panel.ts';

/** What the page of a link needs beside it. */
export interface LinkPageSetting extends Pick<
  PageSetting,
  'rendering' | 'bundle' | 'acceptLanguage' | 'findCardEntry'
> {
  /** The session that the link would open now. */
  readonly previewLink: (link: Link, now: Date) => Promise<Session>;
}

/**
 * The hosted checkout page of a payment link: the same page as a session's, of a session that is not there yet. The
 * buyer's first change makes it, and the page goes on with it.
 */
export async function showPaymentLink(setting: LinkPageSetting, db: Database, slug: string): Promise<Page> {
  const link = await findSharedLink(db.system, slug);
  if (!link) return showMissing(setting);
  const now = db.clocks.nowOf(link);
  const reason = await closedBecause(db.system, link, now);
  if (reason === 'expired')
    return showPanel(setting, { status: 200, icon: 'clock', title: 'linkExpiredTitle', text: 'linkExpiredText' });
  const preview = reason ? undefined : await previewUnlessGone(setting, link, now);
  if (!preview)
    return showPanel(setting, { status: 200, icon: 'link', title: 'linkClosedTitle', text: 'linkClosedText' });
  const entry = await setting.findCardEntry(link);
  const hosted = withCardEntry(toHostedLink(link, preview, setting.rendering, now), entry);
  const nonce = randomBytes(18).toString('base64');
  const cardEntry = hosted.cardEntry && entry?.allows;
  return {
    status: 200,
    headers: securityHeaders({ nonce, frameAncestors: [], isSecure: isSecure(setting), cardEntry }),
    body: renderCheckout(setting, preview, hosted, nonce, now, { link: link.slug }),
  };
}

/**
 * Undefined where no checkout can begin now, through nobody's fault who looks at the page: what the link sells was taken
 * away or is not on sale at this time, or no way to pay is left for it.
 */
async function previewUnlessGone(setting: LinkPageSetting, link: Link, now: Date): Promise<Session | undefined> {
  const preview = await setting.previewLink(link, now).catch((thrown: unknown) => {
    if (thrown instanceof Problem && thrown.status < 500) return undefined;
    throw thrown;
  });
  return preview?.lineItems.some(isOffSale) ? undefined : preview;
}

/** What is sold out may come back at any moment, and stays to be looked at. */
const isOffSale = ({ availability }: LineItem): boolean =>
  availability === 'inactive' || availability === 'not_yet_active' || availability === 'expired';
