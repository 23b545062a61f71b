import type { StandInRequest } from '../../server/route.ts';
import type { ApiKey, StripeState } from '../state.ts';
import { keyRefused } from './refusal.ts';

/** Whose a key is, and what it opens. */
export interface KeyHolder {
  readonly accountId: string;
  readonly livemode: boolean;
  readonly isPublishable: boolean;
}

/**
 * Reads the key of a request, as bearer or as the user name of basic authentication.
 *
 * @throws StripeRefusal 401: none, unknown or expired; 403: a key that may do nothing
 */
export function authenticate({ keys }: StripeState, { headers }: StandInRequest): KeyHolder {
  const value = keyOf(headers.authorization ?? '');
  if (value === '')
    throw keyRefused(
      401,
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    );
  const key = keys.find((each) => each.value === value);
  if (!key) throw keyRefused(401, `Invalid API Key provided: ${masked(value)}`);
  if (key.isRevoked) throw keyRefused(401, `Expired API Key provided: ${masked(value)}`, 'api_key_expired');
  if (key.accountId === null)
    throw keyRefused(
      403,
      `The provided key '${masked(value)}' does not have the required permissions for this endpoint.`,
    );
  return { accountId: key.accountId, livemode: isLiveKey(key), isPublishable: value.startsWith('pk_') };
}

export const isLiveKey = ({ value }: ApiKey): boolean => value.slice(2).startsWith('_live_');

function keyOf(authorization: string): string {
  const [scheme = '', value = ''] = authorization.trim().split(/\s+/);
  if (/^bearer$/i.test(scheme)) return value;
  if (!/^basic$/i.test(scheme)) return '';
  return Buffer.from(value, 'base64').toString().split(':')[0] ?? '';
}

/** `sk_test_***cdef`: an error never repeats a key. */
const masked = (key: string): string => `${/^\w{2}_(live|test)_/.exec(key)?.[0] ?? ''}***${key.slice(-4)}`;
