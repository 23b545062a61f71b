import TestSequencer from '@jest/test-sequencer';

/**
 * What a run begins with. These take longest, most of them by waiting, so the others run beside them; at the end of a run
 * they would have nothing beside them. Those that start whole platforms do not begin together. jest finds the order itself
 * only where it has run before.
 */
const longest = [
  'e2e/replicas.test.ts',
  'services/payments/src/payments-model.scenario.test.ts',
  'services/webhooks/src/delivery/killed-dispatcher.test.ts',
  'e2e/observability/alerts.test.ts',
  'e2e/checkout-outcomes.test.ts',
  'e2e/fuzz/fuzz.test.ts',
  'e2e/checkout-page.test.ts',
  'services/payments/src/intents/crash.scenario.test.ts',
  'e2e/embedded-checkout.test.ts',
  'services/checkout/src/pricing/cart-identities.test.ts',
  'e2e/clock-deliveries.test.ts',
  'services/payments/src/test-helpers/provider-expectations.scenario.test.ts',
  'e2e/cli.test.ts',
  'e2e/doctor.test.ts',
  'services/gateway/src/front/malformed-requests.test.ts',
];

/** Jest's order of test files, but for the longest first. */
export default class LongestFirst extends TestSequencer {
  async sort(tests) {
    const rank = ({ path }) => {
      const index = longest.findIndex((name) => path.endsWith(name));
      return index < 0 ? longest.length : index;
    };
    return [...(await super.sort(tests))].sort((a, b) => rank(a) - rank(b));
  }
}
