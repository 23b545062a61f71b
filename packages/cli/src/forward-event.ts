import { createHmac } from 'node:crypto';
import { causeOf } from './ask-api.ts';
import { CommandProblem } from './command-problem.ts';
import type { StreamedEvent } from './follow-events.ts';

/** What the platform grants an endpoint. */
const timeoutMs = 15_000;
const secretPrefix = 'whsec_';

/** What a handler made of an event. */
export interface Forwarded {
  /** Whether the platform would call it delivered. */
  readonly delivered: boolean;
  readonly statusCode: number | null;
  /** Why nothing was answered. */
  readonly error: string | null;
  readonly durationMs: number;
}

/**
 * Sends an event to a handler exactly as the platform does: the same bytes, the same headers, signed after Standard
 * Webhooks, no redirect followed, 15 seconds to answer 2xx.
 *
 * @param key of the secret that the handler verifies with
 */
export async function forwardEvent({ id, body }: StreamedEvent, url: string, key: Buffer): Promise<Forwarded> {
  const startedAtMs = performance.now();
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  const outcome = await fetch(url, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Mizan-Webhooks/1',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${signature}`,
      'webhook-attempt': '1',
    },
    body,
    signal: AbortSignal.timeout(timeoutMs),
  }).then(
    async (response) => {
      await response.body?.cancel();
      return { statusCode: response.status, error: null };
    },
    (failure: Error) => ({ statusCode: null, error: causeOf(failure) }),
  );
  const { statusCode } = outcome;
  const delivered = statusCode !== null && statusCode >= 200 && statusCode < 300;
  return { ...outcome, delivered, durationMs: Math.round(performance.now() - startedAtMs) };
}

/**
 * A signing secret that stays the same for a key, so that a handler's settings survive the next `mizan listen`. It says
 * nothing about the key.
 */
export const listenSecretOf = (apiKey: string): string =>
  secretPrefix + createHmac('sha256', apiKey).update('mizan listen').digest('base64');

/**
 * The key of a signing secret.
 *
 * @throws CommandProblem when it is none
 */
export function signingKeyOf(secret: string): Buffer {
  const encoded = secret.startsWith(secretPrefix) ? secret.slice(secretPrefix.length) : '';
  const key = Buffer.from(encoded, 'base64');
  if (key.length === 0) throw new CommandProblem('a signing secret begins with whsec_ and goes on in base64.');
  return key;
}
