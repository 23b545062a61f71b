import { fragment, own, type Scope, type SystemReader } from '@mizan/service-kit';
import { bodyBytesOf, keptBodyOf } from '../events/event-body.ts';
import { events } from '../events/stored-event.table.ts';
import { renderFrame, type Frame, type StreamedRow } from './render-frame.ts';

/** Events read at once: so many, and only until they have this size. Usual ones have 100 KB together. */
const pageRows = 50;
const pageBytes = 1024 * 1024;
/** Newest events kept in memory, so that an event is read once for all clients that keep up. */
const maxKept = 256;
const maxKeptChars = 1024 * 1024;

/** Some events in order, and whether there may be more after them. */
interface FramePage {
  readonly frames: readonly Frame[];
  readonly isFull: boolean;
}

/** The events of one account and mode with a sequence number beyond `after`, oldest first: at most a page. */
export async function readFrames(db: SystemReader, scope: Scope, after: number): Promise<FramePage> {
  const bytes = bodyBytesOf(fragment`events`);
  const rows = await db.sql<StreamedRow & { bytesBefore: number; bytes: number }>`
    select * from (
      select ${events.pick('id', 'type')}, ${keptBodyOf(fragment`events`)}, ${bytes} as bytes,
             (sum(${bytes}) over (order by sequence) - ${bytes})::int as bytes_before
      from (
        select * from events
        where ${own({ scope })} and sequence > ${after}
        order by sequence limit ${pageRows}) events) sized
    where bytes_before < ${pageBytes} order by sequence`;
  const last = rows.at(-1);
  const isFull = last !== undefined && (rows.length === pageRows || last.bytesBefore + last.bytes >= pageBytes);
  return { frames: rows.map(renderFrame), isFull };
}

/**
 * The newest events of one account and mode, shared by all clients that follow them in this process. Sequence numbers are
 * assigned under a lock that is held until the commit, so a reader that sees a number sees all before it.
 */
export class EventTail {
  readonly scope: Scope;
  readers = 0;
  readonly #db: SystemReader;
  /** The newest event that was read or, at the start, already existed. */
  #last: number;
  /** The newest frames, without gaps, up to `#last`. */
  #kept: Frame[] = [];
  #keptChars = 0;
  #reading: Promise<void> | undefined;
  #isStale = false;
  readonly #waiting = new Set<() => void>();

  constructor(db: SystemReader, scope: Scope, last: number) {
    this.#db = db;
    this.scope = scope;
    this.#last = last;
  }

  get last(): number {
    return this.#last;
  }

  /** The events after `after`, if they are in memory; undefined when they must be read from the database. */
  kept(after: number): readonly Frame[] | undefined {
    if (after >= this.#last) return [];
    const missing = this.#last - after;
    return missing <= this.#kept.length ? this.#kept.slice(-missing) : undefined;
  }

  /** Reads new events and wakes waiting clients. A call during a read makes it read again. */
  catchUp(): Promise<void> {
    this.#isStale = true;
    this.#reading ??= this.#read().finally(() => (this.#reading = undefined));
    return this.#reading;
  }

  /** Resolves when there may be something new, or at the next {@link wakeAll}. */
  changed(gone: AbortSignal): Promise<void> {
    if (gone.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const done = (): void => {
        this.#waiting.delete(done);
        gone.removeEventListener('abort', done);
        resolve();
      };
      this.#waiting.add(done);
      gone.addEventListener('abort', done);
    });
  }

  wakeAll(): void {
    for (const wake of [...this.#waiting]) wake();
  }

  async #read(): Promise<void> {
    while (this.#isStale) {
      this.#isStale = false;
      const { frames, isFull } = await readFrames(this.#db, this.scope, this.#last);
      if (frames.length === 0) continue;
      if (isFull) this.#isStale = true;
      this.#keep(frames);
      this.wakeAll();
    }
  }

  #keep(frames: readonly Frame[]): void {
    const first = frames[0]?.sequence ?? 0;
    if (first !== this.#last + 1) this.#drop(this.#kept.length); // some are deleted: kept frames must have no gaps
    for (const frame of frames) {
      this.#kept.push(frame);
      this.#keptChars += frame.text.length;
      this.#last = frame.sequence;
    }
    while (this.#kept.length > maxKept || this.#keptChars > maxKeptChars) this.#drop(1);
  }

  #drop(count: number): void {
    for (const { text } of this.#kept.splice(0, count)) this.#keptChars -= text.length;
  }
}
