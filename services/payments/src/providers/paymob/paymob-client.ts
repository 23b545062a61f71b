import { BoundedMap } from '@mizan/service-kit';
import { z } from 'zod';
import { exchange, isJudged, NoAnswer, shapeOf } from '../port/exchange.ts';
import { isRefusal, PaymobRefusal, PaymobUnanswered } from './read-error.ts';

/** Tokens live for 60 minutes. */
const tokenLifeMs = 55 * 60_000;
const maxTokens = 1_000;

/** What one connection calls Paymob with. */
export interface PaymobAccess {
  /** Base of the account's country, without a slash at the end. */
  readonly url: string;
  readonly apiKey: string;
  readonly secretKey: string;
}

interface Call<Schema extends z.ZodType> {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly body?: object;
  /** The answer of a success; any other one is no answer. */
  readonly answer: Schema;
}

interface KeptToken {
  readonly token: string;
  readonly until: number;
}

/** Bearer tokens by API key: shared by all clients of a process. */
export class PaymobTokens extends BoundedMap<KeptToken> {
  constructor() {
    super(maxTokens);
  }
}

/** What answers of `auth/tokens` have of use. */
const Authentication = z.object({ token: z.string().min(1), profile: z.object({ id: z.number() }).optional() });

/**
 * Paymob's HTTP API. Every call throws `PaymobRefusal` for a request that Paymob judged, and `PaymobUnanswered` for
 * everything that says nothing about what was done: no answer in time, 5xx, a redirect, a page, a success of another shape.
 */
export class PaymobClient {
  readonly access: PaymobAccess;
  readonly #tokens: PaymobTokens;

  constructor(access: PaymobAccess, tokens: PaymobTokens = new PaymobTokens()) {
    this.access = access;
    this.#tokens = tokens;
  }

  /** A call that moves money or prepares it, with the secret key. Sent once. */
  send<Schema extends z.ZodType>(call: Call<Schema>): Promise<z.output<Schema>> {
    return this.#request(call, `Token ${this.access.secretKey}`);
  }

  /** A call whose body has what authorizes it. Sent once. */
  sendOpenly<Schema extends z.ZodType>(call: Call<Schema>): Promise<z.output<Schema>> {
    return this.#request(call, undefined);
  }

  /** A call that changes no money, with a bearer token. Repeated once, under a new token where the present one is refused. */
  async read<Schema extends z.ZodType>(call: Call<Schema>): Promise<z.output<Schema>> {
    try {
      return await this.#request(call, `Bearer ${await this.#token()}`);
    } catch (thrown) {
      if (isRefusal(thrown) && thrown.status === 401) this.#tokens.delete(this.access.apiKey);
      else if (!(thrown instanceof PaymobUnanswered)) throw thrown;
      return this.#request(call, `Bearer ${await this.#token()}`);
    }
  }

  /** Exchanges the API key; a number for the account that it belongs to, where Paymob names it. */
  async authenticate(): Promise<{ readonly token: string; readonly profileId: number | undefined }> {
    const { apiKey } = this.access;
    const { token, profile } = await this.#request(
      { method: 'POST', path: '/api/auth/tokens', body: { api_key: apiKey }, answer: Authentication },
      undefined,
    );
    this.#tokens.set(apiKey, { token, until: performance.now() + tokenLifeMs });
    return { token, profileId: profile?.id };
  }

  async #token(): Promise<string> {
    const kept = this.#tokens.get(this.access.apiKey);
    return kept && kept.until > performance.now() ? kept.token : (await this.authenticate()).token;
  }

  async #request<Schema extends z.ZodType>(
    { method, path, body, answer }: Call<Schema>,
    authorization: string | undefined,
  ): Promise<z.output<Schema>> {
    const what = `${method} ${shapeOf(path)}`;
    const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
    const sent = exchange(`${this.access.url}${path}`, { method, headers, body });
    const { status, json } = await sent.catch((thrown: unknown) => {
      throw thrown instanceof NoAnswer ? new PaymobUnanswered(`${what}: ${thrown.message}`) : thrown;
    });
    // A conflict is of two requests at the same time: the other one may have done it.
    if (isJudged(status) && status !== 409 && json !== undefined) throw new PaymobRefusal(status, json);
    const read = status >= 200 && status < 300 ? answer.safeParse(json) : undefined;
    if (!read?.success) throw new PaymobUnanswered(`${what}: an answer ${status} that cannot be read`);
    return read.data;
  }
}
