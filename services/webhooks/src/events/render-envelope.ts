import { currentApiVersion, type Event } from '@mizan/contracts';
import { writeEventData, type BusEvent } from '@mizan/service-kit';

/** An envelope with gaps for the two numbers that are known only when it is stored. */
export interface Envelope {
  readonly beforeSequence: string;
  readonly beforePendingWebhooks: string;
  readonly end: string;
}

/** Renders what endpoints receive: the event as GET /events shows it, in the fields' documented order. */
export function renderEnvelope(event: BusEvent, objectId: string): Envelope {
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
  const about = { objectId, objectVersion: event.objectVersion } satisfies Partial<Event>;
  const request = { id: event.requestId ?? null, idempotencyKey: event.idempotencyKey ?? null };
  // Written again, so that an event of an earlier version of this software is bounded, too.
  const { text: data } = writeEventData(event.type, event);
  return {
    beforeSequence: `${JSON.stringify(first).slice(0, -1)},"sequence":`,
    beforePendingWebhooks: `,${JSON.stringify(about).slice(1, -1)},"data":${data},"request":${JSON.stringify(request)},"pendingWebhooks":`,
    end: '}',
  };
}
