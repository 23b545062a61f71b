import { createHash } from 'node:crypto';
import { z } from 'zod';
import { FawryRefusal, FawryUnanswered } from './read-error.ts';

/** Three requests in a row fit into the 15 s that a provider's call has in all. */
const timeoutMs = 4_500;
const maxAnswerCharacters = 1_000_000;

/** What one connection calls Fawry with. */
export interface FawryAccess {
  /** Without a slash at the end. */
  readonly url: string;
  readonly merchantCode: string;
  readonly secureKey: string;
}

interface Call<Schema extends z.ZodType> {
  readonly path: string;
  /** Of a POST; without it the call is a GET. */
  readonly body?: object;
  /** The answer of a success; any other one is no answer. */
  readonly answer: Schema;
}

const Judged = z.object({ statusCode: z.coerce.number(), statusDescription: z.string().nullish() });

/** SHA-256 of the parts, one behind the other; absent ones are empty. */
export const signatureOf = (parts: readonly (string | null | undefined)[]): string =>
  createHash('sha256')
    .update(parts.map((part) => part ?? '').join(''))
    .digest('hex');

/** Piastres as Fawry signs amounts: pounds with exactly two decimals. */
export const amountText = (piastres: number): string => (piastres / 100).toFixed(2);

/**
 * Fawry's HTTP API. Every call throws `FawryRefusal` for a request that Fawry judged, also with HTTP 200, and
 * `FawryUnanswered` for everything that says nothing about what was done.
 */
export class FawryClient {
  readonly access: FawryAccess;

  constructor(access: FawryAccess) {
    this.access = access;
  }

  /** Signs with the secure key behind the parts. */
  sign(...parts: readonly (string | null | undefined)[]): string {
    return signatureOf([...parts, this.access.secureKey]);
  }

  /** Sent once. */
  async send<Schema extends z.ZodType>({ path, body, answer }: Call<Schema>): Promise<z.output<Schema>> {
    const what = path.replace(/[?].*$/, '');
    const { status, text } = await this.#exchange(path, body).catch((thrown: unknown) => {
      throw new FawryUnanswered(`${what}: ${nameOf(thrown)}`, { isSent: !neverConnected.includes(nameOf(thrown)) });
    });
    const parsed = parseJson(text);
    const judged = Judged.safeParse(parsed);
    const isJudgement = status === 200 || (status >= 400 && status < 500 && ![408, 425, 429].includes(status));
    if (judged.success && isJudgement && judged.data.statusCode !== 200)
      throw new FawryRefusal(judged.data.statusCode, judged.data.statusDescription ?? '');
    const read = status === 200 ? answer.safeParse(parsed) : undefined;
    if (!read?.success) throw new FawryUnanswered(`${what}: an answer ${status} that cannot be read`, { isSent: true });
    return read.data;
  }

  async #exchange(path: string, body: object | undefined): Promise<{ status: number; text: string }> {
    const response = await fetch(`${this.access.url}${path}`, {
      method: body ? 'POST' : 'GET',
      redirect: 'manual', // an answer that leads elsewhere would carry the order there
      signal: AbortSignal.timeout(timeoutMs),
      headers: { accept: 'application/json', ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, text: text.length > maxAnswerCharacters ? '' : text };
  }
}

/** No connection was made, so nothing was sent. */
const neverConnected = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'];

/** What fetch threw, by name: its message may have the address. */
function nameOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return 'no answer';
  const { cause } = thrown;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : thrown.name;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
