import type { Event } from '@mizan/contracts';
import { askApi } from './ask-api.ts';

/** Events by their sequence numbers, both included. */
export interface EventRange {
  readonly first: number;
  readonly last: number;
}

/**
 * The events that happened at `since` or later, as far as they are stored; undefined when there are none. Asks for about
 * as many events as their number has binary digits.
 */
export async function findRange(
  { baseUrl, as }: { readonly baseUrl: string; readonly as: string },
  since: Date,
): Promise<EventRange | undefined> {
  /** @param place 1 for the newest */
  const eventAt = async (place: number) => {
    const path = `/events?limit=1&page=${place}`;
    const { data, totalCount } = await askApi<{ data: Event[]; totalCount: number }>({
      baseUrl,
      as,
      method: 'GET',
      path,
    });
    return { event: data[0], totalCount };
  };
  const isWithin = (event: Event | undefined): event is Event =>
    event !== undefined && Date.parse(event.createdAt) >= since.getTime();

  const { event: newest, totalCount } = await eventAt(1);
  if (!isWithin(newest)) return undefined;
  let oldest = newest;
  let [within, beyond] = [1, totalCount + 1];
  while (beyond - within > 1) {
    const middle = Math.floor((within + beyond) / 2);
    const { event } = await eventAt(middle);
    if (isWithin(event)) [within, oldest] = [middle, event];
    else beyond = middle;
  }
  return { first: oldest.sequence, last: newest.sequence };
}

const placeDigits = 24;

/** What the stream takes as `after` for the place before this sequence number. */
export const placeBefore = (sequence: number): string => `evt_${String(sequence - 1).padStart(placeDigits, '0')}`;
