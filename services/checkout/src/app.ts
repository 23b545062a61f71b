import { defineService, job, type Deps } from '@mizan/service-kit';
import { findCardEntry } from './client/card-entry.ts';
import { clientRoutes } from './client/routes.ts';
import { buildApp, env, type App } from './config.ts';
import { couponRoutes } from './coupons/routes.ts';
import { discountRoutes } from './discounts/routes.ts';
import { CheckoutBundle } from './page/bundle.ts';
import { pageRoutes } from './page/routes.ts';
import { expirePaymentLinks, nextLinkExpiry } from './payment-links/expire-payment-links.ts';
import { onCatalogEvent } from './payment-links/on-catalog-event.ts';
import { paymentLinkRoutes } from './payment-links/routes.ts';
import { promotionCodeRoutes } from './promotion-codes/routes.ts';
import { expireDueSessions, nextSessionExpiry } from './sessions/expire-due-sessions.ts';
import { onCustomerDeleted } from './sessions/on-customer-deleted.ts';
import { onPaymentIntent } from './sessions/on-payment-intent.ts';
import { resolveAttempts } from './sessions/resolve-attempts.ts';
import { sessionRoutes } from './sessions/routes.ts';

type Running = App & { readonly bundle: CheckoutBundle };

const running = new WeakMap<Deps<typeof env>, Running>();

function sharedBy(deps: Deps<typeof env>): Running {
  const app = running.get(deps) ?? { ...buildApp(deps), bundle: new CheckoutBundle() };
  running.set(deps, app);
  return app;
}

/** How often sessions and links past their time expire, and how often an attempt whose process died is resolved. */
const [expireMs, resolveMs] = [15_000, 5_000];

/** Checkout sessions, the buyers who pay them, and the page where they do. */
export const checkout = defineService({
  name: 'checkout',
  env,
  orm: () => import('../mikro-orm.config.ts'),
  routes: (deps) => {
    const app = sharedBy(deps);
    const cardEntries = { find: (request: Parameters<typeof findCardEntry>[1]) => findCardEntry(app, request) };
    return {
      ...sessionRoutes(app),
      ...paymentLinkRoutes(app),
      ...clientRoutes(app),
      ...couponRoutes,
      ...promotionCodeRoutes,
      ...discountRoutes,
      ...pageRoutes(app.accounts, cardEntries, app.callsFor, app.bundle, app),
    };
  },
  consumers: (deps) => [onPaymentIntent(sharedBy(deps)), onCustomerDeleted, onCatalogEvent],
  listeners: (deps) => [sharedBy(deps).accounts.listener],
  jobs: (deps) => [
    job('sweep-sessions', {
      everyMs: expireMs,
      run: (context) => expireDueSessions(sharedBy(deps), context),
      nextDueAt: nextSessionExpiry,
    }),
    job('expire-payment-links', {
      everyMs: expireMs,
      run: (context) => expirePaymentLinks(sharedBy(deps), context),
      nextDueAt: nextLinkExpiry,
    }),
    job('resolve-attempts', { everyMs: resolveMs, run: (context) => resolveAttempts(sharedBy(deps), context) }),
  ],
  background: (deps) => [sharedBy(deps).bundle],
});
