/**
 * The files that run first. They take longest, most of the time waiting, so that others run beside them; those that start
 * several processes are apart from each other. Without a cache of earlier runs jest orders files by their size.
 */
export const longestFiles: readonly string[] = [
  'replicas.test.ts',
  'payments-model.scenario.test.ts',
  'killed-dispatcher.scenario.test.ts',
  'alerts.test.ts',
  'checkout-outcomes.test.ts',
  'fuzz.test.ts',
  'e2e/checkout-page.test.ts',
  'crash.scenario.test.ts',
  'embedded-checkout.test.ts',
  'cart-identities.scenario.test.ts',
  'clock-deliveries.test.ts',
  'provider-expectations.scenario.test.ts',
  'cli.test.ts',
  'e2e/doctor.test.ts',
  'malformed-requests.scenario.test.ts',
];
