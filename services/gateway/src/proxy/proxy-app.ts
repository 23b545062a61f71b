import { operations, serviceNames, type ServiceName } from '@mizan/contracts';
import { statusClass, toProblem, type IdentityMinter, type Metrics, type Problem } from '@mizan/service-kit';
import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import type { AddressRanges } from '../network/address-ranges.ts';
import type { KeyHomes } from '../idempotency/key-homes.ts';
import type { KnownKeys } from '../api-keys/api-key-cache.ts';
import type { Limiter } from '../limits/limiter.ts';
import { admit, type Gatekeeping } from './admit.ts';
import { admitIdempotencyKey } from './admit-idempotency-key.ts';
import { answerPreflight } from './answer-preflight.ts';
import { clientAddress } from '../network/client-address.ts';
import { startDeadline } from './deadline.ts';
import { Exchange, exchangeOf } from './request-context.ts';
import { refuse } from './refuse.ts';
import { pathOf, RouteTable } from '../routing/route-table.ts';
import { ServiceProxy } from './service-proxy.ts';
import { upstreamHeaders } from './upstream-headers.ts';

export interface FrontOptions {
  /** Base address of every service, the gateway's own inner one included. */
  readonly urls: Readonly<Record<ServiceName, string>>;
  readonly keys: KnownKeys;
  readonly keyHomes: KeyHomes;
  readonly minter: IdentityMinter;
  /** What `doc_url` begins with. */
  readonly docsUrl: string;
  /** The public address is https, so browsers are told to stay there. */
  readonly isHttps: boolean;
  readonly traceRatio: number;
  readonly trustedProxies: AddressRanges;
  readonly operatorToken: string | undefined;
  readonly limiter: Limiter | undefined;
  readonly metrics: Metrics;
}

export interface FrontApp {
  readonly app: Express;
  /** Ends the streams, or those of one key: whoever may still read comes back. */
  endStreams(keyId?: string): void;
  close(): void;
}

/** The public side of the platform: every request is admitted or refused, and what is admitted passed to its service. */
export function frontApp(options: FrontOptions): FrontApp {
  const by: Gatekeeping = {
    table: new RouteTable(operations),
    keys: options.keys,
    minter: options.minter,
    operatorToken: options.operatorToken,
    limiter: options.limiter,
  };
  const sayNo = (request: Request, response: Response, problem: Problem): void =>
    refuse(request, response, problem, options.docsUrl, options.isHttps);
  const proxiesTo = (streams: boolean) =>
    Object.fromEntries(
      serviceNames.map((name) => [
        name,
        new ServiceProxy({ service: name, url: options.urls[name], isHttps: options.isHttps, streams, refuse: sayNo }),
      ]),
    ) as Record<ServiceName, ServiceProxy>;
  const [proxies, streamProxies] = [proxiesTo(false), proxiesTo(true)];
  const streams = new Set<Response>();

  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');

  // One handler, not one for each step: Express takes longer over a step than most of them do.
  app.use(async function handle(request: Request, response: Response, next: NextFunction): Promise<void> {
    const exchange = beginExchange(request, response, options);
    const path = request.method === 'OPTIONS' ? by.table.match(pathOf(request.url))?.path : undefined;
    if (path?.isClient) {
      answerPreflight(response, path, options.isHttps);
      return;
    }
    const route = await admit(by, request, exchange);
    if (exchange.isFinished) return; // the caller left while its key was looked up
    request.headers = upstreamHeaders(request.headers, request.method, exchange, route);
    await admitIdempotencyKey(options.keyHomes, request, exchange, route);
    if (exchange.isFinished) {
      void exchange.keyStay?.failed(); // nothing was passed on
      return;
    }
    exchange.deadline = startDeadline(request, response, route.deadlineMs, sayNo);
    if (route.streams) {
      streams.add(response);
      response.once('close', () => streams.delete(response));
    }
    (route.streams ? streamProxies : proxies)[route.service].forward(request, response, next);
  });

  app.use(function answerRefusal(thrown: unknown, request: Request, response: Response, _next: NextFunction): void {
    sayNo(request, response, toProblem(thrown));
  });

  return {
    app,
    endStreams: (keyId) => {
      for (const response of streams)
        if (keyId === undefined || exchangeOf(response).key?.id === keyId) endStream(response);
    },
    close: () => {
      for (const proxy of [...Object.values(proxies), ...Object.values(streamProxies)]) proxy.close();
    },
  };
}

/** Ends it cleanly, after a whole number of chunks; one that has not begun answers by itself. */
function endStream(response: Response): void {
  const { answer, upstream } = exchangeOf(response);
  if (!response.headersSent) return;
  answer?.unpipe(response);
  response.end();
  upstream?.destroy();
}

function beginExchange(request: Request, response: Response, options: FrontOptions): Exchange {
  const exchange = new Exchange(request, clientAddress(request, options.trustedProxies), options.traceRatio);
  response.locals['exchange'] = exchange;
  options.metrics.add('http.server.active_requests', surface);
  response.once('close', () => {
    exchange.finish(response);
    measure(exchange, response, options.metrics);
  });
  return exchange;
}

const surface = { 'mizan.surface': 'public' };

/** How a request ended, as its caller saw it. Streams end when their readers leave, which says nothing about us. */
function measure(exchange: Exchange, response: Response, metrics: Metrics): void {
  metrics.add('http.server.active_requests', surface, -1);
  const { route } = exchange;
  if (route?.isProbe || (route?.streams && response.statusCode < 400)) return;
  metrics.record('http.server.request.duration', exchange.ageSeconds, {
    ...surface,
    'mizan.operation': route?.id ?? 'unknown',
    'http.response.status_class': response.headersSent ? statusClass(response.statusCode) : 'aborted',
  });
}
