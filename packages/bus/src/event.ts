import type { BusEventObjects } from './types.d.ts';

/** Every type of event. */
export type EventType = keyof BusEventObjects;

/** An event of the platform, typed by its type. */
export interface BusEvent<T extends EventType = EventType> {
  /** `evt_…`: the same in every redelivery. */
  readonly id: string;
  readonly type: T;
  /** The resource, exactly as the API's GET returns it. */
  readonly object: BusEventObjects[T];
  /** On updates: the previous values of the changed fields. */
  readonly previousAttributes: Partial<BusEventObjects[T]> | undefined;
  /** On `customer.deleted` after a merge: the id of the customer that it was merged into. */
  readonly mergedInto: string | undefined;
  /** `acct_…` */
  readonly merchantId: string;
  readonly livemode: boolean;
  /** Id of the object; for a balance, of the account. */
  readonly objectId: string;
  /** Increases by one with each event of the object: ignore an event that is older than your copy. */
  readonly objectVersion: number;
  /** When the change was committed. */
  readonly time: Date;
  /** The publishing service: `/mizan/<service>`. */
  readonly source: string;
  /** W3C trace context of the request that caused the event. */
  readonly traceparent: string | undefined;
  /** `req_…` of that request. */
  readonly requestId: string | undefined;
}

/** One of several types of event, discriminated by `type`. */
export type AnyBusEvent<T extends EventType = EventType> = { [Each in T]: BusEvent<Each> }[T];

/**
 * Reads a CloudEvents 1.0 message of the platform.
 *
 * @throws Error when it is not one: retrying cannot help
 */
export function readEvent(payload: string): AnyBusEvent {
  const envelope: unknown = JSON.parse(payload);
  if (!isRecord(envelope)) throw new Error('The message is not a JSON object.');
  if (envelope['specversion'] !== '1.0') throw new Error('The message is not a CloudEvents 1.0 envelope.');
  const { data } = envelope;
  if (!isRecord(data) || !isRecord(data['object'])) throw new Error('The event carries no object.');
  const time = new Date(text(envelope, 'time'));
  if (Number.isNaN(time.getTime())) throw new Error('The event has no time.');
  return {
    id: text(envelope, 'id'),
    type: text(envelope, 'type'),
    object: data['object'],
    previousAttributes: data['previousAttributes'],
    mergedInto: data['mergedInto'],
    merchantId: text(envelope, 'merchantid'),
    livemode: envelope['livemode'] === true,
    objectId: text(envelope, 'subject'),
    objectVersion: Number(envelope['objectversion']),
    time,
    source: text(envelope, 'source'),
    traceparent: envelope['traceparent'],
    requestId: envelope['requestid'],
  } as unknown as AnyBusEvent;
}

function text(from: Record<string, unknown>, name: string): string {
  const value = from[name];
  if (typeof value !== 'string' || value === '') throw new Error(`The event has no ${name}.`);
  return value;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
