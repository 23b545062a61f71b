import { calls as callTable, operations, type Call, type Operation, type ServiceName } from '@mizan/contracts';
import express, { type ErrorRequestHandler, type Express } from 'express';
import type { AnswerCall, CallAnswer, SentCall } from '../calls/local-services.ts';
import type { Execution } from '../execute.ts';
import type { DownloadHandler, Handler, Input, PageHandler, StreamHandler } from '../handlers.ts';
import type { IdentityVerifier } from '../identity/identity.ts';
import { Problem, resourceMissing } from '../problem.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { answerCall, answerOperation } from './answer-request.ts';
import { answerScrape } from './answer-scrape.ts';
import { readBody, wholeBody } from './read-body.ts';
import { serveCall, serveRequest } from './serve-request.ts';

/** The handler of an operation. */
export type AnyHandler = Handler<Input, unknown> | PageHandler<Input> | StreamHandler<Input> | DownloadHandler<Input>;

export interface ServiceAppOptions {
  service: ServiceName;
  routes: Readonly<Record<string, AnyHandler>>;
  answers: Readonly<Record<string, Handler<Input, unknown>>>;
  run: Execution;
  verifier: IdentityVerifier;
  /** Which operations an idempotency key is mandatory for. */
  requireKey: 'money' | undefined;
  readonly metrics: Metrics;
  /** Aborts when the process stops: files that are being downloaded are cut off. */
  readonly stopping: AbortSignal;
  /** Whether the service can accept requests now. */
  isReady: () => Promise<boolean>;
}

/** The two sides from which a service is asked. */
export interface ServiceApp {
  readonly app: Express;
  /** For the services that run in the same process. */
  readonly answerCall: AnswerCall;
}

/** A service's HTTP side, built from the contract's rows: its operations, its internal calls, its health. */
export function serviceApp(options: ServiceAppOptions): ServiceApp {
  const app = express();
  const answered = new Map<string, (sent: SentCall) => Promise<CallAnswer>>();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('case sensitive routing', true);
  app.get('/healthz', (_request, response) => void response.json({ status: 'ok' }));
  app.get('/readyz', (_request, response) => {
    void options
      .isReady()
      .then((ready) => response.status(ready ? 200 : 503).json({ status: ready ? 'ready' : 'not ready' }));
  });
  app.get('/metrics', (_request, response) => void answerScrape(options.metrics, response));
  for (const [id, operation] of Object.entries(operations) as [string, Operation][]) {
    if (operation.service !== options.service) continue;
    const handler = options.routes[id];
    if (!handler) throw new Error(`bug: ${options.service} has no handler for ${id}`);
    const verb = operation.method.toLowerCase() as 'get' | 'post' | 'patch' | 'put' | 'delete';
    app[verb](
      operation.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      serveRequest(id, options, (request, line) => answerOperation(options, { operation, handler }, { request, line })),
    );
  }
  for (const [name, call] of Object.entries(callTable) as [string, Call][]) {
    if (call.to !== options.service) continue;
    const handler = options.answers[name];
    if (!handler) throw new Error(`bug: ${options.service} does not answer ${name}`);
    const row = { name, call, handler };
    app.post(
      `/internal/calls/${name}`,
      serveRequest(name, options, (request, line) =>
        answerCall(options, row, { request, readBody: () => readBody(request), line }),
      ),
    );
    answered.set(name, (sent) =>
      serveCall(options, { ...sent, name }, (line) =>
        answerCall(options, row, {
          request: { method: 'POST', headers: sent.headers },
          readBody: () => wholeBody(sent.body),
          line,
        }),
      ),
    );
  }
  app.use(
    serveRequest('unknown', options, () => {
      throw new Problem('resource_missing', 'No such path.', { param: 'path' });
    }),
  );
  // Express throws for a path parameter that it cannot decode, which no id of ours can be.
  const undecodable: ErrorRequestHandler = (_error, request, response, next) =>
    serveRequest('unknown', options, () => {
      throw resourceMissing();
    })(request, response, next);
  app.use(undecodable);
  return {
    app,
    answerCall: (name, sent) => {
      const answer = answered.get(name);
      if (!answer) throw new Error(`bug: ${options.service} is not asked ${name}`);
      return answer(sent);
    },
  };
}
