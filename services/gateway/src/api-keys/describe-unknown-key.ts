import { isWellFormedKey } from './api-key-format.ts';

/** Long enough that a beginning and the last four characters reveal nothing of what lies between. */
const shownFrom = 24;

/** What a key can be recognized by: what it begins with and its last four characters. */
function shown(key: string): string {
  const [prefix = ''] = /^(mz_)?[a-z]{2,5}_(test_|live_)?/.exec(key) ?? [];
  return key.length < shownFrom ? `${prefix}…` : `${prefix}…${key.slice(-4)}`;
}

/**
 * Why this is not a key of the platform, and what to send instead. Contains no more of it than its beginning and its last four
 * characters.
 *
 * @param presented what followed `Bearer`; an empty string for another scheme
 * @param scheme of the `Authorization` header, in lower case
 * @param isForOperator whether only the operator's token opens the path, as the published reference says
 */
export function describeUnknownKey(presented: string, scheme: string, isForOperator = false): string {
  if (scheme === 'basic')
    return 'Basic authentication is not supported. Send your API key as Authorization: Bearer <key>; with curl, use -H instead of -u.';
  if (scheme !== 'bearer') return 'Send your API key as Authorization: Bearer <key>.';
  if (presented === '') return 'The Authorization header has no key after Bearer. Set the variable that holds it.';
  if (presented === 'undefined' || presented === 'null')
    return `The API key is the text ${presented}: the variable that holds it is not set.`;
  if (isWellFormedKey(presented))
    return `The API key ${shown(presented)} does not exist on this platform. Keys of another installation, and keys from before a reset, are not valid here.`;
  if (/^mz_(sk|rk|pk)_(test|live)_/.test(presented))
    return `The API key ${shown(presented)} is mistyped or incomplete. Copy it again.`;
  if (presented.includes('_secret_'))
    return 'That is a client secret. Send it in the Client-Secret header of a request under /client, and an API key here.';
  if (presented.startsWith('whsec_'))
    return 'That is the signing secret of a webhook endpoint. Send an API key, which begins with mz_.';
  if (/^(sk|rk|pk)_(test|live)_/.test(presented))
    return `${shown(presented)} is a key of another platform. Keys of this one begin with mz_sk_, mz_rk_ or mz_pk_.`;
  if (isForOperator)
    return 'The operator’s token is not valid here. On the server, `mizan operator-token` prints the one that is.';
  return 'That is not an API key. Keys begin with mz_sk_, mz_rk_ or mz_pk_. Send one as Authorization: Bearer <key>.';
}
