import { createHash } from 'node:crypto';
import { BoundedMap } from '@mizan/service-kit';
import type { Stripe } from 'stripe';

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
