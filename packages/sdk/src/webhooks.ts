import { createHmac, timingSafeEqual } from 'node:crypto';
import { MizanError } from './errors.ts';
import type { Event } from '../types.d.cts';

/** The event of a delivery: the same as `events.list` and `events.get` return. */
export type WebhookEvent = Event;

/** The check that failed. */
export type WebhookFailure =
  'header_missing' | 'body_parsed' | 'body_reserialized' | 'wrong_key_type' | 'clock_skew' | 'wrong_secret';

/** A delivery that failed verification. Do not trust it. */
export class WebhookVerificationError extends MizanError {
  override readonly name = 'WebhookVerificationError';
  readonly reason: WebhookFailure;

  constructor(reason: WebhookFailure, message: string) {
    super(message);
    this.reason = reason;
  }
}

/** Headers as Node, Express or the fetch API represent them. */
export type WebhookHeaders =
  { get(name: string): string | null } | Readonly<Record<string, string | readonly string[] | undefined>>;

const defaultToleranceSeconds = 300;
const secretPrefix = 'whsec_';
const keyMinBytes = 16; // the platform's have 32

/**
 * Verifies that a delivery comes from the platform (Standard Webhooks signatures) and returns its event.
 *
 * @param body exactly as received: bytes or text, never a parsed object
 * @param secret `whsec_…` of the endpoint, shown when it was created or its secret rotated
 * @throws WebhookVerificationError with the `reason`
 */
export function verifyWebhook(
  body: string | Uint8Array | ArrayBuffer,
  headers: WebhookHeaders,
  secret: string,
  { toleranceSeconds = defaultToleranceSeconds, now = new Date() }: { toleranceSeconds?: number; now?: Date } = {},
): WebhookEvent {
  const key = keyOf(secret);
  const text = textOf(body);
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerOf(headers, name),
  ) as [string, string, string];
  const matches = (candidate: string) => isSignedBy(key, `${id}.${timestamp}.${candidate}`, signatures);
  if (!matches(text)) throw explainMismatch(text, matches);
  const skewSeconds = Math.round(now.getTime() / 1_000 - Number(timestamp));
  if (!(Math.abs(skewSeconds) <= toleranceSeconds))
    throw refuse(
      'clock_skew',
      `The delivery is signed for a time ${Math.abs(skewSeconds)} s ${skewSeconds > 0 ? 'ago' : 'ahead'}: it is a replay, or the clock of this machine is wrong.`,
    );
  return JSON.parse(text) as WebhookEvent;
}

/**
 * The headers of a delivery of `body` as the platform would sign it now: for tests of a handler.
 *
 * @param id of the event, `evt_…`
 */
export function signWebhook(
  body: string | Uint8Array | ArrayBuffer,
  secret: string,
  id: string,
  now = new Date(),
): Record<string, string> {
  const text = textOf(body);
  const timestamp = String(Math.floor(now.getTime() / 1_000));
  const signature = createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.${text}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}

function textOf(body: unknown): string {
  if (typeof body === 'string') return body;
  if (body instanceof Uint8Array || body instanceof ArrayBuffer) return new TextDecoder().decode(body);
  if (body === undefined || body === null)
    throw refuse(
      'body_parsed',
      `The body is ${String(body)}: nothing has read it as text or bytes. In Express, use express.raw({ type: 'application/json' }).`,
    );
  throw refuse('body_parsed', 'The body was parsed before it was verified. Pass the bytes as they were received.');
}

function keyOf(secret: unknown): Buffer {
  if (typeof secret !== 'string' || secret === '') {
    // Never the value itself: it may be the secret as bytes.
    const found =
      secret === '' ? 'empty' : secret === undefined || secret === null ? String(secret) : `of type ${typeof secret}`;
    throw refuse('wrong_key_type', `The secret is ${found}: pass that of the webhook endpoint, whsec_….`);
  }
  if (/^(mz_)?(sk|rk|pk)_/.test(secret))
    throw refuse('wrong_key_type', 'This is an API key. Pass the secret of the webhook endpoint, whsec_….');
  if (!secret.startsWith(secretPrefix))
    throw refuse('wrong_key_type', 'The secret of a webhook endpoint starts with whsec_.');
  const encoded = secret.slice(secretPrefix.length);
  const key = Buffer.from(encoded, 'base64');
  // Text that is not base64, such as a placeholder, would become a short or empty key, with which anyone can sign.
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(encoded) || key.length < keyMinBytes)
    throw refuse('wrong_key_type', 'The secret is damaged: copy it again, from whsec_ to its end.');
  return key;
}

function headerOf(headers: WebhookHeaders | null | undefined, name: string): string {
  if (typeof headers !== 'object' || headers === null)
    throw refuse('header_missing', `The headers are ${String(headers)}: pass those of the request.`);
  const value =
    typeof headers.get === 'function'
      ? (headers.get as (name: string) => string | null)(name)
      : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  const single = typeof value === 'string' ? value : Array.isArray(value) ? String(value[0]) : undefined;
  if (!single) throw refuse('header_missing', `The header ${name} is missing: this is not a webhook delivery.`);
  return single;
}

function isSignedBy(key: Buffer, signed: string, signatures: string): boolean {
  const expected = createHmac('sha256', key).update(signed).digest();
  return signatures.split(' ').some((each) => {
    const given = Buffer.from(each.replace(/^v1,/, ''), 'base64');
    return each.startsWith('v1,') && given.length === expected.length && timingSafeEqual(given, expected);
  });
}

/** Deliveries are compact JSON, so a body in any other form was reserialized on its way. */
function explainMismatch(text: string, matches: (candidate: string) => boolean): WebhookVerificationError {
  const compact = compactOf(text);
  if (compact === undefined || compact !== text)
    return refuse(
      'body_reserialized',
      compact !== undefined && matches(compact)
        ? 'The body was parsed and serialized again: its content is genuine, but its bytes are not the ones that were signed. Pass the bytes as they were received.'
        : 'No signature matches, and deliveries are compact JSON, which this body is not. Pass the bytes as they were received, before any parser; if these are the bytes, the secret is that of another endpoint.',
    );
  return refuse(
    'wrong_secret',
    'No signature matches: this is the secret of another endpoint, or the body was changed.',
  );
}

function compactOf(text: string): string | undefined {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return undefined;
  }
}

const refuse = (reason: WebhookFailure, message: string) => new WebhookVerificationError(reason, message);
