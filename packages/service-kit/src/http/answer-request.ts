import { isList, listItemOf, type Call, type Operation } from '@mizan/contracts';
import type { Request } from 'express';
import { orRetryable, orTooSlow } from '../overload.ts';
import { execute, type Answer } from '../execute.ts';
import type { Handler, Input, OpenStream, Page } from '../handlers.ts';
import { withoutKey, type Identity } from '../identity/identity.ts';
import { networkOf } from '../identity/network-of.ts';
import { Problem } from '../problem.ts';
import { commonInput, header, parseInput } from './parse-request.ts';
import { nameMissing } from './name-missing.ts';
import { parseJson } from './read-body.ts';
import type { OpenFile, RequestLine } from './serve-request.ts';
import type { AnyHandler, ServiceAppOptions } from './service-app.ts';

/** A request, and the line that is logged about it. */
interface Received {
  readonly request: Request;
  readonly line: RequestLine;
}

/** Runs an operation for the caller that the identity names. @throws Problem `authentication_required`: it may not do this */
export async function answerOperation(
  options: ServiceAppOptions,
  { operation, handler }: { readonly operation: Operation; readonly handler: AnyHandler },
  { request, line }: Received,
): Promise<Answer | Page | OpenStream | OpenFile> {
  const open = operation.audience === 'page' || operation.audience === 'public' || operation.audience === 'provider';
  const identity = open ? anonymous : await options.verifier.verify(header(request, 'x-identity'));
  if (!open && (identity.issuer !== 'gateway' || !permits(identity, operation))) throw notPermitted();
  line.merchantId = identity.scope?.merchantId;
  const input = await parseInput(operation, request, { identity, requestId: line.requestId });
  if (options.requireKey === 'money' && movesMoney(operation, input) && input.idempotencyKey === undefined)
    throw new Problem('parameter_missing', 'Idempotency-Key is required: this request moves money.', {
      param: 'Idempotency-Key',
    });
  if (handler.kind === 'page') {
    const shown = handler.run({ db: options.run.db }, input);
    return operation.method === 'GET' ? orRetryable(shown) : shown;
  }
  if (handler.kind === 'stream') {
    if (!identity.scope) throw new Error('bug: a stream without merchant');
    return handler.run(options.run.db.reader(identity.scope), input);
  }
  if (handler.kind === 'download') {
    if (!identity.scope || !operation.downloads) throw new Error('bug: a download without merchant or content type');
    const { db } = options.run;
    const context = { reader: db.downloadReader(identity.scope), autocommit: db.autocommit(identity.scope) };
    return { ...(await orTooSlow(handler.run(context, input))), contentType: operation.downloads };
  }
  return execute(options.run, handler, {
    method: operation.method,
    path: request.path,
    successStatus: operation.status,
    listItem: listItemOf(operation.response),
    isList: isList(operation),
    explain: (thrown) => nameMissing(thrown, operation, input),
    ...keysOf(operation, input, request.path),
  });
}

const movesMoney = (operation: Operation, { body }: Input): boolean =>
  operation.movesMoney === 'confirm'
    ? (body as { readonly confirm: boolean }).confirm
    : operation.movesMoney !== undefined;

/**
 * Buyers and operators choose their own keys, which must collide neither with each other's nor with the merchant's. A
 * checkout's key is found only with its client secret. A payment link has none: a key that others guess is that of
 * the buyer's network, or, where money moves and a retry may come from another network, of the same body only.
 */
function keysOf(operation: Operation, input: Input, path: string): { input: Input; keyIsOfBody?: true } {
  const { audience } = operation;
  const key = input.idempotencyKey;
  if (key === undefined || (audience !== 'client' && audience !== 'operator')) return { input };
  const prefix = `${audience}→${path}→`;
  if (audience === 'operator' || input.headers['client-secret'] !== undefined)
    return { input: { ...input, idempotencyKey: prefix + key } };
  if (operation.movesMoney) return { input: { ...input, idempotencyKey: `${prefix}body→${key}` }, keyIsOfBody: true };
  return { input: { ...input, idempotencyKey: `${prefix}${networkOf(input.clientIp ?? '')}→${key}` } };
}

/** The gateway has checked all this already; a service that checks again does not depend on it. */
function permits(identity: Identity, operation: Operation): boolean {
  if (operation.audience === 'client' || operation.audience === 'operator') return identity.kind === operation.audience;
  if (identity.kind !== 'merchant' || !identity.scope) return false;
  const { permission, otherPermission } = operation;
  if (permission === null) return true;
  return [permission, otherPermission].some((each) => each !== undefined && identity.permissions.includes(each));
}

/** A call, and how its body is read. */
interface ReceivedCall {
  readonly request: Pick<Request, 'method' | 'headers'>;
  /** @throws Problem `invalid_request`: it is too large, or was cut off */
  readonly readBody: () => Promise<Buffer>;
  readonly line: RequestLine;
}

/** Answers a sibling's call for the merchant it names. @throws Problem `authentication_required`: it may not make this call */
export async function answerCall(
  options: ServiceAppOptions,
  { name, call, handler }: { readonly name: string; readonly call: Call; readonly handler: Handler<Input, unknown> },
  { request, readBody, line }: ReceivedCall,
): Promise<Answer> {
  const identity = await options.verifier.verify(header(request, 'x-identity'));
  if (identity.kind !== 'service' || !identity.scope || !call.from.includes(identity.issuer)) throw notPermitted();
  line.merchantId = identity.scope.merchantId;
  const parsed = call.request.safeParse(parseJson(await readBody()));
  if (!parsed.success)
    throw new Error(`bug: ${identity.issuer} called ${name} with a wrong request`, { cause: parsed.error });
  const common = commonInput(request, { identity, requestId: line.requestId });
  const input = { ...common, params: {}, query: {}, body: parsed.data };
  // Different callers may use equal keys, and none may collide with a merchant's own, which are printable ASCII.
  const keyed = input.idempotencyKey
    ? { ...input, idempotencyKey: `${identity.issuer}→${name}→${input.idempotencyKey}` }
    : input;
  return execute(options.run, handler, { method: 'CALL', path: name, successStatus: 200, isList: false, input: keyed });
}

const notPermitted = (): Problem => new Problem('authentication_required', 'No valid identity was presented.');

const anonymous: Identity = { kind: 'client', issuer: 'gateway', scope: undefined, ...withoutKey };
