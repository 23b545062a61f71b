import { fragment, packText, unpackText, type Fragment } from '@mizan/service-kit';
import type { Envelope } from './render-envelope.ts';
import type { StoredEvent } from './stored-event.entity.ts';

/** What the exact text of a stored event is made of. */
export type KeptBody = Pick<StoredEvent, 'body' | 'packed' | 'sequence' | 'endpoints'>;

/** No JSON text has it as it is. */
const gap = '\u0000';

/** The columns of a {@link KeptBody}. @param event the alias of `events` */
export const keptBodyOf = (event: Fragment): Fragment =>
  fragment`${event}.body, ${event}.packed, ${event}.sequence, ${event}.endpoints`;

/** How long the text is, bytes; of a packed one without its two numbers. @param event the alias of `events` */
export const bodyBytesOf = (event: Fragment): Fragment =>
  fragment`coalesce(octet_length(${event}.body), ${event}.packed_from)`;

/** An envelope as it is kept compressed: with gaps for the numbers that only the statement knows, which has columns for them. */
export function packEnvelope({ beforeSequence, beforePendingWebhooks, end }: Envelope) {
  const text = `${beforeSequence}${gap}${beforePendingWebhooks}${gap}${end}`;
  return { packed: packText(text), packedFrom: Buffer.byteLength(text) };
}

/** The exact text that is signed and sent. @throws Error when it is kept in a form of a newer version */
export function bodyOf({ body, packed, sequence, endpoints }: KeptBody): string {
  if (packed === null) {
    if (body === null) throw new Error('bug: an event without its text');
    return body;
  }
  const [beforeSequence = '', beforePendingWebhooks = '', end = ''] = unpackText(packed).split(gap);
  return `${beforeSequence}${sequence}${beforePendingWebhooks}${endpoints}${end}`;
}
