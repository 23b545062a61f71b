import { createHash } from 'node:crypto';
import { BoundedMap, Problem } from '@mizan/service-kit';
import type { Stripe } from 'stripe';
import { isOfStripe } from './read-error.ts';

/**
 * One attempt's patience. With one repetition, under the same idempotency key, two requests fit into the 15 s that a
 * provider's call has in all; what takes longer is unknown and asked about later.
 */
const timeoutMs = 6_000;
const maxRetries = 1;

/** Clients kept open, so that connections are used again; the oldest goes first. */
const maxClients = 200;

/** Opens clients of Stripe's API, one for each secret key. */
export class StripeClients {
  readonly #apiUrl: string;
  readonly #clients = new BoundedMap<Stripe>(maxClients);

  /** @param apiUrl where Stripe's API answers */
  constructor(apiUrl: string) {
    this.#apiUrl = apiUrl;
  }

  /** The client of a secret key. The SDK is loaded with the first: test mode never pays for it. */
  async of(secretKey: string): Promise<Stripe> {
    const name = createHash('sha256').update(secretKey).digest('base64');
    const known = this.#clients.get(name);
    if (known) return known;
    const { Stripe } = await import('stripe');
    const { protocol, hostname, port } = new URL(this.#apiUrl);
    const client = new Stripe(secretKey, {
      protocol: protocol === 'http:' ? 'http' : 'https',
      host: hostname,
      ...(port === '' ? {} : { port }),
      timeout: timeoutMs,
      maxNetworkRetries: maxRetries,
      telemetry: false,
      appInfo: { name: 'Mizan' },
    });
    this.#clients.set(name, client);
    return client;
  }
}

/** An operator waits for it, with nothing begun. */
const accountTimeouts = { timeout: 4_000, maxNetworkRetries: 0 }; // milliseconds

/**
 * Asks Stripe whose account a secret key opens.
 *
 * @returns its id at Stripe, `acct_…`
 * @throws Problem `parameter_invalid`: Stripe does not accept the key, or the key may not read its account
 * @throws Problem `internal_error` 503: Stripe does not answer; nothing happened
 */
export async function readAccountId(client: Stripe): Promise<string> {
  const found = await client.accounts.retrieveCurrent({}, accountTimeouts).catch((thrown: unknown) => {
    if (!isOfStripe(thrown)) throw thrown;
    const refusal = accountRefusals[thrown.type];
    if (refusal) throw new Problem('parameter_invalid', refusal, { param: 'secretKey' });
    throw new Problem('internal_error', 'Stripe does not answer. Nothing happened; retry shortly.', {
      status: 503,
      retryAfterSeconds: 1,
      cause: new Error(`Stripe: ${thrown.type} ${thrown.statusCode ?? ''}`),
    });
  });
  return found.id;
}

const accountRefusals: Readonly<Record<string, string>> = {
  StripeAuthenticationError: 'Stripe does not accept this key.',
  StripePermissionError: 'This restricted key may not read its account: allow it to at Stripe.',
};
