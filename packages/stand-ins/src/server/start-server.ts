import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Fault, Faults } from './faults.ts';
import { findRoute, html, json, type Answer, type Route, type StandInRequest } from './route.ts';

interface Options {
  /** 0 or absent: any free port. */
  readonly port?: number;
  readonly routes: readonly Route[];
  /** Routes below `/_control`: for callers on this machine only, and never spoiled by a fault. */
  readonly controlRoutes: readonly Route[];
  readonly faults: Faults;
  /** How the provider answers a path it does not have, or a method that the path does not have. */
  readonly refuse: (reason: 'not_found' | 'method' | 'too_large', request: { readonly method: string }) => Answer;
  /** The provider's answer to what a route threw; nothing: it is a bug of the stand-in. */
  readonly answerThrown: (thrown: unknown) => Answer | undefined;
  /** Runs after each request that may have changed something, before the answer leaves: not after a GET. */
  readonly afterRequest: () => void;
}

/** A request as it was answered. */
export interface RequestRecord {
  readonly method: string;
  readonly path: string;
  /** 0: it was not answered. */
  readonly status: number;
}

export interface StandInServer {
  /** `http://127.0.0.1:…` */
  readonly url: string;
  /** Requests to the provider's API and pages, oldest first; without `/_control`. */
  readonly requests: readonly RequestRecord[];
  close(): Promise<void>;
}

const maxBodyBytes = 1024 * 1024;
const keptRequests = 10_000;

/** Serves a provider's routes on the loopback interface. */
export async function startServer(options: Options): Promise<StandInServer> {
  const requests: RequestRecord[] = [];
  const server = createServer((request, response) => {
    void serve(request, response).catch((thrown: unknown) => {
      if (request.complete) console.error(thrown); // otherwise the caller left in the middle of its request
      response.destroy();
    });
  });

  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const [path = '/', query = ''] = (incoming.url ?? '/').split(/\?(.*)/s); // `new URL` refuses some paths
    const isControl = path.startsWith('/_control');
    const method = incoming.method ?? 'GET';
    const body = await readBody(incoming);
    const request = { method, path, query: new URLSearchParams(query), headers: incoming.headers, params: {} };
    const work = async (): Promise<Answer> =>
      body === undefined
        ? options.refuse('too_large', request)
        : isControl && !isLocal(incoming)
          ? json(403, { message: 'The control is open to this machine only.' })
          : await handle({ ...request, body }, isControl ? options.controlRoutes : options.routes);
    const fault = isControl ? undefined : options.faults.take(method, path);
    const answer = fault ? await spoil(fault, work, response) : await work();
    if (!isControl) requests.push({ method, path, status: answer?.status ?? 0 });
    if (requests.length > keptRequests) requests.shift();
    if (answer) response.writeHead(answer.status, answer.headers).end(answer.body);
  }

  async function handle(request: StandInRequest, routes: readonly Route[]): Promise<Answer> {
    const { route, params, methods } = findRoute(routes, request.method, request.path);
    if (!route) return options.refuse(methods.length > 0 ? 'method' : 'not_found', request);
    try {
      return await route.handle({ ...request, params });
    } catch (thrown) {
      const answer = options.answerThrown(thrown);
      if (answer) return answer;
      console.error(thrown);
      return html(500, '<h1>The stand-in has a bug</h1>');
    } finally {
      if (request.method !== 'GET') options.afterRequest();
    }
  }

  await new Promise<void>((listening, failed) => {
    server.once('error', failed).listen(options.port ?? 0, '127.0.0.1', listening);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () => closed(server),
  };
}

/** Answers wrongly. Nothing is returned when the connection was closed instead. */
async function spoil(fault: Fault, work: () => Promise<Answer>, response: ServerResponse): Promise<Answer | undefined> {
  const done = fault.done ? await work() : undefined;
  switch (fault.effect) {
    case 'lost':
      response.destroy();
      return undefined;
    case 'reset':
      response.socket?.resetAndDestroy();
      return undefined;
    case 'slow': {
      const closed = new AbortController();
      response.once('close', () => closed.abort());
      await delay(fault.delayMs ?? 0, undefined, { signal: closed.signal }).catch(() => undefined);
      return done ?? work();
    }
    case 'html_500':
      return html(500, '<!doctype html><title>Server Error (500)</title><h1>Server Error (500)</h1>');
    case 'error_in_200':
      return json(200, fault.body ?? { success: false, message: 'An error occurred.' });
    case 'not_json':
      return { status: 200, headers: { 'content-type': 'application/json' }, body: '{"id": 1920364' };
    case 'redirect':
      return { status: 302, headers: { location: fault.location ?? 'https://example.com/' }, body: '' };
    case 'status':
      return json(fault.status ?? 503, fault.body ?? { detail: 'Service temporarily unavailable.' });
  }
}

/** Nothing when it is too large. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= maxBodyBytes) chunks.push(chunk);
  }
  return size > maxBodyBytes ? undefined : Buffer.concat(chunks).toString();
}

/**
 * Whether a program of this machine is calling, and not a web page: a page of another origin could reach this port, even
 * under a name of its own, but it names its origin or a host that is not this one.
 */
function isLocal({ socket, headers }: IncomingMessage): boolean {
  const isLoopback = /^(::1|(::ffff:)?127\.)/.test(socket.remoteAddress ?? '');
  const host = (headers.host ?? '').replace(/:\d+$/, '');
  const isOwnPage = headers.origin === undefined || headers.origin === `http://${headers.host}`;
  return isLoopback && ['127.0.0.1', 'localhost', '[::1]'].includes(host) && isOwnPage;
}

const closed = (server: Server): Promise<void> =>
  new Promise((done) => {
    server.close(() => done());
    server.closeAllConnections();
  });
