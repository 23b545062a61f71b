import { jwtVerify } from 'jose';
import { z } from 'zod';
import type { ProviderNotice, SignedCallback } from '../port/adapter.ts';
import { chargeOfReference } from '../port/references.ts';

const Notification = z.object({
  order_id: z.string().nullish().catch(null),
  order_reference_id: z.string().nullish(),
  event_type: z.string().nullish(),
  order_status: z.string().nullish(),
});

const bringing = ['approved', 'authorised', 'captured', 'fully_captured', 'partially_captured'];
const changing = [...bringing, 'canceled', 'updated'];

/**
 * Reads a notification; undefined when its token is not signed with the notification token. The token says nothing about the
 * body, which therefore decides nothing but which charge is queried.
 */
export async function readCallback(
  notificationToken: string,
  { body, query }: Pick<SignedCallback, 'body' | 'query'>,
): Promise<ProviderNotice | undefined> {
  if (!(await isSigned(query['tamaraToken'], notificationToken))) return undefined;
  const {
    order_id: orderId,
    order_reference_id: reference,
    event_type: event,
    order_status: status,
  } = parse(body) ?? {};
  const id = chargeOfReference(reference);
  if (id === undefined) return { charge: null, refundId: null };
  const change = (event ?? status ?? '').replace(/^order_/, '');
  const bringsMoney = bringing.includes(change);
  return {
    charge: { id, bringsMoney, changesHold: changing.includes(change) },
    refundId: null,
    ...(bringsMoney && { paidReference: orderId ?? '' }),
  };
}

async function isSigned(token: string | undefined, secret: string): Promise<boolean> {
  if (token === undefined || secret === '') return false;
  try {
    await jwtVerify(token, new TextEncoder().encode(secret), { algorithms: ['HS256'] });
    return true;
  } catch {
    return false;
  }
}

function parse(body: Buffer): z.infer<typeof Notification> | undefined {
  try {
    return Notification.safeParse(JSON.parse(body.toString('utf8'))).data;
  } catch {
    return undefined;
  }
}
