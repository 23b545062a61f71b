import type { z } from 'zod';
import { secretPathsOf, type SecretPath } from './bounds.ts';
import type { ServiceName } from './operation.ts';

/** One event type: who publishes it, and the resource it carries, as the API's GET renders it but for `bounds.ts`. */
export interface EventDefinition {
  readonly service: ServiceName;
  readonly object: z.ZodType;
  /** What authorizes a buyer in the object, and is hidden in events. */
  readonly secrets: readonly SecretPath[];
  /** `public` events reach webhooks; `internal` ones are for the services only: to invalidate caches and to fix prices. */
  readonly audience: 'public' | 'internal';
  readonly description: string;
}

/** Declares the event types of one object, each with its description, and keeps their literal types. */
const eventsOf =
  <Audience extends EventDefinition['audience']>(audience: Audience) =>
  <const S extends ServiceName, O extends z.ZodType, T extends Record<string, string>>(
    service: S,
    object: O,
    descriptions: T,
  ) => {
    const rows = Object.entries(descriptions);
    const secrets: readonly SecretPath[] = secretPathsOf(object);
    return Object.fromEntries(
      rows.map(([type, description]) => [type, { service, object, secrets, audience, description }]),
    ) as Record<
      keyof T,
      { service: S; object: O; secrets: readonly SecretPath[]; audience: Audience; description: string }
    >;
  };
export const publicEvents = eventsOf('public');
export const internalEvents = eventsOf('internal');

/**
 * The id under which the versions of an event's object are counted: the id of the object, or `<account>:<object>` for
 * objects of which an account has exactly one, such as its balance and its test clock. These belong to different services,
 * each of which counts its own versions, so they must not share an id.
 */
export const objectIdOf = (object: unknown, merchantId: string): string => {
  const { id, object: kind } = object as { readonly id?: string; readonly object?: string };
  return id ?? (kind === undefined ? merchantId : `${merchantId}:${kind}`);
};

/** Version token in every subject; a change that is not additive gets a new one. */
export const eventsVersion = 'v1';

/**
 * The subject an event is published under: `events.v1.<test|live>.<merchantId>.<type>`, so that subscribers and NATS
 * permissions can filter by mode, merchant or type. `*` is accepted for any part.
 */
export function subjectOf(parts: {
  prefix?: string;
  livemode: boolean | '*';
  merchantId: string;
  type: string;
}): string {
  const mode = parts.livemode === '*' ? '*' : parts.livemode ? 'live' : 'test';
  return `${parts.prefix ?? ''}events.${eventsVersion}.${mode}.${parts.merchantId}.${parts.type}`;
}

/** The families of these types, as patterns: `checkout.session.expired` is of `checkout.*` and `checkout.session.*`. */
export const familiesOf = (types: readonly string[]): ReadonlySet<string> =>
  new Set(
    types.flatMap((type) => {
      const parts = type.split('.');
      return parts.slice(1).map((_, index) => `${parts.slice(0, index + 1).join('.')}.*`);
    }),
  );

/** The end of a subject that holds the types a pattern (a type, `family.*` or `*`) matches. */
export const subjectTypeOf = (pattern: string): string => pattern.replace(/\*$/, '>');
