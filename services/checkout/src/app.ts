import { defineService, job, query } from '@mizan/service-kit';
import { clientRoutes } from './client/routes.ts';
import { buildApp, env } from './config.ts';
import { couponRoutes } from './coupons/routes.ts';
import { listDiscounts } from './discounts/read-discounts.ts';
import { composeCheckoutMail } from './mail/compose-checkout-mail.ts';
import { CheckoutBundle } from './page/read-assets.ts';
import { pageRoutes } from './page/routes.ts';
import { expirePaymentLinks, nextLinkExpiry } from './payment-links/expire-payment-links.ts';
import { onCatalogEvent } from './payment-links/on-catalog-event.ts';
import { paymentLinkRoutes } from './payment-links/routes.ts';
import { promotionCodeRoutes } from './promotion-codes/routes.ts';
import { expireDueSessions, nextSessionExpiry } from './sessions/expire-due-sessions.ts';
import { getOrderSummary } from './sessions/get-order-summary.ts';
import { onCustomerDeleted } from './sessions/on-customer-deleted.ts';
import { onPaymentIntent } from './sessions/on-payment-intent.ts';
import { resolveAttempts } from './sessions/resolve-attempts.ts';
import { sessionRoutes } from './sessions/routes.ts';

/** How often sessions and links past their time expire, and how often an attempt whose process died is resolved. */
const [expireMs, resolveMs] = [15_000, 5_000];

/** Checkout sessions, the buyers who pay them, and the page where they do. */
export const checkout = defineService({
  name: 'checkout',
  env,
  orm: () => import('../mikro-orm.config.ts'),
  build: (deps) => ({ ...buildApp(deps), bundle: new CheckoutBundle() }),
  routes: (app) => ({
    ...sessionRoutes(app),
    ...paymentLinkRoutes(app),
    ...clientRoutes(app),
    ...couponRoutes,
    ...promotionCodeRoutes,
    listDiscounts: query((reader, input) => listDiscounts(reader, input.query)),
    ...pageRoutes(app),
  }),
  answers: (app) => ({
    composeCheckoutMail: query((reader, { body }) => composeCheckoutMail(reader, app, body.checkoutSessionId)),
    getOrderSummary: query((reader, { body }) => getOrderSummary(reader, app, body.checkoutSessionId)),
  }),
  consumers: (app) => [onPaymentIntent(app), onCustomerDeleted(app), onCatalogEvent],
  listeners: ({ accounts, defaultConfigurations, liveMethods }) => [
    accounts.listener,
    defaultConfigurations.listener,
    liveMethods.listener,
  ],
  jobs: (app) => [
    job('sweep-sessions', {
      everyMs: expireMs,
      run: (context) => expireDueSessions(app, context),
      nextDueAt: nextSessionExpiry,
    }),
    job('expire-payment-links', {
      everyMs: expireMs,
      run: (context) => expirePaymentLinks(app, context),
      nextDueAt: nextLinkExpiry,
    }),
    job('resolve-attempts', { everyMs: resolveMs, run: (context) => resolveAttempts(app, context) }),
  ],
  background: ({ bundle }) => [bundle],
});
