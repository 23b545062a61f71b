import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { StripeLedger } from './stripe-ledger.test-support.ts';
import { StripeRefused, type Fields } from './stripe-objects.test-support.ts';

/** A local stand-in for Stripe's API: its paths, forms, idempotency keys and errors, as its reference documents them. */
export interface StripeDouble {
  /** Base address, for `MIZAN_STRIPE_API_URL`. */
  readonly url: string;
  /** What it holds, to look at and to act as a buyer. */
  ledger: StripeLedger;
  /** Accounts by the secret keys that open them; null: a restricted key that may do nothing. */
  readonly accounts: Map<string, string | null>;
  /** Requests that arrived, oldest first: `POST /v1/payment_intents`. */
  readonly requests: readonly string[];
  /** Idempotency keys that arrived, each once, oldest first. */
  readonly keys: ReadonlySet<string>;
  /** While set, every request is answered with this status, and nothing is done. */
  outage: number | undefined;
  /** While set, captures are made and nobody hears of it. */
  losesCaptures: boolean;
  /** While set, nothing is canceled, and cancellations are answered with 500. */
  failsCancels: boolean;
  /** Runs once, after the next cancellation was made and before it is answered, which it can prevent. */
  afterCancel: (() => Promise<'lost' | void>) | undefined;
  /** As Stripe forgets idempotency keys after a day. */
  forgetKeys(): void;
  /** Forgets everything. */
  reset(): void;
  close(): Promise<void>;
}

interface KeptAnswer {
  readonly request: string;
  readonly answer: Promise<Answer>;
  isDone: boolean;
}
interface Answer {
  readonly status: number;
  readonly body: unknown;
  /** The work is done and nobody hears of it. */
  readonly isLost?: boolean;
}

/** @param secretKey of its account; the only key that is accepted until a test adds others */
export async function startStripeDouble(secretKey: string): Promise<StripeDouble> {
  const kept = new Map<string, KeptAnswer>();
  const requests: string[] = [];
  const keys = new Set<string>();
  const accounts = new Map<string, string | null>([[secretKey, 'acct_atStripe']]);

  async function handle(request: IncomingMessage): Promise<Answer> {
    const url = new URL(request.url ?? '', 'http://stripe');
    const text = await bodyOf(request);
    requests.push(`${request.method} ${url.pathname}`);
    const isCancel = url.pathname.endsWith('/cancel');
    if (double.outage !== undefined || (double.failsCancels && isCancel))
      return { status: double.outage ?? 500, body: { error: { type: 'api_error', message: 'Try again.' } } };
    const account = accounts.get(request.headers.authorization?.slice('Bearer '.length) ?? '');
    if (account === undefined)
      return refusal(401, { type: 'invalid_request_error', message: 'Invalid API Key provided: sk_live_***' });
    if (account === null) return refusal(403, { type: 'invalid_request_error', message: 'The key may not do this.' });
    if (url.pathname === '/v1/account') return { status: 200, body: { id: account, object: 'account' } };
    const fields = fieldsOf(request.method === 'GET' ? url.search.slice(1) : text);
    const act = async (): Promise<Answer> => perform(double.ledger, request.method ?? '', url.pathname, fields);
    const key = request.headers['idempotency-key'];
    if (typeof key === 'string') keys.add(key);
    const answer =
      request.method === 'POST' && typeof key === 'string'
        ? await once(kept, key, `${url.pathname} ${text}`, act)
        : await act();
    const isLost = isCancel && (await takeAfterCancel()?.()) === 'lost';
    return isLost ? { ...answer, isLost } : answer;
  }

  function takeAfterCancel(): StripeDouble['afterCancel'] {
    const { afterCancel } = double;
    double.afterCancel = undefined;
    return afterCancel;
  }

  const server = createServer((request, response) => {
    void handle(request).then(({ status, body, isLost }) => {
      if (isLost || (double.losesCaptures && request.url?.endsWith('/capture'))) return void response.destroy();
      response.writeHead(status, { 'content-type': 'application/json', 'request-id': `req_${requests.length}` });
      response.end(JSON.stringify(body));
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const double: StripeDouble = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ledger: new StripeLedger(),
    accounts,
    requests,
    keys,
    outage: undefined,
    losesCaptures: false,
    failsCancels: false,
    afterCancel: undefined,
    forgetKeys: () => kept.clear(),
    reset: () => {
      kept.clear();
      keys.clear();
      double.ledger = new StripeLedger();
    },
    close: () => closed(server),
  };
  return double;
}

/**
 * Idempotency as Stripe documents it: the first answer under a key stands, whatever it was; other parameters under it are
 * refused; a second request while the first runs is a conflict.
 */
async function once(
  kept: Map<string, KeptAnswer>,
  key: string,
  request: string,
  act: () => Promise<Answer>,
): Promise<Answer> {
  const known = kept.get(key);
  if (known && known.request !== request)
    return refusal(400, {
      type: 'idempotency_error',
      message: 'Keys for idempotent requests can only be used with the same parameters they were first used with.',
    });
  if (known && !known.isDone)
    return refusal(409, { type: 'invalid_request_error', code: 'idempotency_key_in_use', message: 'In use.' });
  if (known) return known.answer;
  const entry: KeptAnswer = { request, answer: act(), isDone: false };
  kept.set(key, entry);
  const answer = await entry.answer;
  entry.isDone = true;
  return answer;
}

async function perform(ledger: StripeLedger, method: string, path: string, fields: Fields): Promise<Answer> {
  await new Promise(setImmediate); // requests that arrive together overlap
  const [, , resource = '', id = '', verb = ''] = path.split('/');
  try {
    const result = ledger.perform(method, resource, id, verb, fields);
    return { status: 200, body: result.object, isLost: result.isLost };
  } catch (thrown) {
    if (!(thrown instanceof StripeRefused)) throw thrown;
    return refusal(thrown.status, thrown.error);
  }
}

const refusal = (status: number, error: Fields): Answer => ({ status, body: { error } });

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** The pairs of a form with bracketed names, flat: `metadata[mizan_charge]`. */
const fieldsOf = (form: string): Fields => Object.fromEntries(new URLSearchParams(form));

const closed = (server: Server): Promise<void> =>
  new Promise((done) => {
    server.close(() => done());
    server.closeAllConnections();
  });
