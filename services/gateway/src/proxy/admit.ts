import { createHash, timingSafeEqual } from 'node:crypto';
import { apiVersions } from '@mizan/contracts';
import { Problem, type IdentityMinter } from '@mizan/service-kit';
import type { Request } from 'express';
import { contains } from '../network/address-ranges.ts';
import { describeUnknownKey } from '../api-keys/describe-unknown-key.ts';
import type { ApiKeyCache, CachedApiKey } from '../api-keys/api-key-cache.ts';
import type { Limiter } from '../limits/limiter.ts';
import type { RequestContext } from './request-context.ts';
import { pathOf, type Match, type Route, type RouteTable } from '../routing/route-table.ts';

/** What the decision about a request depends on. */
export interface AdmissionRules {
  readonly table: RouteTable;
  readonly keys: ApiKeyCache;
  readonly minter: IdentityMinter;
  readonly operatorToken: string | undefined;
  /** Undefined where rate limits are off. */
  readonly limiter: Limiter | undefined;
}

const unsafeUrl = /[^\x21-\x7e]|^[^/]/; // RFC 3986 characters only, and no absolute form

/**
 * Decides whether a request is allowed and with which identity. Afterwards the context holds its route, key, version and
 * identity, and path segments that cannot be ids are replaced by one that no record has. A caller without a key cannot find
 * out which paths exist, except those of the operator, which the published reference lists.
 *
 * @throws Problem for the first guard that refuses it, in this order
 */
export async function admit(rules: AdmissionRules, request: Request, context: RequestContext): Promise<Route> {
  if (unsafeUrl.test(request.url)) throw new Problem('invalid_request', 'The request URL is malformed.');
  if (request.headers.host === undefined && request.httpVersion === '1.1')
    throw new Problem('invalid_request', 'The Host header is missing.'); // RFC 9112, 3.2
  const match = rules.table.match(pathOf(request.url));
  const route = match?.path.byMethod.get(request.method === 'HEAD' ? 'GET' : request.method);
  context.path = match?.path;
  context.route = route;

  const presented = presentedKey(request);
  try {
    if (match?.path.isOperator && isOperatorToken(presented, rules.operatorToken)) context.isOperator = true;
    else if (match?.path.isClient) await admitBuyer(rules, request, context);
    else if (!match?.path.isOpen) await admitMerchant(rules, request, { context, presented });
    if (route && context.key && !match?.path.isOperator) assertAccess(route, context.key);
  } catch (refusal) {
    countRefusal(rules, context, refusal);
    throw refusal;
  }
  count(rules, context, { route, key: context.key });

  // For a merchant the operator's paths do not exist.
  if (!match || (match.path.isOperator && !context.isOperator)) throw missingPath(request, rules.table);
  if (!route) throw wrongMethod(request.method, match);
  request.url = match.pathname + request.url.slice(pathOf(request.url).length);
  if (!route.isOpen) context.apiVersion = versionOf(request, context.key);
  await rules.limiter?.countAttempt(route, match.pathname, context);
  if (!route.isOpen) context.identity = await identify(rules.minter, route, context);
  return route;
}

/** Counts a request against the limits; the operator's requests and health checks are not counted. */
function count(
  { limiter }: AdmissionRules,
  context: RequestContext,
  { route, key }: { readonly route?: Route | undefined; readonly key: CachedApiKey | undefined },
): void {
  if (context.isOperator || route?.isProbe) return;
  context.holdAdmission(limiter?.admit({ key, clientIp: context.clientIp }, route));
}

/**
 * Counts a refused request: for the account when its key is valid, otherwise for its address, which may turn it into a
 * 429.
 */
function countRefusal(rules: AdmissionRules, context: RequestContext, refusal: unknown): void {
  const isForbidden = refusal instanceof Problem && refusal.status === 403;
  try {
    count(rules, context, { key: isForbidden ? context.key : undefined });
  } catch (tooMany) {
    if (!isForbidden) throw tooMany;
  }
}

/** The token after `Bearer`; an empty string for another scheme, undefined without the header. */
function presentedKey(request: Request): string | undefined {
  const header = request.headers.authorization;
  if (header === undefined) return undefined;
  return header.slice(0, 7).toLowerCase() === 'bearer ' ? header.slice(7).trim() : '';
}

const schemeOf = ({ headers }: Request): string => (headers.authorization ?? '').split(' ')[0]?.toLowerCase() ?? '';

const challenge = { 'WWW-Authenticate': 'Bearer realm="mizan"' };

async function admitMerchant(
  rules: AdmissionRules,
  request: Request,
  { context, presented }: { readonly context: RequestContext; readonly presented: string | undefined },
): Promise<void> {
  if (presented === undefined) {
    const message = 'Send your API key as Authorization: Bearer <key>.';
    throw new Problem('authentication_required', message, { headers: challenge });
  }
  const key = await findKey(rules, context, presented);
  if (!key) {
    const message = describeUnknownKey(presented, schemeOf(request), context.path?.isOperator);
    throw new Problem('authentication_required', message, { headers: challenge });
  }
  assertKeyUsable(context, key);
}

/** Buyers send a client secret to the service that owns the record; a key is checked only when there is one. */
async function admitBuyer(rules: AdmissionRules, request: Request, context: RequestContext): Promise<void> {
  const { origin } = request.headers;
  const presented = presentedKey(request);
  if (presented === undefined) return;
  const key = await findKey(rules, context, presented);
  if (!key)
    throw new Problem('invalid_api_key', describeUnknownKey(presented, schemeOf(request)), { headers: challenge });
  assertKeyUsable(context, key);
  if (origin !== undefined && key.allowedOrigins && !key.allowedOrigins.has(origin))
    throw new Problem('permission_denied', 'This publishable key is not allowed for pages of this origin.');
}

/** Refuses an address with too many invalid keys before looking up another one; cached keys still pass. */
async function findKey({ keys, limiter }: AdmissionRules, { clientIp }: RequestContext, presented: string) {
  if (limiter && !keys.contains(presented)) limiter.assertFewBadKeys(clientIp);
  const key = await keys.find(presented);
  if (!key) limiter?.countBadKey(clientIp);
  return key;
}

function assertKeyUsable(context: RequestContext, key: CachedApiKey): void {
  context.key = key;
  const ending = key.isRevoked ? 'was revoked' : key.expiresAtMs <= Date.now() ? 'has expired' : undefined;
  if (ending) throw new Problem('api_key_inactive', `The API key ${ending}.`, { headers: challenge });
  if (key.allowedFrom && !contains(key.allowedFrom, context.clientIp))
    throw new Problem('permission_denied', `This API key is not allowed from ${context.clientIp}.`);
}

/** Only merchants' paths are suggested. */
function missingPath({ url }: Request, table: RouteTable): Problem {
  const meant = table.closest(pathOf(url));
  const advice = meant === undefined ? 'The reference at /docs lists those that exist.' : `Did you mean ${meant}?`;
  return new Problem('resource_missing', `No such path. ${advice}`, { param: 'path' });
}

const alternatives = new Intl.ListFormat('en', { type: 'disjunction' });

function wrongMethod(method: string, { path }: Match): Problem {
  const allowed = alternatives.format(path.byMethod.keys());
  const message = `${method} is not allowed on ${path.template}. Use ${allowed}.`;
  return new Problem('invalid_request', message, { status: 405, headers: { Allow: path.allow } });
}

const hasEither = ({ permissions }: CachedApiKey, { permission, otherPermission }: Route): boolean =>
  (permission !== null && permissions.has(permission)) ||
  (otherPermission !== null && permissions.has(otherPermission));

function assertAccess(route: Route, key: CachedApiKey): void {
  if (key.type === 'PUBLISHABLE' && route.audience !== 'client')
    throw new Problem(
      'permission_denied',
      'Publishable keys are valid only under /client. Use a secret key from your server.',
    );
  if (route.audience === 'test' && key.scope.livemode)
    throw new Problem('resource_missing', 'No such path in live mode.', { param: 'path' });
  if (route.permission && !hasEither(key, route))
    throw new Problem('permission_denied', `The API key lacks the permission ${route.permission}.`);
  if (route.acceptsMoney && key.scope.livemode && !key.livePaymentsEnabled)
    throw new Problem('merchant_not_activated', 'Live payments are not enabled for this account.');
}

function versionOf(request: Request, key: CachedApiKey | undefined): string {
  const requested = request.headers['api-version'];
  if (requested === undefined) return key?.apiVersion ?? apiVersions[apiVersions.length - 1] ?? '';
  if (!(apiVersions as readonly unknown[]).includes(requested))
    throw new Problem('parameter_invalid', `Api-Version must be one of ${apiVersions.join(', ')}.`, {
      param: 'Api-Version',
    });
  return String(requested);
}

/** Compares digests in constant time, so that neither the token nor its length can be guessed from timing. */
function isOperatorToken(presented: string | undefined, token: string | undefined): boolean {
  if (presented === undefined || token === undefined) return false;
  return timingSafeEqual(digestOf(presented), digestOf(token));
}

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();

function identify(minter: IdentityMinter, route: Route, { key, isOperator }: RequestContext): Promise<string> {
  if (isOperator) return minter.mint(route.service, 'operator', () => ({ ...noIdentity, kind: 'operator' }));
  if (route.audience !== 'client') {
    if (!key) throw new Error('bug: admitted without a key');
    return minter.mint(route.service, key.claimsName, () => key.claims);
  }
  if (!key) return minter.mint(route.service, 'buyer', () => ({ ...noIdentity, kind: 'client' }));
  const claims = () => ({ ...key.claims, kind: 'client', permissions: [] }) as const;
  return minter.mint(route.service, `buyer ${key.claimsName}`, claims);
}

const noIdentity = {
  scope: undefined,
  keyId: undefined,
  keyType: undefined,
  permissions: [],
  apiVersion: undefined,
} as const;
