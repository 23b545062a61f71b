import { Agent, type ClientRequest, type IncomingMessage } from 'node:http';
import { defaultMaxBodyBytes, type ServiceName } from '@mizan/contracts';
import { bodyTooLarge, closeUnread, codeOf, leavesMuchUnread, Problem, unreachable } from '@mizan/service-kit';
import type { NextFunction, Request, Response } from 'express';
import { createProxyMiddleware, type Plugin, type RequestHandler } from 'http-proxy-middleware';
import type { Route } from '../routing/route-table.ts';
import type { Refuse } from './refuse.ts';
import { contextOf, type RequestContext } from './request-context.ts';
import { ownHeaders, relayedHeaders } from './response-headers.ts';

/** Connections to one service for one kind of caller, streams and downloads apart: further requests queue here, where their deadline runs, and not in the service. */
const maxSockets = 256;
const maxFreeSockets = 64;
/** Shorter than a service keeps serving after SIGTERM, so that no connection is reused just as the service closes it. */
const unusedMaxMs = 1_000;

export interface ServiceProxyOptions {
  readonly service: ServiceName;
  /** Base address of the service. */
  readonly url: string;
  readonly isHttps: boolean;
  /** For responses of any length, which must neither run out of connections nor use up those of other requests. */
  readonly isOpenEnded?: boolean;
  readonly refuse: Refuse;
  /** What a response says about the limits. */
  readonly observe: (incoming: IncomingMessage, context: RequestContext) => void;
}

/**
 * Forwards requests to one service over kept-alive connections and relays its responses. The request's headers must already
 * be those for the service; bodies stream through unread.
 */
export class ServiceProxy {
  readonly #options: ServiceProxyOptions;
  readonly #agent: Agent;
  readonly #middleware: RequestHandler<Request, Response>;

  constructor(options: ServiceProxyOptions) {
    this.#options = options;
    this.#agent = new Agent({
      keepAlive: true,
      timeout: unusedMaxMs,
      maxFreeSockets,
      ...(options.isOpenEnded ? {} : { maxSockets }),
    });
    const { protocol, hostname, port } = new URL(options.url);
    this.#middleware = createProxyMiddleware<Request, Response>({
      // As parts and not as a string: a string is parsed again for every request.
      target: { protocol, hostname: hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(port || 80) },
      agent: this.#agent,
      selfHandleResponse: true,
      ejectPlugins: true, // the default ones log every address twice and send errors as plain text
      plugins: [this.#listen],
    });
  }

  forward(request: Request, response: Response, next: NextFunction): void {
    void this.#middleware(request, response, next);
  }

  close(): void {
    this.#agent.destroy();
  }

  readonly #listen: Plugin<Request, Response> = (proxy) => {
    proxy.on('proxyReq', (upstream, request, response) => this.#start(upstream, request, response));
    proxy.on('proxyRes', (incoming, request, response) => this.#relay(incoming, request, response));
    proxy.on('error', (error, request, response) => {
      if (request && response && 'locals' in response) this.#fail(error, request, response);
    });
    proxy.on('econnreset', () => undefined); // the caller went away; its log line says so
  };

  #start(upstream: ClientRequest, request: Request, response: Response): void {
    const context = contextOf(response);
    context.upstream = upstream;
    if (response.writableEnded) {
      upstream.destroy(); // refused while it was queued for a connection
      return;
    }
    if (request.headers['transfer-encoding'] === undefined) return;
    const maxBytes = context.route?.maxBodyBytes ?? defaultMaxBodyBytes;
    let read = 0; // a body of declared length was checked before it was forwarded
    request.on('data', (chunk: Buffer) => {
      read += chunk.length;
      if (read <= maxBytes || response.writableEnded) return;
      void context.keyUse?.failed();
      this.#options.refuse(request, response, bodyTooLarge(maxBytes));
      upstream.destroy();
    });
  }

  #relay(incoming: IncomingMessage, request: Request, response: Response): void {
    const context = contextOf(response);
    context.incoming = incoming;
    this.#options.observe(incoming, context);
    if (response.headersSent) {
      incoming.destroy();
      return;
    }
    if ((incoming.statusCode ?? 502) < 400) this.#pass(incoming, request, response);
    else afterFailure(context, () => this.#pass(incoming, request, response));
  }

  #pass(incoming: IncomingMessage, request: Request, response: Response): void {
    const context = contextOf(response);
    const problem = upstreamProblem(incoming, context.route);
    if (problem || response.headersSent) {
      incoming.resume();
      if (problem) this.#refuse(request, response, problem);
      return;
    }
    const cutOff = (): void => {
      if (!incoming.complete) response.destroy(); // the rest will never come, so the caller must not wait for it
    };
    if (incoming.destroyed) return cutOff();
    const headers = ownHeaders(context, this.#options.isHttps);
    headers.push(...relayedHeaders(incoming.rawHeaders, context));
    if (leavesMuchUnread(request)) closeUnread(request, response); // the service has seen enough of the body
    response.writeHead(incoming.statusCode ?? 502, headers);
    if (this.#options.isOpenEnded) context.startOpenEnded();
    incoming.once('close', cutOff);
    incoming.pipe(response);
  }

  /** Refuses, unless a response was sent meanwhile. */
  #refuse(request: Request, response: Response, problem: Problem): void {
    if (!response.writableEnded) this.#options.refuse(request, response, problem);
  }

  #fail(error: Error, request: Request, response: Response): void {
    if (response.writableEnded) return;
    const context = contextOf(response);
    if (!context.isRetry && canRetry(error, request, response)) {
      context.isRetry = true;
      this.forward(request, response, (thrown) => this.#fail(thrown as Error, request, response));
      return;
    }
    const problem = unreachable(this.#options.service, error);
    const refuse = (): void => this.#refuse(request, response, problem);
    if (problem.status === 503) afterFailure(context, refuse);
    else refuse(); // the service may still be working on it
  }
}

/** Calls `next` once the failure is recorded, so that a retry finds its idempotency key free. */
function afterFailure({ keyUse }: RequestContext, next: () => void): void {
  if (keyUse) void keyUse.failed().then(next);
  else next();
}

/**
 * A stopping service closes its idle connections, perhaps just as one is reused. A read without a body can then safely be
 * sent again.
 */
const canRetry = (error: Error, request: Request, response: Response): boolean =>
  contextOf(response).upstream?.reusedSocket === true &&
  codeOf(error) === 'ECONNRESET' &&
  (request.method === 'GET' || request.method === 'HEAD') &&
  request.complete &&
  !response.headersSent;

/**
 * What is wrong with a service's response, if anything. An error that is not the specification's, or a 401 for the identity
 * that the gateway itself signed, is the platform's fault and not the merchant's.
 */
function upstreamProblem(incoming: IncomingMessage, route: Route | undefined): Problem | undefined {
  const status = incoming.statusCode ?? 502;
  if (status < 400 || !route || route.isOpen) return undefined;
  const contentType = incoming.headers['content-type'] ?? '';
  const isIdentityRefused = status === 401 && route.audience !== 'client';
  if (contentType.startsWith('application/json') && !isIdentityRefused) return undefined;
  return new Problem('internal_error', 'Something went wrong on our side. The request can be retried safely.', {
    cause: new Error(`${route.service} answered ${route.id} with ${status} ${contentType}`),
  });
}
