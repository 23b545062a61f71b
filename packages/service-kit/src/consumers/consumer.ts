import { CloudEvent, events, publicEventTypes, subjectOf, type EventObject, type EventType } from '@mizan/contracts';
import { z } from 'zod';
import type { Database, Reader, SystemReader, Tx } from '../database/database.ts';
import type { Scope } from '../identity/identity.ts';
import { currentWork, newWork, runWork } from '../telemetry/work.ts';

/** An event as a consumer sees it. */
export interface BusEvent<T extends EventType = EventType> {
  readonly id: string;
  readonly type: T;
  readonly scope: Scope;
  readonly object: EventObject<T>;
  readonly previousAttributes: Record<string, unknown> | undefined;
  /** Id of the object that this one was merged into. */
  readonly mergedInto: string | undefined;
  /** Grows by one per event of the object: a projection keeps the highest and drops older ones. */
  readonly objectVersion: number;
  readonly time: Date;
  readonly requestId: string | undefined;
  readonly idempotencyKey: string | undefined;
  readonly traceparent: string | undefined;
}

type Handler<T extends EventType> = (tx: Tx, event: BusEvent<T>) => Promise<void>;

/** What may be done before an event takes effect: reads, and transactions of their own. */
export interface Preparation extends Reader {
  readonly transact: <R>(verb: (tx: Tx) => Promise<R>) => Promise<R>;
}

interface Declaration<T extends EventType> {
  /** Only events whose object meets it are handled. The others cost neither a row nor a transaction. */
  readonly when?: (object: EventObject<T>) => boolean;
  /**
   * Does beforehand what would be too much for the handler's transaction, in as many as it takes. None of them is undone when
   * the event fails or its process dies: it is not acknowledged then, comes again, and this starts again. It must find what
   * is done as done, also long after the event has taken effect. Such an event shares its transaction with no other, so
   * that everything before it has taken effect when this begins.
   */
  readonly before?: (preparation: Preparation, event: BusEvent<T>) => Promise<void>;
}

/** A handler, and when or after what it runs. */
type Conditional<T extends EventType> = Declaration<T> &
  (
    | { readonly handle: Handler<T> }
    /** Takes several at once that follow each other, of one account, in order. */
    | { readonly handleAll: (tx: Tx, events: readonly BusEvent<T>[]) => Promise<void> }
  );

interface Declared {
  /** Its name in the service; `consumerNames` of the contracts says which durable brings its events. */
  readonly name: string;
  /** Why, for the table of `ARCHITECTURE.md`: words that follow "so that it", as `sells or releases what a payment held`. */
  readonly purpose: string;
}

/** What a service does about events it receives: a handler per type. */
export interface Consumer extends Declared {
  /** Those that it consists of, when several have one durable. */
  readonly parts?: readonly Consumer[];
  readonly types: readonly EventType[];
  /** Whether objects are parsed with their contract first; a consumer that only keeps the bytes need not. */
  readonly validates: boolean;
  /** Whether its handlers take the event, by its type and its object. */
  readonly concerns: (event: BusEvent) => boolean;
  /** Those events for which something may be to be done; whatever is left out is so for good. */
  readonly concerning: (db: SystemReader, events: readonly BusEvent[]) => Promise<readonly BusEvent[]>;
  /** Whether something is to be done before the event takes effect, so that it shares its transaction with no other. */
  readonly isPrepared: (event: BusEvent) => boolean;
  /** Does that, in transactions of its own. */
  readonly prepare: (db: Database, event: BusEvent) => Promise<void>;
  /** Applies the events' effects in one transaction, each in the work of the request that caused it. */
  readonly handle: (tx: Tx, events: readonly BusEvent[], inWorkOf: InWorkOf) => Promise<void>;
}

/** Runs a body in the work of the request that caused the event. */
export type InWorkOf = (event: BusEvent, body: () => Promise<void>) => Promise<void>;

/**
 * Declares a consumer. A handler runs in one transaction with its inbox row, so an event takes effect once
 * however often it is delivered; what is too much for one transaction goes before it. Events of one object come in order, unless one fails: its successors do not wait for
 * its retry. Events of different objects may overtake each other.
 *
 * @param declared.unapplied those of some events that have not been applied already in another way. What is left out may
 *   never have to be applied later
 */
export function consumer({
  on: handlers,
  unapplied = (_db, events) => Promise.resolve(events),
  ...declared
}: Declared & {
  readonly on: { readonly [T in EventType]?: Handler<T> | Conditional<T> };
  readonly unapplied?: Consumer['concerning'];
}): Consumer {
  const conditional = new Map<EventType, Conditional<EventType>>(
    Object.entries(handlers).map(([type, handler]) => [
      type as EventType,
      (typeof handler === 'function' ? { handle: handler } : handler) as Conditional<EventType>,
    ]),
  );
  const handlerOf = ({ type }: BusEvent): Conditional<EventType> => {
    const found = conditional.get(type);
    if (!found) throw new Error(`bug: consumer ${declared.name} was given ${type}`);
    return found;
  };
  const isConcerning = (event: BusEvent): boolean => handlerOf(event).when?.(event.object) ?? true;
  return {
    ...declared,
    types: [...conditional.keys()],
    validates: true,
    concerns: (event) => conditional.has(event.type) && isConcerning(event),
    concerning: async (db, events) => {
      const left = events.filter(isConcerning);
      return left.length > 0 ? unapplied(db, left) : left;
    },
    isPrepared: (event) => handlerOf(event).before !== undefined,
    prepare: async (db, event) => {
      const { before } = handlerOf(event);
      if (!before || !isConcerning(event)) return;
      await before({ ...db.reader(event.scope), transact: (verb) => db.transact(event.scope, verb) }, event);
    },
    handle: async (tx, events, inWorkOf) => {
      for (const run of runsOf(events.filter(isConcerning))) {
        const handler = handlerOf(run[0]);
        if ('handleAll' in handler) await inWorkOfAll(run, inWorkOf, () => handler.handleAll(tx, run));
        else for (const event of run) await inWorkOf(event, () => handler.handle(tx, event));
      }
    },
  };
}

type Run = readonly [BusEvent, ...BusEvent[]];

/** Events of the same type that follow each other, together. */
function runsOf(events: readonly BusEvent[]): Run[] {
  const runs: [BusEvent, ...BusEvent[]][] = [];
  for (const event of events) {
    const last = runs.at(-1);
    if (last?.[0].type === event.type) last.push(event);
    else runs.push([event]);
  }
  return runs;
}

/** Does something once in the works of all events. What it emits names a request only when a single event led to it. */
async function inWorkOfAll(events: readonly BusEvent[], inWorkOf: InWorkOf, act: () => Promise<void>): Promise<void> {
  let done: Promise<void> | undefined;
  const isOne = events.length === 1;
  await Promise.all(events.map((event) => inWorkOf(event, () => (done ??= isOne ? act() : withoutRequest(act)))));
}

const withoutRequest = (act: () => Promise<void>): Promise<void> =>
  runWork({ ...(currentWork() ?? newWork(0)), requestId: undefined, idempotencyKey: undefined }, act);

/** Declares a consumer of every public event, whose handler takes several of one account and mode at once, in order. */
export function consumerOfAll({
  handleAll,
  ...declared
}: Declared & { readonly handleAll: (tx: Tx, events: readonly BusEvent[]) => Promise<void> }): Consumer {
  return {
    ...declared,
    types: publicEventTypes,
    validates: false,
    concerns: ({ type }) => publicEventTypes.includes(type as (typeof publicEventTypes)[number]),
    concerning: (_db, events) => Promise.resolve(events),
    isPrepared: () => false,
    prepare: () => Promise.resolve(),
    handle: (tx, events, inWorkOf) => inWorkOfAll(events, inWorkOf, () => handleAll(tx, events)),
  };
}

/**
 * An event of ours whose type, object or consumer this version does not know: one of a newer version, which runs beside
 * it during an upgrade.
 */
export class UnknownEvent extends Error {
  override readonly name = 'UnknownEvent';
  readonly id: string;
  readonly type: string;
  readonly scope: Scope;

  constructor({ id, type, scope }: Pick<UnknownEvent, 'id' | 'type' | 'scope'>, reason: string) {
    super(`this version cannot read ${type}: ${reason}`);
    this.id = id;
    this.type = type;
    this.scope = scope;
  }
}

/** What the envelope of any version is. */
const Envelope = CloudEvent.extend({ type: z.string(), data: z.looseObject({}) });

/** Reads a message for a consumer. @throws {@link UnknownEvent}; any other error for what is no event of any version */
export function parseEventFor({ name, types, validates }: Consumer, payload: string): BusEvent {
  const event = parseEvent(payload, validates);
  if (types.includes(event.type)) return event;
  throw new UnknownEvent(event, `it is new to the consumer ${name}`);
}

/** Reads a CloudEvents message of ours. @throws {@link UnknownEvent}; any other error for what is no event of any version */
export function parseEvent(payload: string, validateObject: boolean): BusEvent {
  const json: unknown = JSON.parse(payload);
  const { success, data: parsed, error } = CloudEvent.safeParse(json);
  if (!success) throw unknownOf(Envelope.parse(json), error.message);
  const { type } = parsed;
  const unread = validateObject && (events[type].object as z.ZodType).safeParse(parsed.data.object).error;
  if (unread) throw unknownOf(parsed, unread.message);
  return {
    id: parsed.id,
    type,
    scope: { merchantId: parsed.merchantid, livemode: parsed.livemode },
    object: parsed.data.object as EventObject<EventType>,
    previousAttributes: parsed.data.previousAttributes,
    mergedInto: parsed.data.mergedInto,
    objectVersion: parsed.objectversion,
    time: new Date(parsed.time),
    requestId: parsed.requestid,
    idempotencyKey: parsed.idempotencykey,
    traceparent: parsed.traceparent,
  };
}

const unknownOf = ({ id, type, merchantid: merchantId, livemode }: z.infer<typeof Envelope>, reason: string) =>
  new UnknownEvent({ id, type, scope: { merchantId, livemode } }, reason);

/**
 * Whether an event came under the subject of its own type, account and mode. The server lets each service publish only its own
 * types; what a body says of itself proves nothing.
 */
export const isAddressedAs = (
  { type, scope }: Pick<BusEvent | UnknownEvent, 'type' | 'scope'>,
  { subject, prefix }: { readonly subject: string; readonly prefix: string },
): boolean => subject === subjectOf({ prefix, type, ...scope });

/** Why an event is refused that {@link isAddressedAs} denies. */
export const misaddressed = 'its subject is not that of its type, account and mode';
