import { defineService, job, type BoundCalls, type Deps, type Scope } from '@mizan/service-kit';
import { CardEntries } from './client/card-entry.ts';
import { clientRoutes } from './client/routes.ts';
import { cacheAccounts, type Accounts, env } from './config.ts';
import { couponRoutes } from './coupons/routes.ts';
import { discountRoutes } from './discounts/routes.ts';
import { CheckoutBundle } from './page/bundle.ts';
import { pageRoutes } from './page/routes.ts';
import { expirePaymentLinks, nextLinkExpiry } from './payment-links/expire-payment-links.ts';
import { onCatalogEvent } from './payment-links/on-catalog-event.ts';
import { paymentLinkRoutes } from './payment-links/routes.ts';
import { promotionCodeRoutes } from './promotion-codes/routes.ts';
import type { Rendering } from './session/session.resource.ts';
import { nextSessionExpiry, expireDueSessions } from './sessions/expire-due-sessions.ts';
import { onCustomerDeleted } from './sessions/on-customer-deleted.ts';
import { onPaymentIntent } from './sessions/on-payment-intent.ts';
import { resolveAttempts } from './sessions/resolve-attempts.ts';
import { sessionRoutes } from './sessions/routes.ts';

/** What the parts of one running checkout share. */
interface Shared {
  readonly accounts: Accounts;
  readonly cardEntries: CardEntries;
  readonly bundle: CheckoutBundle;
  readonly rendering: Rendering;
}

const running = new WeakMap<Deps<typeof env>, Shared>();

function sharedBy(deps: Deps<typeof env>): Shared {
  const { secrets, env } = deps;
  const shared = running.get(deps) ?? {
    accounts: cacheAccounts(),
    cardEntries: new CardEntries(),
    bundle: new CheckoutBundle(),
    rendering: { secrets, publicUrl: env.MIZAN_PUBLIC_URL.replace(/\/+$/, '') },
  };
  running.set(deps, shared);
  return shared;
}

/** How soon a session or link past its time expires by itself, and how soon an attempt whose process died is resolved. */
const [sweepMs, resolveMs] = [15_000, 5_000];

/** Checkout sessions, the buyers who pay them, and the page where they do. */
export const checkout = defineService({
  name: 'checkout',
  env,
  orm: () => import('../mikro-orm.config.ts'),
  routes: (deps) => {
    const { accounts, cardEntries, bundle, rendering } = sharedBy(deps);
    const callsFor = (scope: Scope): BoundCalls => deps.calls.bind(scope);
    const discounting = { secrets: deps.secrets, max: deps.env.MIZAN_DISCOUNTS_MAX };
    return {
      ...sessionRoutes(deps.db, accounts, rendering, discounting),
      ...paymentLinkRoutes(accounts, rendering),
      ...clientRoutes(deps.db, accounts, cardEntries, callsFor, rendering, discounting),
      ...couponRoutes,
      ...promotionCodeRoutes,
      ...discountRoutes,
      ...pageRoutes(accounts, cardEntries, callsFor, bundle, rendering),
    };
  },
  consumers: (deps) => [onPaymentIntent(sharedBy(deps).rendering), onCustomerDeleted, onCatalogEvent],
  listeners: (deps) => [sharedBy(deps).accounts.listener],
  jobs: (deps) => [
    job('sweep-sessions', {
      everyMs: sweepMs,
      run: (context) => expireDueSessions(sharedBy(deps).rendering, context),
      nextDueAt: nextSessionExpiry,
    }),
    job('expire-payment-links', {
      everyMs: sweepMs,
      run: (context) => expirePaymentLinks(sharedBy(deps).rendering, context),
      nextDueAt: nextLinkExpiry,
    }),
    job('resolve-attempts', {
      everyMs: resolveMs,
      run: (context) => resolveAttempts(sharedBy(deps).rendering, context),
    }),
  ],
  background: (deps) => [sharedBy(deps).bundle],
});
