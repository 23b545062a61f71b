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

/**
 * Where a new durable starts: with everything stored, with new events only, at a time, or at a position in the stream. Positions are
 * those of one store: after a loss of it they count from 1 again, and one beyond the end waits until the stream has reached it. A time
 * holds in both.
 */
export type StartFrom = 'all' | 'new' | { readonly time: Date | string } | { readonly sequence: number };

/**
 * Handles an event. Delivery is at least once: the event is redelivered when this throws or the process dies, so use an
 * inbox to find out whether it is new.
 */
export type Handler<P extends Pattern> = (event: AnyBusEvent<TypesOf<P>>) => Promise<void> | void;

/** An event that is no longer retried: it cannot be read, or its handler failed too often. */
export interface DeadLetter {
  readonly durable: string;
  /** `evt_…`; for a message that cannot be read, its position in the stream: `seq:<number>`. */
  readonly eventId: string;
  readonly subject: string;
  /** The message as it was received. */
  readonly payload: string;
  readonly reason: string;
  /** How often it was delivered. */
  readonly deliveries: number;
}

/** Settings of a subscription. */
export interface SubscribeOptions {
  /** The name under which the position in the stream is stored. Processes with the same name share the events. */
  readonly durable: string;
  /** Where to start when no position is stored yet; default `all`. */
  readonly from?: StartFrom;
  /** Deletes the stored position first and starts at `from` again: a replay. */
  readonly restart?: boolean;
  /** One mode only; default: every mode that the credentials allow. */
  readonly mode?: 'test' | 'live';
  /** One merchant only, `acct_…`; default: every merchant that the credentials allow. */
  readonly merchantId?: string;
  /**
   * How many events this process handles at a time; default 1. It takes eight in advance, or twice this number if that is more, which
   * no other process handles meanwhile; up to a hundred, or four times this number, while many events of one object wait for each
   * other. It handles events of one object one at a time and in order, except
   * that one which is delivered again can come after newer ones. Several processes of one durable handle events of one object at the
   * same time and in any order, so compare `objectVersion`.
   */
  readonly concurrency?: number;
  /**
   * How often an event is tried before it becomes a dead letter; default 8. A process counts the deliveries from the first failure
   * that it sees, because a process that stopped may have returned those before. So an event is tried more often when several
   * processes or restarted ones see it fail. After 100 deliveries, or three times this number if that is more, it becomes a dead letter
   * in any case.
   */
  readonly maxAttempts?: number;
  /** Milliseconds between attempts; the last applies to all further ones. Default 1 s, 5 s, 30 s, 2 min, 10 min. */
  readonly retryDelaysMs?: readonly number[];
  /**
   * Whether an error is unrelated to the event, such as a database that is down. The event is then held and retried every
   * second, which `onProblem` receives at first and then once a minute, and the events behind it wait. This uses up none of their attempts, and neither does a restart meanwhile: only after 100 deliveries would one
   * of them become a dead letter, as with {@link maxAttempts}.
   */
  readonly isTransient?: (error: unknown) => boolean;
  /** Stores dead letters. While it throws, the event stays on the bus. Without it, a dead letter is lost, which is reported as a problem. */
  readonly onDeadLetter?: (letter: DeadLetter) => Promise<void> | void;
  /** Receives the failures of the handler and of the connection, for your logs. Without it, they are warnings of the process. */
  readonly onProblem?: (problem: string, cause: unknown) => Promise<void> | void;
}
