import type { Scope, SystemReader } from '@mizan/service-kit';
import { renderFrame, type Frame, type StreamedRow } from './render-frame.ts';

/** Events read at once. With the largest bodies it is 3 MB, with usual ones 100 KB. */
const pageRows = 50;
/** Of the newest events kept for readers that keep up, so that an event is read once however many there are. */
const maxKept = 256;
const maxKeptChars = 1024 * 1024;

/** The events of one account and mode with a sequence number beyond `after`, oldest first: at most a page. */
export async function readPage(db: SystemReader, { merchantId, livemode }: Scope, after: number): Promise<Frame[]> {
  const rows = await db.sql<StreamedRow>`
    select id, sequence, type, body from events
    where merchant_id = ${merchantId} and livemode = ${livemode} and sequence > ${after}
    order by sequence limit ${pageRows}`;
  return rows.map(renderFrame);
}

/**
 * The end of one account's and mode's events, shared by all who follow it here. Numbers are given under a lock that is
 * held until the commit, so whoever has seen a number has seen all before it.
 */
export class EventTail {
  readonly scope: Scope;
  readers = 0;
  readonly #db: SystemReader;
  /** The newest event that was read or, in the beginning, was there already. */
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

  /** What follows `after` as far as it is kept here; undefined when it must be read from the database. */
  kept(after: number): readonly Frame[] | undefined {
    if (after >= this.#last) return [];
    const missing = this.#last - after;
    return missing <= this.#kept.length ? this.#kept.slice(-missing) : undefined;
  }

  /** Reads what is new and tells who waits. Calls while it reads make it read once more. */
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
      const frames = await readPage(this.#db, this.scope, this.#last);
      if (frames.length === 0) continue;
      if (frames.length === pageRows) this.#isStale = true;
      this.#keep(frames);
      this.wakeAll();
    }
  }

  #keep(frames: readonly Frame[]): void {
    const first = frames[0]?.sequence ?? 0;
    if (first !== this.#last + 1) this.#forget(this.#kept.length); // some are gone for ever: what is kept has no gaps
    for (const frame of frames) {
      this.#kept.push(frame);
      this.#keptChars += frame.text.length;
      this.#last = frame.sequence;
    }
    while (this.#kept.length > maxKept || this.#keptChars > maxKeptChars) this.#forget(1);
  }

  #forget(count: number): void {
    for (const { text } of this.#kept.splice(0, count)) this.#keptChars -= text.length;
  }
}
