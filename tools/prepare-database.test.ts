import { expect, test } from '@jest/globals';
import { describeFailures } from './prepare-database.ts';

test('a cause that services share is one line that names them all', () => {
  const failure = (service: string, message: string) => ({ service, reason: new Error(message) });
  const failures = [
    failure('catalog', 'made by an unreleased version'),
    failure('payments', 'column "sku" exists'),
    failure('webhooks', 'made by an unreleased version'),
  ];
  expect(describeFailures(failures)).toBe(
    'services/catalog, services/webhooks: made by an unreleased version\nservices/payments: column "sku" exists',
  );
});
