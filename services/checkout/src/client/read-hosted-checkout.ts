import { readRepair, type RoutesOf } from '@mizan/service-kit';
import type { App } from '../config.ts';
import { assertLinkOpen, previewLink } from '../payment-links/open-link.ts';
import { expiredIfDue } from '../sessions/read-checkout-sessions.ts';
import { buyerScope, linkOf, sessionOf } from './buyer-access.ts';
import { findLiveMode, withLiveMethods } from '../session/live-methods.ts';
import { withCardEntry } from './card-entry.ts';
import { toHostedCheckout, toHostedLink } from './hosted-checkout.resource.ts';

/** The checkout as its buyer sees it; of a payment link, the session that it would open. */
export const getHostedCheckout = (app: App): RoutesOf<'checkout'>['getHostedCheckout'] =>
  readRepair({
    scope: buyerScope(app),
    run: async (repair) => {
      const { scope, now } = repair;
      const context = { scope, now, calls: app.callsFor(scope) };
      const live = await findLiveMode(app, context);
      const link = linkOf(scope);
      if (!link) {
        const session = await expiredIfDue(repair, app, sessionOf(scope));
        return withCardEntry(toHostedCheckout(withLiveMethods(session, live), app, now), live, session);
      }
      await assertLinkOpen(repair, link, { now });
      const preview = await previewLink(context, app, link);
      return withCardEntry(toHostedLink(app, { link, preview, now }), live, preview);
    },
  });
