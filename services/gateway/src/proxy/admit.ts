import { createHash, timingSafeEqual } from 'node:crypto';
import { apiVersions } from '@mizan/contracts';
import { Problem, type IdentityMinter } from '@mizan/service-kit';
import type { Request } from 'express';
import { contains } from '../network/address-ranges.ts';
import type { KnownKey } from '../api-keys/known-key.ts';
import type { KnownKeys } from '../api-keys/api-key-cache.ts';
import type { Limiter } from '../limits/limiter.ts';
import type { Exchange } from './request-context.ts';
import { pathOf, type Match, type Route, type RouteTable } from '../routing/route-table.ts';

/** What deciding about a request takes. */
export interface Gatekeeping {
  readonly table: RouteTable;
  readonly keys: KnownKeys;
  readonly minter: IdentityMinter;
  readonly operatorToken: string | undefined;
  /** Undefined where limits are lifted. */
  readonly limiter: Limiter | undefined;
}

const unsafeUrl = /[^\x21-\x7e]|^[^/]/; // RFC 3986 characters only, and no absolute form

/**
 * Decides whether a request may pass and as whom; afterwards the exchange knows its route, key, version and identity, and
 * the request's address has no segment that no id can look like.
 * Whoever has no key learns nothing about which paths there are.
 *
 * @throws Problem with the first reason against it, in the order of the guards
 */
export async function admit(by: Gatekeeping, request: Request, exchange: Exchange): Promise<Route> {
  if (unsafeUrl.test(request.url)) throw new Problem('invalid_request', 'The address of the request is malformed.');
  if (request.headers.host === undefined && request.httpVersion === '1.1')
    throw new Problem('invalid_request', 'The Host header is missing.'); // RFC 9112, 3.2
  const match = by.table.match(pathOf(request.url));
  const route = match?.path.byMethod.get(request.method === 'HEAD' ? 'GET' : request.method);
  exchange.path = match?.path;
  exchange.route = route;

  const presented = presentedKey(request);
  try {
    if (match?.path.isOperator && presentsToken(presented, by.operatorToken)) exchange.isOperator = true;
    else if (match?.path.isClient) await admitBuyer(by, exchange, presented, request.headers.origin);
    else if (!match?.path.isOpen) await admitMerchant(by, exchange, presented);
    if (route && exchange.key && !match?.path.isOperator) checkAccess(route, exchange.key);
  } catch (refusal) {
    countRefused(by, exchange, refusal);
    throw refusal;
  }
  count(by, exchange, route, exchange.key);

  // To a merchant the operator's paths are none.
  if (!match || (match.path.isOperator && !exchange.isOperator))
    throw new Problem('resource_missing', 'No such path.', { param: 'path' });
  if (!route) throw wrongMethod(request.method, match);
  request.url = match.pathname + request.url.slice(pathOf(request.url).length);
  if (!route.isOpen) exchange.apiVersion = versionOf(request, exchange.key);
  await by.limiter?.countAttempt(route, match.pathname, exchange);
  if (!route.isOpen) exchange.identity = await identify(by.minter, route, exchange);
  return route;
}

/** Counts a request against the limits; the operator's own and health checks count against none. */
function count(
  { limiter }: Gatekeeping,
  exchange: Exchange,
  route: Route | undefined,
  key: KnownKey | undefined,
): void {
  if (exchange.isOperator || route?.isProbe) return;
  exchange.hold(limiter?.admit({ key, clientIp: exchange.clientIp }, route));
}

/** A refused request counts too: as the account's when its key is good, else as its address's, which may end in 429. */
function countRefused(by: Gatekeeping, exchange: Exchange, refusal: unknown): void {
  const isForbidden = refusal instanceof Problem && refusal.status === 403;
  try {
    count(by, exchange, undefined, isForbidden ? exchange.key : undefined);
  } catch (tooMany) {
    if (!isForbidden) throw tooMany;
  }
}

/** What stands behind `Bearer`; an empty string for another scheme, undefined for no header at all. */
function presentedKey(request: Request): string | undefined {
  const header = request.headers.authorization;
  if (header === undefined) return undefined;
  return header.slice(0, 7).toLowerCase() === 'bearer ' ? header.slice(7).trim() : '';
}

const challenge = { 'WWW-Authenticate': 'Bearer realm="mizan"' };

async function admitMerchant(by: Gatekeeping, exchange: Exchange, presented: string | undefined): Promise<void> {
  if (presented === undefined)
    throw new Problem('authentication_required', 'Send your API key as Authorization: Bearer <key>.', {
      headers: challenge,
    });
  const key = await findKey(by, exchange, presented);
  if (!key) throw new Problem('authentication_required', 'The API key is not valid.', { headers: challenge });
  useKey(exchange, key);
}

/** Buyers show a client secret to the service that knows the record; a key is checked only where one is sent. */
async function admitBuyer(
  by: Gatekeeping,
  exchange: Exchange,
  presented: string | undefined,
  origin: string | undefined,
): Promise<void> {
  if (presented === undefined) return;
  const key = await findKey(by, exchange, presented);
  if (!key) throw new Problem('invalid_api_key', 'The publishable key is not valid.', { headers: challenge });
  useKey(exchange, key);
  if (origin !== undefined && key.allowedOrigins && !key.allowedOrigins.has(origin))
    throw new Problem('permission_denied', 'This publishable key may not be used by pages of this origin.');
}

/** An address that shows one invalid key after the other may not have another one looked up; keys in use still pass. */
async function findKey({ keys, limiter }: Gatekeeping, { clientIp }: Exchange, presented: string) {
  if (limiter && !keys.remembers(presented)) limiter.checkBadKeys(clientIp);
  const key = await keys.find(presented);
  if (!key) limiter?.noteBadKey(clientIp);
  return key;
}

function useKey(exchange: Exchange, key: KnownKey): void {
  exchange.key = key;
  if (key.isRevoked || key.expiresAtMs <= Date.now())
    throw new Problem('api_key_inactive', `The API key ${key.isRevoked ? 'was revoked' : 'has expired'}.`, {
      headers: challenge,
    });
  if (key.allowedFrom && !contains(key.allowedFrom, exchange.clientIp))
    throw new Problem('permission_denied', 'This API key may not be used from this address.');
}

function wrongMethod(method: string, { path }: Match): Problem {
  const headers = { Allow: path.allow };
  return new Problem('invalid_request', `${method} is not possible here; ${path.allow} is.`, { status: 405, headers });
}

function checkAccess(route: Route, key: KnownKey): void {
  if (key.type === 'PUBLISHABLE' && route.audience !== 'client')
    throw new Problem(
      'permission_denied',
      'Publishable keys are valid only under /client. Use a secret key from your server.',
    );
  if (route.audience === 'test' && key.scope.livemode)
    throw new Problem('resource_missing', 'No such path in live mode.', { param: 'path' });
  if (route.permission && !key.permissions.has(route.permission))
    throw new Problem('permission_denied', `The API key lacks the permission ${route.permission}.`);
  if (route.takesMoney && key.scope.livemode && !key.livePaymentsEnabled)
    throw new Problem('merchant_not_activated', 'Live payments are not enabled for this account.');
}

function versionOf(request: Request, key: KnownKey | undefined): string {
  const asked = request.headers['api-version'];
  if (asked === undefined) return key?.apiVersion ?? apiVersions[apiVersions.length - 1] ?? '';
  if (!(apiVersions as readonly unknown[]).includes(asked))
    throw new Problem('parameter_invalid', `Api-Version must be one of ${apiVersions.join(', ')}.`, {
      param: 'Api-Version',
    });
  return String(asked);
}

/** Equal digests, compared in constant time, so that neither the token nor its length can be felt for. */
function presentsToken(presented: string | undefined, token: string | undefined): boolean {
  if (presented === undefined || token === undefined) return false;
  return timingSafeEqual(digestOf(presented), digestOf(token));
}

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();

function identify(minter: IdentityMinter, route: Route, { key, isOperator }: Exchange): Promise<string> {
  if (isOperator) return minter.mint(route.service, 'operator', () => ({ ...nobody, kind: 'operator' }));
  if (route.audience !== 'client') {
    if (!key) throw new Error('bug: admitted without a key');
    return minter.mint(route.service, key.claimsName, () => key.claims);
  }
  if (!key) return minter.mint(route.service, 'buyer', () => ({ ...nobody, kind: 'client' }));
  return minter.mint(route.service, `buyer ${key.claimsName}`, () => ({
    ...key.claims,
    kind: 'client',
    permissions: [],
  }));
}

const nobody = {
  scope: undefined,
  keyId: undefined,
  keyType: undefined,
  permissions: [],
  apiVersion: undefined,
} as const;
