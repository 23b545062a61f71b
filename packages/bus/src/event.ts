import type { BusEventObjects } from './types.d.ts';

/** Every type of event. */
export type EventType = keyof BusEventObjects;

/** An event of the platform, typed by its type. */
export interface BusEvent<T extends EventType = EventType> {
  /** `evt_…`: the same in every redelivery. */
  readonly id: string;
  readonly type: T;
  /** The resource, exactly as the API's GET answers it. */
  readonly object: BusEventObjects[T];
  /** On updates: what changed, as it was before. */
  readonly previousAttributes: Partial<BusEventObjects[T]> | undefined;
  /** On `customer.deleted`: the id that the customer goes on under. */
  readonly mergedInto: string | undefined;
  /** `acct_…` */
  readonly merchantId: string;
  readonly livemode: boolean;
  /** Id of the object; of the account for a balance. */
  readonly objectId: string;
  /** Grows by one with each event of the object: who keeps a copy drops what is older. */
  readonly objectVersion: number;
  /** When the change was committed. */
  readonly time: Date;
  /** The publishing service: `/mizan/<service>`. */
  readonly source: string;
  /** W3C trace context of the request that caused it. */
  readonly traceparent: string | undefined;
  /** `req_…` of that request. */
  readonly requestId: string | undefined;
}

/** One of several types of event, told apart by `type`. */
export type AnyBusEvent<T extends EventType = EventType> = { [Each in T]: BusEvent<Each> }[T];

/**
 * Reads a CloudEvents 1.0 message of the platform.
 *
 * @throws Error when it is none: retrying cannot help
 */
export function readEvent(payload: string): AnyBusEvent {
  const found: unknown = JSON.parse(payload);
  if (!isRecord(found)) throw new Error('The message is no JSON object.');
  if (found['specversion'] !== '1.0') throw new Error('The message is no CloudEvents 1.0 envelope.');
  const { data } = found;
  if (!isRecord(data) || !isRecord(data['object'])) throw new Error('The event carries no object.');
  const time = new Date(text(found, 'time'));
  if (Number.isNaN(time.getTime())) throw new Error('The event has no time.');
  return {
    id: text(found, 'id'),
    type: text(found, 'type'),
    object: data['object'],
    previousAttributes: data['previousAttributes'],
    mergedInto: data['mergedInto'],
    merchantId: text(found, 'merchantid'),
    livemode: found['livemode'] === true,
    objectId: text(found, 'subject'),
    objectVersion: Number(found['objectversion']),
    time,
    source: text(found, 'source'),
    traceparent: found['traceparent'],
    requestId: found['requestid'],
  } as unknown as AnyBusEvent;
}

function text(from: Record<string, unknown>, name: string): string {
  const value = from[name];
  if (typeof value !== 'string' || value === '') throw new Error(`The event has no ${name}.`);
  return value;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
