import { currentApiVersion, type Event } from '@mizan/contracts';
import type { BusEvent } from '@mizan/service-kit';

/** Receivers and their frameworks commonly refuse bodies beyond this. */
const maxBodyBytes = 64 * 1024;

/** An envelope with gaps for the two numbers that are known only when it is stored. */
export interface Envelope {
  readonly beforeSequence: string;
  readonly beforePendingWebhooks: string;
  readonly end: string;
}

/**
 * Renders what endpoints receive: the event as GET /events shows it, in the fields' documented order. When the whole is
 * larger than 64 KiB, line items are omitted from the end and `lineItemsTruncated: true` is set; they can be
 * fetched.
 */
export function renderEnvelope(event: BusEvent, objectId: string): Envelope {
  const whole = render(event, objectId, event.object as Record<string, unknown>);
  return sizeOf(whole) <= maxBodyBytes ? whole : withoutTail(event, objectId);
}

function render(event: BusEvent, objectId: string, object: Record<string, unknown>): Envelope {
  const timestamp = event.time.toISOString();
  const first = {
    id: event.id,
    object: 'event',
    type: event.type,
    timestamp,
    createdAt: timestamp,
    apiVersion: currentApiVersion,
    livemode: event.scope.livemode,
    merchantId: event.scope.merchantId,
  } satisfies Partial<Event>;
  const { previousAttributes, mergedInto } = event;
  const rest = {
    objectId,
    objectVersion: event.objectVersion,
    data: {
      object,
      ...(previousAttributes === undefined ? {} : { previousAttributes }),
      ...(mergedInto === undefined ? {} : { mergedInto }),
    },
    request: { id: event.requestId ?? null, idempotencyKey: event.idempotencyKey ?? null },
  } satisfies Partial<Event>;
  return {
    beforeSequence: `${JSON.stringify(first).slice(0, -1)},"sequence":`,
    beforePendingWebhooks: `,${JSON.stringify(rest).slice(1, -1)},"pendingWebhooks":`,
    end: '}',
  };
}

/** Size in bytes, with the longest possible numbers. */
const sizeOf = ({ beforeSequence, beforePendingWebhooks }: Envelope): number =>
  Buffer.byteLength(beforeSequence + beforePendingWebhooks) + 24;

function withoutTail(event: BusEvent, objectId: string): Envelope {
  const object = event.object as Record<string, unknown>;
  const items = object['lineItems'];
  if (!Array.isArray(items)) return render(event, objectId, object);
  const keep = (count: number) =>
    render(event, objectId, { ...object, lineItems: items.slice(0, count), lineItemsTruncated: true });
  let [fits, tooMany] = [0, items.length];
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2);
    if (sizeOf(keep(middle)) <= maxBodyBytes) fits = middle;
    else tooMany = middle;
  }
  return keep(fits);
}
