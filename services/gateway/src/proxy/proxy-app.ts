import type { IncomingMessage } from 'node:http';
import { errorCodes, eventTypes, operations, serviceNames, type ServiceName } from '@mizan/contracts';
import {
  eventBytesHeader,
  isIdempotencyKey,
  parseEmitted,
  statusClass,
  toProblem,
  type IdentityMinter,
  type Metrics,
} from '@mizan/service-kit';
import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import type { KeyHomes } from '../idempotency/key-homes.ts';
import type { ApiKeyCache } from '../api-keys/api-key-cache.ts';
import { type Limiter, limitReasons, merchantKeyOf } from '../limits/limiter.ts';
import { admit, type AdmissionRules } from './admit.ts';
import { clientAddress } from '../network/client-address.ts';
import { clientPlace, type GeoRules } from '../network/client-place.ts';
import { RequestContext, contextOf } from './request-context.ts';
import { startDeadline } from './deadline.ts';
import { refuseWith, type RefusalOptions } from './refuse.ts';
import { ownHeaders } from './response-headers.ts';
import { pathOf, RouteTable, type KnownPath } from '../routing/route-table.ts';
import { ServiceProxy } from './service-proxy.ts';
import { upstreamHeaders } from './upstream-headers.ts';

/** What the public side of a running gateway is built from. */
export interface ProxyAppOptions extends RefusalOptions, GeoRules {
  /** Base address of every service, including the gateway's own internal one. */
  readonly urls: Readonly<Record<ServiceName, string>>;
  readonly keys: ApiKeyCache;
  readonly keyHomes: KeyHomes;
  readonly minter: IdentityMinter;
  readonly traceRatio: number;
  /** Undefined: the operator's surface is closed. */
  readonly operatorToken: string | undefined;
  /** Undefined where rate limits are off. */
  readonly limiter: Limiter | undefined;
  readonly metrics: Metrics;
}

export interface ProxyApp {
  readonly app: Express;
  /** Ends all streams; their clients reconnect. */
  endStreams(): void;
  /** Ends the streams of a key, and cuts its downloads off. */
  endResponsesOf(keyId: string): void;
  close(): void;
}

/** The public side of the platform: every request is either refused or admitted and forwarded to its service. */
export function proxyApp(options: ProxyAppOptions): ProxyApp {
  const rules: AdmissionRules = { table: new RouteTable(operations), ...options };
  const { limiter, metrics } = options;
  const countRefused = (reason: string, count = 1): void =>
    metrics.add('mizan.rate_limit.refusals', { 'mizan.reason': reason }, count);
  for (const reason of limitReasons) countRefused(reason, 0); // shown before the first refusal
  const refuse = refuseWith({ ...options, onLimited: (reason) => countRefused(reason) });
  const observe = ({ statusCode, headers }: IncomingMessage, { route }: RequestContext): void => {
    const emitted = parseEmitted(headers[eventBytesHeader]);
    if (emitted && route) limiter?.countEventBytes(emitted.scope, emitted.bytes, route);
    if (statusCode === 429) countRefused(String(headers['ratelimit-reason'] ?? 'service'));
  };
  const proxiesTo = ({ isOpenEnded } = { isOpenEnded: false }) =>
    Object.fromEntries(
      serviceNames.map((service) => [
        service,
        new ServiceProxy({
          service,
          url: options.urls[service],
          isHttps: options.isHttps,
          isOpenEnded,
          refuse,
          observe,
        }),
      ]),
    ) as Record<ServiceName, ServiceProxy>;
  const pools = {
    openEnded: proxiesTo({ isOpenEnded: true }),
    // Anyone can be a buyer, and send bodies as slowly as connections last, from any number of addresses.
    buyers: proxiesTo(),
    merchants: proxiesTo(),
  };
  const openEnded = new Set<Response>();

  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');

  // One handler for all steps: each Express layer costs more than most of the steps do.
  app.use(async function handle(request: Request, response: Response, next: NextFunction): Promise<void> {
    const context = startContext(request, response, options);
    const page = documentationPage(request, rules.table);
    if (page !== undefined) {
      sendTo(page, response, options.isHttps);
      return;
    }
    const path = request.method === 'OPTIONS' ? rules.table.match(pathOf(request.url))?.path : undefined;
    if (path?.isClient) {
      sendPreflight(response, path, options.isHttps);
      return;
    }
    const route = await admit(rules, request, context);
    if (context.isFinished) return; // the caller disconnected while its key was looked up
    request.headers = upstreamHeaders(request, context, route);
    await claimIdempotencyKey(options.keyHomes, request, context);
    if (context.isFinished) {
      void context.keyUse?.failed(); // nothing was forwarded
      return;
    }
    startDeadline({ request, response, refuse }, route.deadlineMs);
    const isOpenEnded = route.streams || route.downloads;
    if (isOpenEnded) {
      openEnded.add(response);
      response.once('close', () => openEnded.delete(response));
    }
    const isMerchant = context.isOperator || merchantKeyOf(context.key, route) !== undefined;
    const pool = isOpenEnded ? pools.openEnded : isMerchant ? pools.merchants : pools.buyers;
    pool[route.service].forward(request, response, next);
  });

  app.use(function refuseThrown(thrown: unknown, request: Request, response: Response, _next: NextFunction): void {
    refuse(request, response, toProblem(thrown));
  });

  return {
    app,
    endStreams: () => {
      for (const response of openEnded) if (contextOf(response).route?.streams) endStream(response);
    },
    endResponsesOf: (keyId) => {
      for (const response of openEnded) {
        const { key, route } = contextOf(response);
        if (key?.id !== keyId) continue;
        if (route?.streams) endStream(response);
        else response.destroy(); // a file without its end must not look whole
      }
    },
    close: () => {
      for (const pool of Object.values(pools)) for (const proxy of Object.values(pool)) proxy.close();
    },
  };
}

/**
 * Claims a merchant's idempotency key for the service of the request. An invalid key is left for the service to refuse; the
 * keys of buyers and operators belong to one path each and so to one service.
 *
 * @throws Problem `idempotency_key_in_use`: it was used for a request to another service
 */
async function claimIdempotencyKey(homes: KeyHomes, request: Request, context: RequestContext): Promise<void> {
  const { key, route } = context;
  const idempotencyKey = request.headers['idempotency-key'];
  const isMerchants = route?.audience === 'merchant' || route?.audience === 'test';
  if (typeof idempotencyKey !== 'string' || !isMerchants || !key) return;
  if (request.method === 'GET' || request.method === 'HEAD' || !isIdempotencyKey(idempotencyKey)) return;
  context.keyUse = await homes.claim(key.scope, idempotencyKey, route.service);
}

/**
 * Where a browser is led that opens the bare address of the platform, or an address below `/docs` that is no page. Programs get
 * the response of any unknown path.
 */
function documentationPage({ method, url, headers }: Request, table: RouteTable): string | undefined {
  const path = pathOf(url);
  const below = path === '/' ? '' : /^\/docs((?:\/[\w.-]+)*)\/?$/.exec(path)?.[1];
  if (below === undefined || table.match(path)) return undefined;
  const isPerson =
    (method === 'GET' || method === 'HEAD') &&
    headers.authorization === undefined &&
    /\btext\/html\b/.test(headers.accept ?? '');
  if (!isPerson) return undefined;
  const page = `/docs${below}`;
  return table.match(page) ? page : nearestPage(below);
}

/** The entry of an event or a code, or else the guide of the last name: its page says when there is none. */
function nearestPage(below: string): string {
  const [, reference = '', entry = ''] = /^\/(events|errors)\/(.+)$/.exec(below) ?? [];
  const known: readonly string[] = reference === 'events' ? eventTypes : errorCodes;
  return known.includes(entry) ? `/docs/${reference}#${entry}` : `/docs/guides/${below.split('/').pop() ?? ''}`;
}

function sendTo(path: string, response: Response, isHttps: boolean): void {
  const headers = ownHeaders(contextOf(response), isHttps);
  headers.push('Location', path, 'Vary', 'Accept', 'Cache-Control', 'no-store');
  response.writeHead(302, headers).end();
}

const preflightMaxAgeSeconds = 7_200; // the longest that Chromium caches
const allowedHeaders = 'Authorization, Client-Secret, Content-Type, Idempotency-Key, Api-Version';

/** Allows any page to call the client surface: what protects a checkout there is its secret. */
function sendPreflight(response: Response, path: KnownPath, isHttps: boolean): void {
  const context = contextOf(response);
  context.path = path;
  const headers = ownHeaders(context, isHttps);
  headers.push('Access-Control-Allow-Methods', path.allow);
  headers.push('Access-Control-Allow-Headers', allowedHeaders);
  headers.push('Access-Control-Max-Age', String(preflightMaxAgeSeconds));
  response.writeHead(204, headers).end();
}

/** Ends a stream cleanly after a whole number of chunks; one that has not started gets its ordinary response. */
function endStream(response: Response): void {
  const { incoming, upstream } = contextOf(response);
  if (!response.headersSent) return;
  incoming?.unpipe(response);
  response.end();
  upstream?.destroy();
}

function startContext(request: Request, response: Response, options: ProxyAppOptions): RequestContext {
  const context = new RequestContext(request, {
    clientIp: clientAddress(request, options.trustedProxies),
    clientPlace: clientPlace(request, options),
    traceRatio: options.traceRatio,
  });
  response.locals['context'] = context;
  options.metrics.add('http.server.active_requests', surface);
  response.once('close', () => {
    context.finish(response);
    measure(context, response, options.metrics);
    countUnseenEvents(context, response, options.limiter);
  });
  return context;
}

/** What a command counts for when the gateway does not see its response, bytes. */
const unseenEventBytes = 64 * 1024;

/** Counts a command whose caller left before the service responded, or that took too long: it may have emitted events. */
function countUnseenEvents(
  { key, route, upstream, incoming }: RequestContext,
  response: Response,
  limiter: Limiter | undefined,
): void {
  if (!key || !route || !upstream || incoming || ['GET', 'HEAD'].includes(response.req.method)) return;
  if (response.headersSent && response.statusCode !== 504) return; // refused before the service could change anything
  limiter?.countEventBytes(key.scope, unseenEventBytes, route);
}

const surface = { 'mizan.surface': 'public' };

/** Records how a request ended for its caller. Streams and downloads are left out: they last as long as their clients read. */
function measure(context: RequestContext, response: Response, metrics: Metrics): void {
  metrics.add('http.server.active_requests', surface, -1);
  const { route } = context;
  if (route?.isProbe || ((route?.streams || route?.downloads) && response.statusCode < 400)) return;
  metrics.record('http.server.request.duration', context.ageSeconds, {
    ...surface,
    'mizan.operation': route?.id ?? 'unknown',
    'http.response.status_class': response.headersSent ? statusClass(response.statusCode) : 'aborted',
  });
}
