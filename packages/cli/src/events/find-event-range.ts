import type { Event } from '@mizan/contracts';
import { sendRequest } from '../api/send-request.ts';

/** First and last sequence number of a range of events, inclusive. */
interface EventRange {
  readonly first: number;
  readonly last: number;
}

/** Finds the stored events created at `since` or later by binary search; undefined when there are none. */
export async function findEventRange(
  { baseUrl, apiKey }: { readonly baseUrl: string; readonly apiKey: string },
  since: Date,
): Promise<EventRange | undefined> {
  /** @param position 1 for the newest */
  const eventAt = async (position: number) => {
    const line = `GET /events?limit=1&page=${position}` as const;
    const access = { baseUrl, credential: apiKey };
    const { data, totalCount } = await sendRequest<{ data: Event[]; totalCount: number }>(access, line);
    return { event: data[0], totalCount };
  };
  const isInRange = (event: Event | undefined): event is Event =>
    event !== undefined && Date.parse(event.createdAt) >= since.getTime();

  const { event: newest, totalCount } = await eventAt(1);
  if (!isInRange(newest)) return undefined;
  let oldest = newest;
  let [inside, outside] = [1, totalCount + 1];
  while (outside - inside > 1) {
    const middle = Math.floor((inside + outside) / 2);
    const { event } = await eventAt(middle);
    if (isInRange(event)) [inside, oldest] = [middle, event];
    else outside = middle;
  }
  return { first: oldest.sequence, last: newest.sequence };
}

const sequenceDigits = 24;

/** The value of `after` that makes the stream start with this sequence number. */
export const cursorBefore = (sequence: number): string => `evt_${String(sequence - 1).padStart(sequenceDigits, '0')}`;
