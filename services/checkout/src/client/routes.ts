import type { RoutesOf } from '@mizan/service-kit';
import type { App } from '../config.ts';
import { confirmHostedCheckout } from './confirm-hosted-checkout.ts';
import { getHostedCheckout } from './read-hosted-checkout.ts';
import { recoverHostedCheckout } from './recover-hosted-checkout.ts';
import { updateHostedCheckout } from './update-hosted-checkout.ts';

/** What a buyer's browser does with the one session whose secret it has, or with a payment link before there is one. */
export const clientRoutes = (app: App) =>
  ({
    getHostedCheckout: getHostedCheckout(app),
    updateHostedCheckout: updateHostedCheckout(app),
    recoverHostedCheckout: recoverHostedCheckout(app),
    confirmHostedCheckout: confirmHostedCheckout(app),
  }) satisfies Partial<RoutesOf<'checkout'>>;
