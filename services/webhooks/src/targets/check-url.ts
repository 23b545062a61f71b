import { parseAddress } from './address-policy.ts';

/** Why a text cannot be a webhook URL, with the message for the developer who sent it. */
export const refusalText = {
  not_a_url: 'The webhook URL is not a valid absolute URL.',
  too_long: 'The webhook URL is longer than 2,048 characters.',
  not_https: 'The webhook URL must use https.',
  has_credentials: 'The webhook URL must not contain a user name or password.',
  has_fragment: 'The webhook URL must not contain a fragment.',
  host_is_address: 'The host of the webhook URL must be a public domain name, not an IP address.',
  host_not_public: 'The host of the webhook URL must be a public domain name.',
  port_not_allowed: 'The port of the webhook URL must be 443, 8443 or a port from 1024 that no internal service uses.',
};
export type UrlRefusal = keyof typeof refusalText;

/**
 * A parsed URL that may be called, or why not. `target: 'private'` means that only the allowed ranges make it
 * acceptable; `overridable` is a URL refused only for its host or port, which those ranges may allow.
 */
export type UrlCheck =
  | { readonly ok: true; readonly url: URL; readonly target: 'public' | 'private' }
  | { readonly ok: false; readonly refusal: UrlRefusal; readonly overridable?: URL };

/** Longest URL accepted, characters; what common servers and proxies still take. */
const maxUrlCharacters = 2048;

/**
 * Suffixes that never name a public host: RFC 6761, 6762 and 8375, ICANN's `internal`, and those of home and office
 * networks.
 */
const privateSuffixes = ['localhost', 'localdomain', 'local', 'internal', 'intranet', 'private', 'home', 'lan', 'corp']
  .concat(['home.arpa', 'in-addr.arpa', 'ip6.arpa', 'onion'])
  .map((suffix) => `.${suffix}`);

/**
 * Ports from 1024 up where databases, brokers, orchestrators and consoles listen: an https request does them no good, and
 * the answer would tell an attacker that they are there.
 */
const servicePorts = new Set([
  1080, 1194, 1433, 1434, 1521, 1719, 1720, 1723, 1883, 2049, 2181, 2375, 2376, 2379, 2380, 3128, 3268, 3269, 3306,
  3389, 3659, 4045, 4190, 4222, 4369, 5060, 5061, 5432, 5433, 5671, 5672, 5900, 5984, 5985, 5986, 6000, 6222, 6379,
  6380, 6432, 6443, 6566, 6660, 6665, 6666, 6667, 6668, 6669, 6697, 7000, 7001, 8086, 8222, 8300, 8301, 8500, 8600,
  8883, 9042, 9092, 9093, 9160, 9200, 9300, 10080, 10250, 10255, 10256, 11211, 15672, 16379, 25672, 26257, 26379, 27017,
  27018, 27019, 50000, 50070,
]);

/** Applies the rules that need no lookup: when an endpoint is written, and before every attempt, because rules change. */
export function checkUrl(text: string): UrlCheck {
  const url = parseUrl(text);
  if (typeof url === 'string') return { ok: false, refusal: url };
  const refusal = hostRefusal(url) ?? portRefusal(url);
  return refusal === undefined ? { ok: true, url, target: 'public' } : { ok: false, refusal, overridable: url };
}

/**
 * Overrides the host and port rules in an installation that allows private ranges: for a literal inside them, and for a
 * name that the system resolves to addresses inside them (`resolveAllowed`). All other rules still apply.
 */
export async function allowPrivateTarget(
  check: UrlCheck,
  resolveAllowed: (hostname: string) => Promise<readonly string[]>,
): Promise<UrlCheck> {
  if (check.ok || check.overridable === undefined) return check;
  const inside = await resolveAllowed(hostnameOf(check.overridable));
  return inside.length > 0 ? { ok: true, url: check.overridable, target: 'private' } : check;
}

/** The host as resolvers and certificates know it: IPv6 literals without their brackets. */
export function hostnameOf(url: URL): string {
  return url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname;
}

function parseUrl(text: string): URL | UrlRefusal {
  if (text.length > maxUrlCharacters) return 'too_long';
  // The parser would drop tabs and newlines and turn backslashes into slashes: the stored and the called URL would differ.
  if (/[\s\\\p{Cc}]/u.test(text) || !URL.canParse(text)) return 'not_a_url';
  const url = new URL(text);
  if (url.protocol !== 'https:') return 'not_https';
  if (url.username !== '' || url.password !== '') return 'has_credentials';
  if (text.includes('#')) return 'has_fragment';
  return url;
}

function hostRefusal(url: URL): UrlRefusal | undefined {
  const hostname = hostnameOf(url);
  if (parseAddress(hostname) !== undefined || url.hostname.startsWith('[')) return 'host_is_address';
  const labels = hostname.split('.');
  if (labels.length < 2 || labels.includes('') || hostname.length > 253) return 'host_not_public';
  if (labels.some((label) => label.length > 63 || /[^a-z0-9_-]/.test(label))) return 'host_not_public';
  // A last label of digits is never delegated; some resolvers read such a name as an address.
  if (/^[0-9]+$/.test(labels.at(-1) ?? '')) return 'host_not_public';
  return privateSuffixes.some((suffix) => hostname.endsWith(suffix)) ? 'host_not_public' : undefined;
}

function portRefusal(url: URL): UrlRefusal | undefined {
  const port = url.port === '' ? 443 : Number(url.port);
  const allowed = port === 443 || port === 8443 || (port >= 1024 && !servicePorts.has(port));
  return allowed ? undefined : 'port_not_allowed';
}
