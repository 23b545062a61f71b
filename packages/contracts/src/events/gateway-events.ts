import { event } from '../event.ts';
import { TestClock } from '../resources/test-clock.ts';
import { AccountProfile } from '../resources/account.ts';
import { ApiKey } from '../resources/api-key.ts';

const key = { service: 'gateway', object: ApiKey } as const;
const account = { service: 'gateway', object: AccountProfile, audience: 'internal' } as const;

/** What happens to accounts and API keys. The internal ones drop cached copies and never reach webhooks. */
export const gatewayEvents = {
  'api_key.created': event({ ...key, audience: 'public', description: 'An API key was created.' }),
  'api_key.revoked': event({ ...key, audience: 'public', description: 'An API key was revoked.' }),
  'api_key.updated': event({ ...key, audience: 'internal', description: 'An API key changed.' }),
  'test_clock.advanced': event({
    service: 'gateway',
    object: TestClock,
    audience: 'public',
    description: 'The clock of test mode went forward.',
  }),
  'account.created': event({ ...account, description: 'An account was created.' }),
  'account.updated': event({ ...account, description: 'An account changed.' }),
};
