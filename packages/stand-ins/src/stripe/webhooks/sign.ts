import { createHmac } from 'node:crypto';
import type { Callback } from '../../server/callback-sender.ts';

/** `t=…,v1=…`: the HMAC-SHA256 of the time, a dot and the body. @param at Unix seconds */
export const signatureOf = (secret: string, at: number, body: string): string =>
  `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`;

export const webhookHeaders = (secret: string, at: number, body: string): Callback['headers'] => ({
  'content-type': 'application/json; charset=utf-8',
  'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
  'stripe-signature': signatureOf(secret, at, body),
});

/** The same webhook as someone sends it who does not know the secret. */
export const forgeWebhook = (callback: Callback): Callback => ({
  ...callback,
  headers: { ...callback.headers, 'stripe-signature': signatureOf('whsec_forged', timeOf(callback), callback.body) },
});

/** Signs a repeated attempt again, as each attempt has its own time; a forged one stays forged. */
export function resignWebhook(secrets: readonly string[], callback: Callback, at: number): Callback['headers'] {
  const former = callback.headers['stripe-signature'];
  const secret = secrets.find((each) => signatureOf(each, timeOf(callback), callback.body) === former);
  return secret === undefined ? callback.headers : webhookHeaders(secret, at, callback.body);
}

/** When a webhook was signed, Unix seconds. */
const timeOf = ({ headers }: Callback): number => Number(/^t=(\d+)/.exec(headers['stripe-signature'] ?? '')?.[1]);
