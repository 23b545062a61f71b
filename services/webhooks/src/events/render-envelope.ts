import { currentApiVersion, type Event } from '@mizan/contracts';
import type { BusEvent } from '@mizan/service-kit';

/** Receivers and their frameworks commonly refuse bodies beyond this. */
const maxBodyBytes = 64 * 1024;

/**
 * Renders what endpoints receive, frozen from here on: the event as GET /events shows it. When the whole is larger than
 * 64 KiB, line items are left out from the end and `lineItemsTruncated: true` says so; the rest can be fetched.
 *
 * @param pendingWebhooks to how many endpoints it goes
 */
export function renderEnvelope(event: BusEvent, objectId: string, sequence: number, pendingWebhooks: number): string {
  const timestamp = event.time.toISOString();
  const envelope: Event = {
    id: event.id,
    object: 'event',
    type: event.type,
    timestamp,
    createdAt: timestamp,
    apiVersion: currentApiVersion,
    livemode: event.scope.livemode,
    merchantId: event.scope.merchantId,
    sequence,
    objectId,
    objectVersion: event.objectVersion,
    data: {
      object: event.object as Record<string, unknown>,
      ...(event.previousAttributes === undefined ? {} : { previousAttributes: event.previousAttributes }),
    },
    request: { id: event.requestId ?? null, idempotencyKey: event.idempotencyKey ?? null },
    pendingWebhooks,
  };
  const text = JSON.stringify(envelope);
  return Buffer.byteLength(text) <= maxBodyBytes ? text : withoutTail(envelope);
}

function withoutTail(envelope: Event): string {
  const { object } = envelope.data;
  const items = object['lineItems'];
  const render = (count: number) =>
    JSON.stringify({
      ...envelope,
      data: {
        ...envelope.data,
        object: { ...object, lineItems: (items as unknown[]).slice(0, count), lineItemsTruncated: true },
      },
    });
  if (!Array.isArray(items)) return JSON.stringify(envelope);
  let [fits, tooMany] = [0, items.length];
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2);
    if (Buffer.byteLength(render(middle)) <= maxBodyBytes) fits = middle;
    else tooMany = middle;
  }
  return render(fits);
}
