import { createHmac } from 'node:crypto';
import { causeOf } from '../api/send-once.ts';
import { CommandError } from '../terminal/command-error.ts';
import type { StreamedEvent } from './follow-events.ts';

/** Time that the platform gives a webhook endpoint to respond. */
const timeoutMs = 15_000;
const secretPrefix = 'whsec_';

/** The result of sending an event to a handler. */
export interface ForwardResult {
  /** Whether the platform would count it as delivered. */
  readonly delivered: boolean;
  readonly statusCode: number | null;
  /** Why there is no response. */
  readonly error: string | null;
  readonly durationMs: number;
}

/**
 * Sends an event to a handler exactly as the platform does: same bytes and headers, signed as Standard Webhooks, no
 * redirects, 15 seconds to respond with 2xx.
 *
 * @param signingKey key of the secret that the handler verifies with
 */
export async function forwardEvent(
  { id, body }: StreamedEvent,
  url: string,
  signingKey: Buffer,
): Promise<ForwardResult> {
  const startedAtMs = performance.now();
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const signature = createHmac('sha256', signingKey).update(`${id}.${timestamp}.${body}`).digest('base64');
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
 * The default signing secret of an API key. It is always the same, so that a handler needs no new setting for the next
 * `mizan listen`, and does not reveal the key.
 */
export const listenSecretOf = (apiKey: string): string =>
  secretPrefix + createHmac('sha256', apiKey).update('mizan listen').digest('base64');

/**
 * The key of a signing secret.
 *
 * @throws CommandError when the secret is invalid
 */
export function signingKeyOf(secret: string): Buffer {
  const encoded = secret.startsWith(secretPrefix) ? secret.slice(secretPrefix.length) : '';
  const key = Buffer.from(encoded, 'base64');
  if (key.length === 0) throw new CommandError('Invalid signing secret. It must be whsec_ followed by base64.');
  return key;
}
