import type { WebhookDelivery } from '@mizan/contracts';
import { fragment, type Fragment } from '@mizan/service-kit';
import { bodyOf, type KeptBody } from '../events/event-body.ts';
import type { Delivery } from '../delivery/delivery.entity.ts';
import { requestHeaders } from '../sending/sign.ts';

/** What the API shows of a delivery: the attempt, what its event's body is made of and, until it is sent, the endpoint's current URL. */
export type DeliveryRow = Omit<Delivery, 'url'> & KeptBody & { readonly url: string };

/** The columns of an event that a {@link DeliveryRow} has: of a text only as much as is shown. @param event the alias of `events` */
export const shownBodyOf = (event: Fragment): Fragment =>
  fragment`left(${event}.body, ${shownBodyBytes}) as body, ${event}.packed, ${event}.sequence, ${event}.endpoints`;

const shownBodyBytes = 4 * 1024;

/** One attempt as the API shows it. The signature is omitted: permission to read deliveries must not allow forging one. */
export function toDeliveryResource(row: DeliveryRow): WebhookDelivery {
  const { statusCode = null, durationMs = null, error = null } = row;
  const nextAttemptAt = row.state === 'pending' ? row.nextAt : row.retryAt;
  return {
    id: row.id,
    object: 'webhook_delivery',
    webhookEndpointId: row.endpointId,
    eventId: row.eventId,
    eventType: row.eventType,
    attempt: row.attempt,
    status: row.state,
    request: {
      url: row.url,
      headers: requestHeaders({ ...row, sentAt: row.sentAt ?? row.attemptedAt ?? null }),
      body: firstBytes(bodyOf(row)),
    },
    response:
      statusCode === null ? null : { statusCode, headers: row.responseHeaders ?? {}, body: row.responseBody ?? '' },
    error,
    durationMs,
    createdAt: row.createdAt.toISOString(),
    attemptedAt: row.attemptedAt?.toISOString() ?? null,
    nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
    livemode: row.livemode,
  };
}

/** Truncates at a byte limit without splitting a character. */
function firstBytes(text: string): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= shownBodyBytes) return text;
  return new TextDecoder().decode(bytes.subarray(0, shownBodyBytes), { stream: true });
}
