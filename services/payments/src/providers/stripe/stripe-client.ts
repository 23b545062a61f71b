import { createHash } from 'node:crypto';
import { BoundedMap, Problem } from '@mizan/service-kit';
import type { Stripe } from 'stripe';
import { isOfKey, isOfStripe, keyRefusal, missingPermissionOf, unanswered } from './read-error.ts';

/**
 * Timeout of one request. With one repetition, under the same idempotency key, two requests fit into the 15 s that a
 * provider's call has in all; a longer one is unknown and queried later.
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

  /** The client of a secret key. The SDK is loaded with the first, so that test mode does not load it. */
  async of(secretKey: string): Promise<Stripe> {
    const name = createHash('sha256').update(secretKey).digest('base64');
    const known = this.#clients.get(name);
    if (known) return known;
    const { Stripe } = await import('stripe');
    const { protocol, hostname, port } = new URL(this.#apiUrl);
    const api = new Stripe(secretKey, {
      protocol: protocol === 'http:' ? 'http' : 'https',
      host: hostname,
      ...(port === '' ? {} : { port }),
      timeout: timeoutMs,
      maxNetworkRetries: maxRetries,
      telemetry: false,
      appInfo: { name: 'Mizan' },
    });
    this.#clients.set(name, api);
    return api;
  }
}

/** An operator waits for the answer, before anything is changed. */
const accountTimeouts = { timeout: 4_000, maxNetworkRetries: 0 }; // milliseconds

/**
 * Reads from Stripe which account, `acct_…`, a secret key belongs to.
 *
 * @throws Problem `parameter_invalid`: the key is not accepted, or may not read its account; `internal_error` 503
 */
export async function readAccountId(client: Stripe): Promise<string> {
  const found = await client.accounts.retrieveCurrent({}, accountTimeouts).catch((thrown: unknown) => {
    if (!isOfStripe(thrown)) throw thrown;
    const refusal = accountRefusals[thrown.type];
    if (refusal) throw new Problem('parameter_invalid', refusal, { param: 'credentials.secretKey' });
    throw unanswered(thrown, 'Stripe');
  });
  return found.id;
}

/**
 * Refuses a restricted key that cannot read what payments need. What it may write shows only when it writes.
 *
 * @throws Problem `parameter_invalid` naming the permissions as Stripe does
 */
export async function assertPermissions(client: Stripe): Promise<void> {
  // Of objects that there are not. If Stripe looked for them before it refuses a key, nothing would be found lacking here.
  const reads = {
    PaymentIntents: client.paymentIntents.retrieve('pi_mizan', {}, accountTimeouts),
    PaymentMethods: client.paymentMethods.retrieve('pm_mizan', {}, accountTimeouts),
    'Confirmation tokens': client.confirmationTokens.retrieve('ctoken_mizan', {}, accountTimeouts),
  };
  const answers = await Promise.allSettled(Object.values(reads));
  const lacking = Object.keys(reads).flatMap((name, index) => {
    const answer = answers[index];
    const permission = answer?.status === 'rejected' ? missingPermissionOf(answer.reason) : undefined;
    if (permission === undefined) return [];
    return permission === '' ? name : `${name} (${permission})`;
  });
  if (lacking.length === 0) return;
  const message = `This restricted key may not read ${lacking.join(', ')}, which payments need. Grant it that permission at Stripe.`;
  throw new Problem('parameter_invalid', message, { param: 'credentials.secretKey' });
}

/** Whether Stripe refuses the key, tried now: a single refusal may be a fault of Stripe's own, and ends no connection. */
export async function refusesKey(client: Stripe): Promise<boolean> {
  try {
    await client.accounts.retrieveCurrent({}, accountTimeouts);
    return false;
  } catch (thrown) {
    return isOfStripe(thrown) && isOfKey(thrown);
  }
}

const accountRefusals: Readonly<Record<string, string>> = {
  StripeAuthenticationError: keyRefusal,
  StripePermissionError: 'This restricted key cannot read its account. Grant it read access to the account at Stripe.',
};
