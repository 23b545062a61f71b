import type { IncomingMessage } from 'node:http';
import { calls as callTable, operations, parseIssues, type Call, type Operation, type ServiceName } from '@mizan/contracts';
import express, { type Express, type Request, type RequestHandler, type Response } from 'express';
import { execute, type Answer, type Execution } from '../execute.ts';
import type { Handler, Input, Page, PageHandler } from '../handlers.ts';
import type { Identity, IdentityVerifier } from '../identity/identity.ts';
import { looksLikeId, newId } from '../ids.ts';
import { errorBody, Problem, resourceMissing, toProblem } from '../problem.ts';
import { log } from '../telemetry/log.ts';
import { SpanKind, startSpan } from '../telemetry/span.ts';
import { newWork, parseTraceparent, runWork } from '../telemetry/work.ts';
import { inspectText, parseJson, readBody } from './read-body.ts';

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
    void options.isReady().then((ready) => response.status(ready ? 200 : 503).json({ status: ready ? 'ready' : 'not ready' }));
  });
  for (const [id, operation] of Object.entries(operations) as [string, Operation][]) {
    if (operation.service !== options.service) continue;
    const handler = options.routes[id];
    if (!handler) throw new Error(`bug: ${options.service} has no handler for ${id}`);
    const path = operation.path.replaceAll(/\{(\w+)\}/g, ':$1');
    mount(app, operation.method, path, serve(id, options, (request) => answerOperation(options, operation, handler, request)));
  }
  for (const [name, call] of Object.entries(callTable) as [string, Call][]) {
    if (call.to !== options.service) continue;
    const handler = options.answers[name];
    if (!handler) throw new Error(`bug: ${options.service} does not answer ${name}`);
    mount(app, 'POST', `/internal/calls/${name}`, serve(name, options, (request) => answerCall(options, name, call, handler, request)));
  }
  app.use(
    serve('unknown', options, () => {
      throw new Problem('resource_missing', 'No such path.', { param: 'path' });
    }),
  );
  return app;
}

function mount(app: Express, method: Operation['method'], path: string, handler: RequestHandler): void {
  const verb = method.toLowerCase() as 'get' | 'post' | 'patch' | 'put' | 'delete';
  app[verb](path, handler);
}

/** One request from first byte to log line: its work, its answer or its problem, nothing thrown past it. */
function serve(name: string, options: ServiceAppOptions, answer: (request: Request) => Promise<Answer | Page>): RequestHandler {
  return (request, response) => {
    const startedAt = performance.now();
    const requestId = header(request, 'request-id') ?? newId('req');
    const parent = parseTraceparent(header(request, 'traceparent')) ?? newWork(0);
    const work = { ...parent, requestId, idempotencyKey: header(request, 'idempotency-key') };
    const traced = startSpan(work, `${options.service} ${name}`, SpanKind.SERVER, { 'http.request.method': request.method, 'http.route': name });
    void runWork(traced.work, async () => {
      const problem = await answer(request).then(
        (result) => write(response, result),
        (thrown: unknown) => writeProblem(response, toProblem(thrown), requestId, options.run.docsUrl),
      );
      traced.end({ 'http.response.status_code': response.statusCode });
      const line = { event: 'http.request', operation: name, status: response.statusCode, durationMs: Math.round((performance.now() - startedAt) * 100) / 100 };
      if (problem && problem.status >= 500) log.error({ ...line, code: problem.code, err: problem.cause ?? problem });
      else log.info(problem ? { ...line, code: problem.code, param: problem.param } : line);
    });
  };
}

const header = (request: IncomingMessage, name: string): string | undefined => {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
};

function write(response: Response, result: Answer | Page): undefined {
  if ('headers' in result) {
    response.writeHead(result.status, result.headers).end(result.body);
    return;
  }
  const replayed = result.replayed ? { 'idempotent-replayed': 'true', 'original-request-id': result.requestId } : {};
  response
    .writeHead(result.status, { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(result.body), ...replayed })
    .end(result.body);
}

function writeProblem(response: Response, problem: Problem, requestId: string, docsUrl: string): Problem {
  if (response.headersSent) {
    response.destroy();
    return problem;
  }
  const retryAfter = problem.retryAfterSeconds === undefined ? {} : { 'retry-after': String(problem.retryAfterSeconds) };
  response.writeHead(problem.status, { 'content-type': 'application/json; charset=utf-8', ...retryAfter, ...problem.headers });
  response.end(JSON.stringify(errorBody(problem, requestId, docsUrl)));
  return problem;
}

async function answerOperation(options: ServiceAppOptions, operation: Operation, handler: AnyHandler, request: Request): Promise<Answer | Page> {
  const open = operation.audience === 'page' || operation.audience === 'public' || operation.audience === 'provider';
  const identity = open ? anonymous : await options.verifier.verify(header(request, 'x-identity'));
  if (!open && (identity.issuer !== 'gateway' || identity.kind === 'service' || !permits(identity, operation)))
    throw new Problem('authentication_required', 'No valid identity was presented.');
  const input = await parseInput(operation, identity, request);
  if (handler.kind === 'page') return handler.run({ db: options.run.db, now: new Date() }, input);
  return execute(options.run, handler, { method: operation.method, path: request.path, successStatus: operation.status }, input);
}

/** The gateway has checked permissions already; a service that checks again does not depend on it. */
function permits(identity: Identity, operation: Operation): boolean {
  if (operation.audience === 'client') return identity.kind === 'client';
  if (identity.kind !== 'merchant') return false;
  return operation.permission === null || identity.permissions.includes(operation.permission);
}

async function answerCall(options: ServiceAppOptions, name: string, call: Call, handler: Handler<Input, unknown>, request: Request): Promise<Answer> {
  const identity = await options.verifier.verify(header(request, 'x-identity'));
  if (identity.kind !== 'service' || !call.from.includes(identity.issuer))
    throw new Problem('authentication_required', 'No valid identity was presented.');
  const parsed = call.request.safeParse(parseJson(await readBody(request)));
  if (!parsed.success) throw new Error(`bug: ${identity.issuer} asked ${name} wrongly`, { cause: parsed.error });
  const input = { ...commonInput(request, identity, []), params: {}, query: {}, body: parsed.data };
  // Different askers may use equal keys, and neither may meet a merchant's own.
  const keyed = input.idempotencyKey ? { ...input, idempotencyKey: `${identity.issuer}:${name}:${input.idempotencyKey}` } : input;
  return execute(options.run, handler, { method: 'CALL', path: name, successStatus: 200 }, keyed);
}

async function parseInput(operation: Operation, identity: Identity, request: Request): Promise<Input> {
  for (const [name, value] of Object.entries(request.params)) if (!looksLikeId(String(value))) throw resourceMissing(name);
  return {
    ...commonInput(request, identity, operation.forward ?? []),
    params: request.params,
    query: parseQuery(operation, request),
    body: await parseBody(operation, request),
  };
}

function commonInput(request: Request, identity: Identity, forward: readonly string[]) {
  const idempotencyKey = header(request, 'idempotency-key');
  if (idempotencyKey !== undefined && !/^[\x20-\x7e]{1,255}$/.test(idempotencyKey))
    throw new Problem('parameter_invalid', 'Idempotency-Key must be 1 to 255 printable ASCII characters.', { param: 'Idempotency-Key' });
  return {
    identity,
    headers: Object.fromEntries([...forward, 'accept-language'].map((name) => [name, header(request, name)])),
    requestId: header(request, 'request-id') ?? '',
    clientIp: header(request, 'x-client-ip'),
    idempotencyKey,
  };
}

function parseQuery(operation: Operation, request: Request): unknown {
  const at = request.url.indexOf('?');
  const given: Record<string, string> = {};
  if (at >= 0) {
    for (const [name, value] of new URLSearchParams(request.url.slice(at + 1))) {
      inspectText(name);
      inspectText(value);
      if (Object.hasOwn(given, name)) throw new Problem('parameter_invalid', `${name} was given more than once.`, { param: name });
      given[name] = value;
    }
  }
  if (!operation.query) return {};
  const parsed = operation.query.safeParse(given);
  if (!parsed.success) throw invalid(parsed.error, 'query');
  return parsed.data;
}

async function parseBody(operation: Operation, request: Request): Promise<unknown> {
  if (request.method === 'GET') return undefined;
  const raw = await readBody(request);
  if (!operation.body) return undefined;
  const given = raw.length === 0 ? {} : decode(operation, request, raw);
  const parsed = operation.body.safeParse(withoutEchoes(operation, given));
  if (!parsed.success) throw invalid(parsed.error, 'body');
  return parsed.data;
}

function decode(operation: Operation, request: Request, raw: Buffer): unknown {
  const type = (header(request, 'content-type') ?? '').split(';')[0]?.trim().toLowerCase();
  if (type === 'application/json') return parseJson(raw);
  if (operation.audience === 'page' && type === 'application/x-www-form-urlencoded') return Object.fromEntries(new URLSearchParams(raw.toString('utf8')));
  throw new Problem('invalid_request', 'Content-Type must be application/json.', { status: 415 });
}

/** Drops read-only fields, so that a client can send back what it read. */
function withoutEchoes(operation: Operation, given: unknown): unknown {
  if (!operation.echoes || given === null || typeof given !== 'object' || Array.isArray(given)) return given;
  const echoes = operation.echoes;
  return Object.fromEntries(Object.entries(given).filter(([name]) => !echoes.includes(name)));
}

function invalid(error: Parameters<typeof parseIssues>[0], where: 'body' | 'query'): Problem {
  const { code, message, param } = parseIssues(error, where);
  return new Problem(code, message, param === undefined ? {} : { param });
}

const anonymous: Identity = {
  kind: 'client',
  issuer: 'gateway',
  scope: undefined,
  keyId: undefined,
  keyType: undefined,
  permissions: [],
  apiVersion: undefined,
};
