import { calls as callTable, operations, type Call, type Operation, type ServiceName } from '@mizan/contracts';
import express, {
  type ErrorRequestHandler,
  type Express,
  type Request,
  type RequestHandler,
  type Response,
} from 'express';
import { execute, type Answer, type Execution } from '../execute.ts';
import type { Handler, Input, Page, PageHandler } from '../handlers.ts';
import type { Identity, IdentityVerifier } from '../identity/identity.ts';
import { newId } from '../ids.ts';
import { errorBody, Problem, resourceMissing, toProblem } from '../problem.ts';
import { log } from '../telemetry/log.ts';
import { SpanKind, startSpan } from '../telemetry/span.ts';
import { newWork, parseTraceparent, runWork } from '../telemetry/work.ts';
import { commonInput, header, parseInput } from './parse-request.ts';
import { closeUnread } from './close-unread.ts';
import { parseJson, readBody } from './read-body.ts';

type AnyHandler = Handler<Input, unknown> | PageHandler<Input>;

export interface ServiceAppOptions {
  service: ServiceName;
  routes: Readonly<Record<string, AnyHandler>>;
  answers: Readonly<Record<string, Handler<Input, unknown>>>;
  run: Execution;
  verifier: IdentityVerifier;
  /** Whether the service can take requests now. */
  isReady: () => Promise<boolean>;
}

/** The HTTP side of a service, made from the contract's rows: its operations, its answers to siblings, its health. */
export function serviceApp(options: ServiceAppOptions): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('case sensitive routing', true);
  app.get('/healthz', (_request, response) => void response.json({ status: 'ok' }));
  app.get('/readyz', (_request, response) => {
    void options
      .isReady()
      .then((ready) => response.status(ready ? 200 : 503).json({ status: ready ? 'ready' : 'not ready' }));
  });
  for (const [id, operation] of Object.entries(operations) as [string, Operation][]) {
    if (operation.service !== options.service) continue;
    const handler = options.routes[id];
    if (!handler) throw new Error(`bug: ${options.service} has no handler for ${id}`);
    const path = operation.path.replaceAll(/\{(\w+)\}/g, ':$1');
    mount(
      app,
      operation.method,
      path,
      serve(id, options, (request, line) => answerOperation(options, operation, handler, request, line)),
    );
  }
  for (const [name, call] of Object.entries(callTable) as [string, Call][]) {
    if (call.to !== options.service) continue;
    const handler = options.answers[name];
    if (!handler) throw new Error(`bug: ${options.service} does not answer ${name}`);
    mount(
      app,
      'POST',
      `/internal/calls/${name}`,
      serve(name, options, (request, line) => answerCall(options, name, call, handler, request, line)),
    );
  }
  app.use(
    serve('unknown', options, () => {
      throw new Problem('resource_missing', 'No such path.', { param: 'path' });
    }),
  );
  // Express throws for a path parameter that it cannot decode, which no id of ours can be.
  const undecodable: ErrorRequestHandler = (_error, request, response, next) =>
    serve('unknown', options, () => {
      throw resourceMissing();
    })(request, response, next);
  app.use(undecodable);
  return app;
}

function mount(app: Express, method: Operation['method'], path: string, handler: RequestHandler): void {
  const verb = method.toLowerCase() as 'get' | 'post' | 'patch' | 'put' | 'delete';
  app[verb](path, handler);
}

/** What the log line of a request says beside its outcome, filled in as it becomes known. */
interface RequestLine {
  readonly requestId: string;
  merchantId?: string | undefined;
}

type Serve = (request: Request, line: RequestLine) => Promise<Answer | Page>;

/** One request from first byte to log line: its work, its answer or its problem, nothing thrown past it. */
function serve(name: string, options: ServiceAppOptions, answer: Serve): RequestHandler {
  return (request, response) => {
    const startedAt = performance.now();
    const requestId = header(request, 'request-id') ?? newId('req');
    const parent = parseTraceparent(header(request, 'traceparent')) ?? newWork(0);
    const work = { ...parent, requestId, idempotencyKey: header(request, 'idempotency-key') };
    const traced = startSpan(work, `${options.service} ${name}`, SpanKind.SERVER, {
      'http.request.method': request.method,
      'http.route': name,
    });
    void runWork(traced.work, async () => {
      const about: RequestLine = { requestId };
      let problem: Problem | undefined;
      try {
        write(response, await answer(request, about));
      } catch (thrown) {
        problem = toProblem(thrown);
        writeProblem(response, problem, requestId, options.run.docsUrl);
      }
      traced.end({ 'http.response.status_code': response.statusCode });
      const durationMs = Math.round((performance.now() - startedAt) * 100) / 100;
      const line = {
        event: 'http.request',
        operation: name,
        merchantId: about.merchantId,
        status: response.statusCode,
        durationMs,
      };
      if (problem && problem.status >= 500) log.error({ ...line, code: problem.code, err: problem.cause ?? problem });
      else log.info(problem ? { ...line, code: problem.code, param: problem.param } : line);
    });
  };
}

function write(response: Response, result: Answer | Page): void {
  if ('headers' in result) {
    response.writeHead(result.status, result.headers).end(result.body);
    return;
  }
  const replayed = result.replayed ? { 'idempotent-replayed': 'true', 'original-request-id': result.requestId } : {};
  response
    .writeHead(result.status, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(result.body),
      ...replayed,
    })
    .end(result.body);
}

function writeProblem(response: Response, problem: Problem, requestId: string, docsUrl: string): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  if (problem.status === 413 && !response.req.complete) closeUnread(response.req, response);
  const retryAfter =
    problem.retryAfterSeconds === undefined ? {} : { 'retry-after': String(problem.retryAfterSeconds) };
  response.writeHead(problem.status, {
    'content-type': 'application/json; charset=utf-8',
    ...retryAfter,
    ...problem.headers,
  });
  response.end(JSON.stringify(errorBody(problem, requestId, docsUrl)));
}

async function answerOperation(
  options: ServiceAppOptions,
  operation: Operation,
  handler: AnyHandler,
  request: Request,
  line: RequestLine,
): Promise<Answer | Page> {
  const open = operation.audience === 'page' || operation.audience === 'public' || operation.audience === 'provider';
  const identity = open ? anonymous : await options.verifier.verify(header(request, 'x-identity'));
  if (!open && (identity.issuer !== 'gateway' || !permits(identity, operation))) throw notPermitted();
  line.merchantId = identity.scope?.merchantId;
  const input = await parseInput(operation, identity, request, line.requestId);
  if (handler.kind === 'page') return handler.run({ db: options.run.db, now: new Date() }, input);
  return execute(
    options.run,
    handler,
    { method: operation.method, path: request.path, successStatus: operation.status },
    operation.audience === 'client' ? withBuyersKey(input, request.path) : input,
  );
}

/** Buyers choose keys of their own: one buyer's must meet neither another's nor the merchant's. */
function withBuyersKey(input: Input, path: string): Input {
  return input.idempotencyKey === undefined
    ? input
    : { ...input, idempotencyKey: `client→${path}→${input.idempotencyKey}` };
}

/** The gateway has checked all this already; a service that checks again does not depend on it. */
function permits(identity: Identity, operation: Operation): boolean {
  if (operation.audience === 'client') return identity.kind === 'client';
  if (identity.kind !== 'merchant' || !identity.scope) return false;
  return operation.permission === null || identity.permissions.includes(operation.permission);
}

async function answerCall(
  options: ServiceAppOptions,
  name: string,
  call: Call,
  handler: Handler<Input, unknown>,
  request: Request,
  line: RequestLine,
): Promise<Answer> {
  const identity = await options.verifier.verify(header(request, 'x-identity'));
  if (identity.kind !== 'service' || !identity.scope || !call.from.includes(identity.issuer)) throw notPermitted();
  line.merchantId = identity.scope.merchantId;
  const parsed = call.request.safeParse(parseJson(await readBody(request)));
  if (!parsed.success) throw new Error(`bug: ${identity.issuer} asked ${name} wrongly`, { cause: parsed.error });
  const input = { ...commonInput(request, identity, line.requestId, []), params: {}, query: {}, body: parsed.data };
  // Different askers may use equal keys, and none may meet a merchant's own, which are printable ASCII.
  const keyed = input.idempotencyKey
    ? { ...input, idempotencyKey: `${identity.issuer}→${name}→${input.idempotencyKey}` }
    : input;
  return execute(options.run, handler, { method: 'CALL', path: name, successStatus: 200 }, keyed);
}

const notPermitted = (): Problem => new Problem('authentication_required', 'No valid identity was presented.');

const anonymous: Identity = {
  kind: 'client',
  issuer: 'gateway',
  scope: undefined,
  keyId: undefined,
  keyType: undefined,
  permissions: [],
  apiVersion: undefined,
};
