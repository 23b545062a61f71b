import { Agent, type ClientRequest, type IncomingMessage } from 'node:http';
import { defaultMaxBodyBytes, type ServiceName } from '@mizan/contracts';
import { bodyTooLarge, closeUnread, codeOf, leavesMuchUnread, unreachable, type Problem } from '@mizan/service-kit';
import type { NextFunction, Request, Response } from 'express';
import { createProxyMiddleware, type Plugin, type RequestHandler } from 'http-proxy-middleware';
import { exchangeOf, type Exchange } from './request-context.ts';
import { ownHeaders, passedOnHeaders } from './response-headers.ts';
import { upstreamProblem } from './upstream-problem.ts';

/** Connections to one service for answers that end: beyond them requests wait here, where their deadline runs, and not in the service. */
const maxSockets = 256;
const maxFreeSockets = 64;
/** Less than a service keeps answering after SIGTERM, so that none is used in the moment the service closes it. */
const unusedMaxMs = 1_000;

export interface ServiceProxyOptions {
  readonly service: ServiceName;
  /** Base address of the service. */
  readonly url: string;
  readonly isHttps: boolean;
  /** For answers without an end, which must neither run out of connections nor take them from others. */
  readonly streams?: boolean;
  readonly refuse: (request: Request, response: Response, problem: Problem) => void;
}

/**
 * Passes requests to one service over kept-alive connections and its answers back. Whoever calls it has put the headers
 * for the service in the place of the caller's; bodies stream through unread.
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
      ...(options.streams ? {} : { maxSockets }),
    });
    const { protocol, hostname, port } = new URL(options.url);
    this.#middleware = createProxyMiddleware<Request, Response>({
      // As parts and not as a string: a string is parsed again for every request.
      target: { protocol, hostname: hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(port || 80) },
      agent: this.#agent,
      selfHandleResponse: true,
      ejectPlugins: true, // the default ones write every address twice into a log, and errors as plain text
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
    proxy.on('proxyReq', (upstream, request, response) => this.#begin(upstream, request, response));
    proxy.on('proxyRes', (answer, request, response) => this.#relay(answer, request, response));
    proxy.on('error', (error, request, response) => {
      if (request && response && 'locals' in response) this.#fail(error, request, response);
    });
    proxy.on('econnreset', () => undefined); // the caller went away; its log line says so
  };

  #begin(upstream: ClientRequest, request: Request, response: Response): void {
    const exchange = exchangeOf(response);
    exchange.upstream = upstream;
    if (response.writableEnded) {
      upstream.destroy(); // refused while it waited for a connection
      return;
    }
    if (request.headers['transfer-encoding'] === undefined) return;
    const maxBytes = exchange.route?.maxBodyBytes ?? defaultMaxBodyBytes;
    let read = 0; // a body of announced length was measured before it began
    request.on('data', (chunk: Buffer) => {
      read += chunk.length;
      if (read <= maxBytes || response.writableEnded) return;
      void exchange.keyStay?.failed();
      this.#options.refuse(request, response, bodyTooLarge(maxBytes));
      upstream.destroy();
    });
  }

  #relay(answer: IncomingMessage, request: Request, response: Response): void {
    if (response.headersSent) {
      answer.destroy();
      return;
    }
    const exchange = exchangeOf(response);
    exchange.answer = answer;
    if ((answer.statusCode ?? 502) < 400) this.#pass(answer, request, response);
    else afterFailure(exchange, () => this.#pass(answer, request, response));
  }

  #pass(answer: IncomingMessage, request: Request, response: Response): void {
    const exchange = exchangeOf(response);
    const problem = upstreamProblem(answer, exchange.route);
    if (problem || response.headersSent) {
      answer.resume();
      if (problem) this.#refuse(request, response, problem);
      return;
    }
    const cutOff = (): void => {
      if (!answer.complete) response.destroy(); // the caller must not wait for what will never come
    };
    if (answer.destroyed) return cutOff();
    const headers = ownHeaders(exchange, this.#options.isHttps);
    headers.push(...passedOnHeaders(answer.rawHeaders, exchange));
    if (leavesMuchUnread(request)) closeUnread(request, response); // the service has seen enough of the body
    response.writeHead(answer.statusCode ?? 502, headers);
    if (this.#options.streams) exchange.beginStream();
    answer.once('close', cutOff);
    answer.pipe(response);
  }

  /** Unless it was answered meanwhile. */
  #refuse(request: Request, response: Response, problem: Problem): void {
    if (!response.writableEnded) this.#options.refuse(request, response, problem);
  }

  #fail(error: Error, request: Request, response: Response): void {
    if (response.writableEnded) return;
    const exchange = exchangeOf(response);
    if (!exchange.isRetry && mayRepeat(error, request, response, exchange.upstream)) {
      exchange.isRetry = true;
      this.forward(request, response, (thrown) => this.#fail(thrown as Error, request, response));
      return;
    }
    const problem = unreachable(this.#options.service, error);
    const refuse = (): void => this.#refuse(request, response, problem);
    if (problem.status === 503) afterFailure(exchange, refuse);
    else refuse(); // whether its service goes on with it is not known
  }
}

/** Does `next` once it is noted that the request ended without success, so that a repeat finds its key free. */
function afterFailure({ keyStay }: Exchange, next: () => void): void {
  if (keyStay) void keyStay.failed().then(next);
  else next();
}

/**
 * A service that stops closes its idle connections, perhaps in the moment one is used again. A read without a body can
 * simply be sent once more.
 */
const mayRepeat = (error: Error, request: Request, response: Response, upstream: ClientRequest | undefined): boolean =>
  upstream?.reusedSocket === true &&
  codeOf(error) === 'ECONNRESET' &&
  (request.method === 'GET' || request.method === 'HEAD') &&
  request.complete &&
  !response.headersSent;
