import type { z } from 'zod';
import { exchange, isJudged, NoAnswer, shapeOf } from './exchange.ts';

/** A request that a provider judged and refused: nothing was done. Its message is the provider's own text, for the merchant. */
export class ProviderRefusal extends Error {
  readonly status: number;

  constructor(status: number, text: string) {
    super(text.slice(0, 300) || `refused with ${status}`);
    this.name = 'ProviderRefusal';
    this.status = status;
  }
}

/** A provider did not answer, or not in a way that can be understood: what was sent may have been done. */
export class ProviderUnanswered extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ProviderUnanswered';
  }
}

export const isRefusal = (thrown: unknown): thrown is ProviderRefusal => thrown instanceof ProviderRefusal;

/** Whether the provider refused the credentials, and not the request. */
export const isOfCredentials = (thrown: unknown): boolean =>
  isRefusal(thrown) && (thrown.status === 401 || thrown.status === 403);

/** Whether the client threw it: an answer of the provider, or no answer. */
export const isOfProvider = (thrown: unknown): thrown is ProviderRefusal | ProviderUnanswered =>
  thrown instanceof ProviderRefusal || thrown instanceof ProviderUnanswered;

interface ClientOptions {
  /** Of the provider, for messages. */
  readonly name: string;
  /** Base address, without a slash at the end. */
  readonly url: string;
  /** Of every request. */
  readonly headers: Readonly<Record<string, string>>;
  /** The sentence of a refusal, from its body. */
  readonly textOf: (body: unknown) => string;
}

interface Call<Schema extends z.ZodType> {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
  /** The answer of a success; any other one is no answer. */
  readonly answer: Schema;
}

/**
 * The JSON API of a provider that judges requests by their HTTP status. A call throws `ProviderRefusal` for a request that was
 * judged, and `ProviderUnanswered` for everything that says nothing about what was done: no answer in time, 5xx, a redirect,
 * a page, a success of another shape.
 */
export class JsonClient {
  readonly #options: ClientOptions;

  constructor(options: ClientOptions) {
    this.#options = options;
  }

  /** Sent once. */
  async send<Schema extends z.ZodType>(call: Call<Schema>): Promise<z.output<Schema>> {
    const { name, url, headers, textOf } = this.#options;
    const { method, path, body, answer } = call;
    const what = `${name}: ${method} ${shapeOf(path)}`;
    const sent = exchange(`${url}${path}`, { method, headers: { ...headers, ...call.headers }, body });
    const { status, json } = await sent.catch((thrown: unknown) => {
      throw thrown instanceof NoAnswer ? new ProviderUnanswered(`${what}: ${thrown.message}`) : thrown;
    });
    if (isJudged(status) && json !== undefined) throw new ProviderRefusal(status, textOf(json));
    const read = status >= 200 && status < 300 ? answer.safeParse(json) : undefined;
    if (!read?.success) throw new ProviderUnanswered(`${what}: an answer ${status} that cannot be read`);
    return read.data;
  }

  /** For calls that change nothing: repeated once where there was no answer. */
  async read<Schema extends z.ZodType>(call: Call<Schema>): Promise<z.output<Schema>> {
    try {
      return await this.send(call);
    } catch (thrown) {
      if (thrown instanceof ProviderUnanswered) return this.send(call);
      throw thrown;
    }
  }
}
