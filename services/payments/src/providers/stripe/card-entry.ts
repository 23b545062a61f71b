import type { PageCardEntry } from '@mizan/contracts';

/**
 * Stripe's hosted card field, and what its script needs of the page around it: what Stripe's integration security guide
 * lists under «Content security policy» for Stripe.js. Its frames have frames of their own, which the page does not see.
 *
 * @param scriptUrl of Stripe.js; of another origin than Stripe's in tests only
 */
export function cardEntryWith(publishableKey: string, scriptUrl: string): PageCardEntry {
  const own = new URL(scriptUrl).origin;
  const hosts = [...new Set([own, 'https://js.stripe.com', 'https://*.js.stripe.com'])];
  return {
    cardEntry: { provider: 'stripe', publishableKey, scriptUrl },
    allows: {
      scripts: hosts,
      frames: [...hosts, 'https://hooks.stripe.com'],
      connections: ['https://api.stripe.com'],
    },
  };
}
