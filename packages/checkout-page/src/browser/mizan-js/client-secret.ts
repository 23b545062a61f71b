import type { CheckoutSecret } from '@mizan/contracts';
import { rememberedSecret } from '../client/tab-memory.ts';

/** Names the checkout in the address that a bank or wallet sends the buyer back to. */
const parameter = 'checkout_session';

/** The session that a client secret belongs to. @throws TypeError for what is no client secret */
export function sessionOf(clientSecret: unknown): string {
  const id = typeof clientSecret === 'string' && /^(cs_\w+?)_secret_./.exec(clientSecret)?.[1];
  if (!id)
    throw new TypeError(
      `The client secret must be the clientSecret of a checkout session, cs_…_secret_…; it is ${nameOf(clientSecret)}.`,
    );
  return id;
}

function nameOf(value: unknown): string {
  if (typeof value !== 'string') return value === null ? 'null' : typeof value;
  if (/^https?:/.test(value)) return 'an address';
  return value.startsWith('cs_') ? 'the ID alone' : 'another text';
}

/** Where the buyer comes back to; undefined where the platform would refuse it: it is neither https nor on localhost. */
export function addressBack(address: string | undefined, id: string): string | undefined {
  const url = new URL(address ?? location.href, location.href);
  url.hash = '';
  url.searchParams.set(parameter, id);
  return url.protocol === 'https:' || (url.protocol === 'http:' && url.hostname === 'localhost') ? url.href : undefined;
}

/** @throws TypeError for none or two, or what is no client secret */
export function checkSecret({ clientSecret, fetchClientSecret }: CheckoutSecret): void {
  if (!clientSecret === !fetchClientSecret) throw new TypeError('Pass either clientSecret or fetchClientSecret.');
  if (clientSecret) sessionOf(clientSecret);
}

/** The secret of the checkout to show: that of a checkout the buyer returns to, before a new one is fetched. */
export async function findSecret(given: CheckoutSecret): Promise<string> {
  checkSecret(given);
  const secret: unknown = given.clientSecret ?? secretOfReturn() ?? (await given.fetchClientSecret?.());
  sessionOf(secret);
  return secret as string;
}

/**
 * The secret of the checkout that the buyer left for a bank and returned to, also when the page is reloaded after the payment: a
 * new session would show a paid order as unpaid. Otherwise the merchant's server has it.
 */
function secretOfReturn(): string | undefined {
  const id = new URLSearchParams(location.search).get(parameter);
  return (id && rememberedSecret.recall(id)) || undefined;
}
