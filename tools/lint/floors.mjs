/**
 * The floors of each service, from the top: a file imports from its own folder and from the floors below it, types too.
 * Folders on one floor do not import each other. An entry is a folder or a file of `src`; the longest one that matches a
 * path is its floor, so that `providers/stripe` may have another than `providers`.
 *
 * Above every floor is the roof (`app.ts`, `main.ts`, `answers.ts`), which nothing imports; below is the cellar
 * (`config.ts`), which imports no folder.
 */
export const floors = {
  'services/gateway': [
    ['operator', 'event-triggers', 'test-data', 'documents', 'proxy'],
    ['test-clock', 'idempotency', 'api-keys', 'settings', 'bus-users'],
    ['two-factor'],
    ['limits'],
    ['accounts', 'routing', 'network'],
  ],
  'services/catalog': [['products'], ['prices', 'stock', 'sales', 'uploads'], ['product']],
  'services/customers': [['customers', 'guests'], ['spend'], ['customer']],
  'services/checkout': [
    ['page', 'mail'],
    ['client'],
    ['payment-links'],
    ['sessions'],
    ['discounts'],
    ['promotion-codes'],
    ['coupons'],
    ['session'],
    ['catalog'],
    ['customers'],
  ],
  'services/payments': [
    ['build-app.ts'],
    [
      'test-helpers',
      'simulator-page',
      'provider-callbacks',
      'provider-connections',
      'reconciliation',
      'mail',
      'reports',
    ],
    ['late-successes'],
    ['refund-page'],
    ['refunds', 'disputes', 'payouts'],
    ['captures'],
    ['intents', 'charges', 'payment-method-configurations'],
    ['payment-methods'],
    ['settle'],
    ['ledger'],
    ['receipts'],
    ['exchange-rates'],
    ['card-testing'],
    ['restores'],
    ['payment'],
    ['providers/registry.ts'],
    ['providers/live-provider.ts', 'providers/live-routes.ts'],
    [
      ...['providers/simulator', 'providers/manual', 'providers/stripe', 'providers/paymob', 'providers/fawry'],
      ...['providers/tabby', 'providers/tamara'],
    ],
    ['providers/page-provider'],
    ['providers/connections'],
    ['providers'],
    ['tables'],
  ],
  'services/webhooks': [
    ['dispatch', 'mail'],
    ['deliveries', 'stream', 'chaos'],
    ['endpoints'],
    ['replays', 'events', 'sending'],
    ['targets', 'delivery'],
  ],
  'packages/cli': [['program.ts'], ['commands'], ['events', 'payouts', 'reconciliation'], ['api'], ['terminal']],
  'packages/checkout-page': [
    ['index.ts'],
    ['bundle'],
    ['refund-page'],
    ['receipt', 'mail'],
    ['render'],
    ['browser'],
    ['browser/stage', 'browser/mizan-js'],
    ['browser/form'],
    ['browser/methods'],
    ['browser/provider-card'],
    ['browser/fields'],
    ['browser/embed', 'browser/client'],
    ['parts'],
    ['view'],
    ['texts'],
  ],
  // Breaks the order on purpose.
  'tools/boundary-canary': [['upper'], ['lower']],
};
