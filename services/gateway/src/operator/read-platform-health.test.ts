import { expect, test } from '@jest/globals';
import { serviceNames, type ServiceHealth, type ServiceName } from '@mizan/contracts';
import { problemsOf } from './read-platform-health.ts';

const healthy = {
  ...{ version: '1.0.0', natsVersion: '2.14.0', consumers: [], deadLetters: 0, problems: [] },
  outbox: { unpublished: 0, oldestSeconds: null },
} as unknown as ServiceHealth;
const problems = (...silent: readonly ServiceName[]) =>
  problemsOf(serviceNames.map((service) => ({ service, health: silent.includes(service) ? null : healthy })));

test('what all services share is named once where none of them can be read, as this one answers', () => {
  expect(problems()).toEqual([]);
  expect(problems('catalog')).toEqual(['catalog does not answer.']);
  expect(problems('gateway')).toEqual(['The gateway cannot read its database in time.']);
  expect(problems(...serviceNames)).toEqual([
    'No service can read its database in time: check PostgreSQL, or the network to it.',
  ]);
});
