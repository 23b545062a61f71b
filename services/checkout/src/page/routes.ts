import { page, type RoutesOf } from '@mizan/service-kit';
import type { App } from '../config.ts';
import { getCheckoutAsset, getMizanJs, type CheckoutBundle } from './read-assets.ts';
import { showCheckout, type PageSetting } from './show-checkout.ts';
import { showPaymentLink } from './show-payment-link.ts';
import { showRecovery } from './show-recovery.ts';

/** What a buyer's browser opens. */
export const pageRoutes = (app: App & { readonly bundle: CheckoutBundle }) => {
  const { bundle } = app;
  const settingOf = async (headers: Readonly<Record<string, string | undefined>>): Promise<PageSetting> => ({
    publicUrl: app.publicUrl,
    bundle: await bundle.names(),
    acceptLanguage: headers['accept-language'],
    isBrowser: headers['accept']?.includes('text/html') === true,
  });
  return {
    showCheckout: page(async (_context, { params, query, headers }) =>
      showCheckout(app, await settingOf(headers), { id: params.id, returned: query.returned }),
    ),
    showRecovery: page(async (_context, { params, headers }) => showRecovery(app, await settingOf(headers), params.id)),
    showPaymentLink: page(async (_context, { params, headers }) =>
      showPaymentLink(app, await settingOf(headers), params.slug),
    ),
    getCheckoutAsset: page((_context, { params }) => getCheckoutAsset(bundle, params.name)),
    getMizanJs: page((_context, { headers }) => getMizanJs(bundle, headers['if-none-match'])),
  } satisfies Partial<RoutesOf<'checkout'>>;
};
