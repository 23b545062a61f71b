import { bodyOf, type KeptBody } from '../events/event-body.ts';
import type { StoredEvent } from '../events/stored-event.entity.ts';

/** The columns of an event that a stream needs. */
export type StreamedRow = Pick<StoredEvent, 'id' | 'type'> & KeptBody;

/** An event as it is written to every reader. */
export interface Frame {
  readonly sequence: number;
  readonly text: string;
}

/**
 * One server-sent event (https://html.spec.whatwg.org/multipage/server-sent-events.html). The body is one line already:
 * JSON writes no line breaks, so what arrives as data is to the byte what webhooks carry.
 */
export const renderFrame = ({ id, type, ...kept }: StreamedRow): Frame => ({
  sequence: kept.sequence,
  text: `id: ${id}\nevent: ${type}\ndata: ${bodyOf(kept)}\n\n`,
});

/** A comment that keeps proxies from closing a silent connection. */
export const heartbeat = ': heartbeat\n\n';

/** An id without data: clients see no event, but send the id as `Last-Event-ID` if they reconnect before the first one. */
export const positionFrame = (sequence: number): string => `retry: 1000\nid: ${positionId(sequence)}\n\n`;

const positionDigits = 24;

/**
 * Identifies the position after a sequence number, whether or not that event exists. It has the form of an event's id but
 * cannot be one, whose first characters are its time.
 */
export const positionId = (sequence: number): string => `evt_${String(sequence).padStart(positionDigits, '0')}`;

/** The sequence number that a {@link positionId} names; undefined for the id of an event. */
export function sequenceOfPosition(id: string): number | undefined {
  const digits = /^evt_0{8}(\d{16})$/.exec(id)?.[1];
  const sequence = Number(digits);
  return digits !== undefined && Number.isSafeInteger(sequence) ? sequence : undefined;
}
