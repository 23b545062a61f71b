import type { Bus } from './bus.ts';

/** Where a message of ours was once stored, according to our own record. */
export interface Place {
  readonly streamSeq: number;
}

/** Our own record of one mode's stream. */
export interface Places<Row extends Place> {
  readonly livemode: boolean;
  /** The row with the highest sequence below the given one. */
  readonly below: (seq: number) => Promise<Row | undefined>;
  /** Whether a stored message's transport id is that of the row. */
  readonly isOurs: (row: Row, msgId: string) => boolean;
}

/** Whether the stream holds the row's message where it was stored. What was purged, or grew too old, was not lost. */
export async function isStored<Row extends Place>(
  bus: Bus,
  { livemode, isOurs }: Places<Row>,
  row: Row,
): Promise<boolean> {
  const message = await bus.messageAt({ livemode, seq: row.streamSeq });
  if (message) return isOurs(row, message.msgId);
  return row.streamSeq < (await bus.ensureStream(livemode)).firstSeq; // read last: a purge may have happened meanwhile
}

/**
 * The highest sequence below `lost` at which stream and record agree; 0 if they agree nowhere. It halves the range,
 * because a stream only ever loses its tail.
 */
export async function lastStored<Row extends Place>(bus: Bus, places: Places<Row>, lost: number): Promise<number> {
  let [agreed, low, high] = [0, 0, lost];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    const row = await places.below(middle + 1);
    if (row && row.streamSeq > low && !(await isStored(bus, places, row))) {
      high = row.streamSeq;
      continue;
    }
    if (row) agreed = Math.max(agreed, row.streamSeq);
    low = middle;
  }
  return agreed;
}
