import { event } from '../event.ts';
import { TestClock } from '../resources/test-helpers.ts';
import { AccountProfile } from '../resources/account.ts';
import { ApiKey } from '../resources/api-key.ts';

const key = { service: 'gateway', object: ApiKey } as const;
const account = { service: 'gateway', object: AccountProfile, audience: 'internal' } as const;

/** What happens to accounts and API keys. The internal ones drop cached copies and never reach webhooks. */
export const gatewayEvents = {
  'api_key.created': event({ ...key, audience: 'public', description: 'Occurs when an API key is created.' }),
  'api_key.revoked': event({ ...key, audience: 'public', description: 'Occurs when an API key is revoked.' }),
  'api_key.updated': event({ ...key, audience: 'internal', description: 'Occurs when an API key is updated.' }),
  'test_clock.advanced': event({
    service: 'gateway',
    object: TestClock,
    audience: 'public',
    description: 'Occurs when the test clock is advanced.',
  }),
  'account.created': event({ ...account, description: 'Occurs when an account is created.' }),
  'account.updated': event({ ...account, description: 'Occurs when an account is updated.' }),
};
