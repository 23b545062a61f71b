import { createHash } from 'node:crypto';
import { z } from 'zod';
import { exchange, isJudged, NoAnswer, shapeOf } from '../port/exchange.ts';
import { FawryRefusal, FawryUnanswered } from './read-error.ts';

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
    const what = shapeOf(path);
    const sent = exchange(`${this.access.url}${path}`, { method: body ? 'POST' : 'GET', body });
    const { status, json } = await sent.catch((thrown: unknown) => {
      throw thrown instanceof NoAnswer ? new FawryUnanswered(`${what}: ${thrown.message}`, thrown) : thrown;
    });
    const judged = Judged.safeParse(json);
    const isJudgement = status === 200 || isJudged(status);
    if (judged.success && isJudgement && judged.data.statusCode !== 200)
      throw new FawryRefusal(judged.data.statusCode, judged.data.statusDescription ?? '');
    const read = status === 200 ? answer.safeParse(json) : undefined;
    if (!read?.success) throw new FawryUnanswered(`${what}: an answer ${status} that cannot be read`, { isSent: true });
    return read.data;
  }
}
