import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { ProviderNotice, SignedCallback } from '../port/adapter.ts';
import { chargeOfReference } from '../port/references.ts';
import type { Connection } from '../port/connection.ts';

/** Tabby signs nothing: it sends the header that was chosen when the address was registered. */
export const callbackHeader = 'x-mizan-callback-key';

/** The value of the header: derived, so that it is registered and compared without being stored. */
export const callbackKeyOf = (secretKey: string, callbackUrl: string): string =>
  createHmac('sha256', secretKey).update(`callbacks to ${callbackUrl}`).digest('base64url');

const Notification = z.object({
  id: z.string().nullish().catch(null),
  status: z.string(),
  captures: z.array(z.unknown()).nullish().catch(null),
  order: z.object({ reference_id: z.string().nullish() }).nullish(),
});

/**
 * Reads a notification; undefined when it has not the header's value. It decides nothing but which charge is queried: its owner's
 * other integrations are notified here, too.
 */
export function readCallback(
  { secrets }: Pick<Connection, 'secrets'>,
  callbackUrl: string,
  { body, headers }: Pick<SignedCallback, 'body' | 'headers'>,
): ProviderNotice | undefined {
  const { secretKey = '' } = secrets;
  const expected = Buffer.from(callbackKeyOf(secretKey, callbackUrl));
  const given = Buffer.from(headers[callbackHeader] ?? '');
  if (secretKey === '' || given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  const { id: paymentId, status = '', captures, order } = parse(body) ?? {};
  const id = chargeOfReference(order?.reference_id);
  if (id === undefined) return { charge: null, refundId: null };
  const isHeld = ['authorized', 'closed'].includes(status.toLowerCase());
  const hasMoney = isHeld && (status.toLowerCase() === 'authorized' || (captures ?? []).length > 0);
  return {
    charge: { id, bringsMoney: isHeld, changesHold: isHeld },
    refundId: null,
    ...(hasMoney && { paidReference: paymentId ?? '' }),
  };
}

function parse(body: Buffer): z.infer<typeof Notification> | undefined {
  try {
    return Notification.safeParse(JSON.parse(body.toString('utf8'))).data;
  } catch {
    return undefined;
  }
}
