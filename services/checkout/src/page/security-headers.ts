import type { PageCardEntry } from '@mizan/contracts';

/** What one page needs, and therefore what its policy allows. */
export interface PagePolicy {
  /** Marks the page's own script and styles; new for every response. */
  readonly nonce: string;
  /** Origins that may show the page in a frame; none for a hosted page. */
  readonly frameAncestors: readonly string[];
  /** True when buyers reach the platform by https. */
  readonly isSecure: boolean;
  /** Hosts that the provider's card field needs; absent on every page that shows none. */
  readonly cardEntry?: PageCardEntry['allows'] | undefined;
  /** True for a page of live mode: a provider's field may take the place of the form, in a frame of our own. */
  readonly hasField?: boolean;
  /** True for a page with wallets: on some devices their sheet is a window, which reports back to the page. */
  readonly hasWallets?: boolean;
}

/**
 * Headers of every page. The policy allows one script and one style by nonce, requests to ourselves, fonts of ours, pictures by https;
 * no inline code, no frames, no forms elsewhere, no string that becomes markup. There are no cookies to protect.
 *
 * A page with the provider's card field adds the provider's hosts. Script hosts are then listed one by one, because
 * `strict-dynamic` would let the provider's script load scripts of any host. Why strings may become markup there:
 * docs/adr/0016.
 */
export function securityHeaders({
  nonce,
  frameAncestors,
  isSecure,
  cardEntry,
  hasField,
  hasWallets,
}: PagePolicy): Record<string, string> {
  const frames = [...(hasField ? ["'self'"] : []), ...(cardEntry?.frames ?? [])];
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' ${cardEntry ? cardEntry.scripts.join(' ') : "'strict-dynamic'"}`,
    `style-src 'nonce-${nonce}'`,
    "img-src 'self' https:",
    "font-src 'self'",
    `connect-src ${["'self'", ...(cardEntry?.connections ?? [])].join(' ')}`,
    ...(frames.length > 0 ? [`frame-src ${frames.join(' ')}`] : []),
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${frameAncestors.length > 0 ? frameAncestors.join(' ') : "'none'"}`,
    "require-trusted-types-for 'script'",
    `trusted-types ${cardEntry ? 'default' : "'none'"}`,
  ];
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy.join('; '),
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': hasWallets ? 'same-origin-allow-popups' : 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), usb=()',
    ...(frameAncestors.length > 0 ? {} : { 'x-frame-options': 'DENY' }),
    ...(isSecure ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  };
}

/** Those that are exactly one origin, as a policy lists them: no wildcard, and no http in live mode. */
export const asOrigins = (origins: readonly string[], livemode: boolean): string[] =>
  origins.filter(
    (origin) =>
      /^https?:\/\/[a-z0-9.-]+(:\d+)?$/.test(origin) &&
      URL.parse(origin)?.origin === origin &&
      !(livemode && origin.startsWith('http:')),
  );
