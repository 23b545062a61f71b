import type { DeadLetter } from './dead-letter.ts';
import type { AnyBusEvent, EventType } from './event.ts';

type FamilyOf<T extends string> = T extends `${infer Head}.${infer Rest}`
  ? `${Head}.*` | (FamilyOf<Rest> extends infer Inner extends string ? `${Head}.${Inner}` : never)
  : never;

/** An event type, a family of them such as `payment_intent.*`, or `*` for all. */
export type Pattern = EventType | FamilyOf<EventType> | '*';

/** The event types that a pattern matches. */
export type TypesOf<P extends Pattern> = P extends '*'
  ? EventType
  : P extends `${infer Family}.*`
    ? Extract<EventType, `${Family}.${string}`>
    : Extract<EventType, P>;

/** Where a new durable begins: with what is stored, with what comes, at a time, or at a place in the stream. */
export type Begin = 'all' | 'new' | { readonly time: Date | string } | { readonly sequence: number };

/**
 * What to do about an event. It takes effect at least once: the event comes again when this throws or the process dies,
 * so let an inbox decide whether it is new.
 */
export type Handler<P extends Pattern> = (event: AnyBusEvent<TypesOf<P>>) => Promise<void> | void;

export interface SubscribeOptions {
  /** Under which name the place in the stream is kept. Processes with the same name share the events. */
  readonly durable: string;
  /** Where it begins when there is no such place yet; `all` unless given. */
  readonly from?: Begin;
  /** Forgets the kept place first, and so begins at `from` again: a replay. */
  readonly restart?: boolean;
  /** One mode only; else all that the credentials allow. */
  readonly mode?: 'test' | 'live';
  /** One merchant only, `acct_…`; else all that the credentials allow. */
  readonly merchantId?: string;
  /** Events handled at a time, 1 unless given; those of one object always come one after the other. */
  readonly concurrency?: number;
  /** How often an event is tried before it is given up; 8 unless given. */
  readonly maxAttempts?: number;
  /** Milliseconds between attempts, the last for all that follow; 1 s, 5 s, 30 s, 2 min, 10 min unless given. */
  readonly retryDelaysMs?: readonly number[];
  /**
   * Whether an error says nothing about the event, such as a database that is down. The event is then held and tried
   * again, as are all behind it, and none is given up for it.
   */
  readonly isTransient?: (error: unknown) => boolean;
  /** Keeps what is given up. While it throws the event stays on the bus. Without it an event is lost when given up. */
  readonly onDeadLetter?: (letter: DeadLetter) => Promise<void> | void;
  /** Hears of failures that are being dealt with, for logs. */
  readonly onProblem?: (problem: string, cause: unknown) => void;
}
