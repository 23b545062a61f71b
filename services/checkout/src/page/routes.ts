import { page, type BoundCalls, type RoutesOf, type Scope } from '@mizan/service-kit';
import type { CardEntries } from '../client/card-entry.ts';
import type { Accounts } from '../config.ts';
import type { Link } from '../payment-links/link.ts';
import { previewLink } from '../payment-links/open-link.ts';
import type { Rendering } from '../session/session.resource.ts';
import type { CheckoutBundle } from './bundle.ts';
import { asOrigins } from './security-headers.ts';
import { showCheckout, showRecovery, type PageSetting } from './show-checkout.ts';
import { showPaymentLink } from './show-payment-link.ts';

type Routes = Pick<
  RoutesOf<'checkout'>,
  'showCheckout' | 'showRecovery' | 'showPaymentLink' | 'getCheckoutAsset' | 'getMizanJs'
>;

/** What a buyer's browser opens. */
export const pageRoutes = (
  accounts: Accounts,
  cardEntries: CardEntries,
  callsFor: (scope: Scope) => BoundCalls,
  bundle: CheckoutBundle,
  rendering: Rendering,
): Routes => {
  const findCardEntry: PageSetting['findCardEntry'] = ({ merchantId, livemode }) => {
    const scope = { merchantId, livemode };
    return cardEntries.find({ scope, calls: callsFor(scope) });
  };
  const settingOf = async (headers: Readonly<Record<string, string | undefined>>): Promise<PageSetting> => ({
    rendering,
    bundle: await bundle.names(),
    acceptLanguage: headers['accept-language'],
    findCardEntry,
    frameAncestors: async (scope: Scope) => {
      const { allowedOrigins } = await accounts.get({ scope, calls: callsFor(scope) });
      return asOrigins(allowedOrigins, scope.livemode);
    },
  });
  return {
    showCheckout: page(async ({ db }, { params, headers }) => showCheckout(await settingOf(headers), db, params.id)),
    showRecovery: page(async ({ db }, { params, headers }) => showRecovery(await settingOf(headers), db, params.id)),
    showPaymentLink: page(async ({ db }, { params, headers }) => {
      const setting = {
        rendering,
        bundle: await bundle.names(),
        acceptLanguage: headers['accept-language'],
        findCardEntry,
        previewLink: (link: Link, now: Date) => {
          const scope = { merchantId: link.merchantId, livemode: link.livemode };
          return previewLink(accounts, { scope, now, calls: callsFor(scope) }, link);
        },
      };
      return showPaymentLink(setting, db, params.slug);
    }),
    getCheckoutAsset: page((_context, { params }) => bundle.show(params.name)),
    getMizanJs: page((_context, { headers }) => bundle.showMizanJs(headers['if-none-match'])),
  };
};
