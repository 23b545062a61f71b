import { events, maxEventDataBytes, type EventType, type SecretPath } from '@mizan/contracts';
import { fitObject, type FittedObject } from '../fit-object.ts';

/** What an event is about, as its verb renders it. */
export interface EventContent {
  readonly object: object;
  readonly previousAttributes?: object | undefined;
  readonly mergedInto?: string | undefined;
}

/**
 * Writes the data of an event as JSON: without what authorizes a buyer, and of a bounded size. On the bus, in webhooks
 * and in GET /events it is the same text. `cut` and `shortened` are those of the object.
 */
export function writeEventData(type: EventType, content: EventContent): FittedObject {
  const { object: schema, secrets } = events[type];
  const { text: object, ...rest } = fitObject(withoutSecrets(content.object, secrets), { schema });
  const { previousAttributes, mergedInto } = content;
  const maxBytes = maxEventDataBytes - Buffer.byteLength(object);
  const previous =
    previousAttributes && fitObject(withoutSecrets(previousAttributes, secrets), { schema, maxBytes, namesCut: false });
  const parts = [
    `"object":${object}`,
    ...(previous ? [`"previousAttributes":${previous.text}`] : []),
    ...(mergedInto ? [`"mergedInto":${JSON.stringify(mergedInto)}`] : []),
  ];
  return { text: `{${parts.join(',')}}`, ...rest };
}

const withoutSecrets = (object: object, secrets: readonly SecretPath[]): object =>
  secrets.reduce<unknown>((shown, secret) => withoutSecret(shown, secret), object) as object;

/** The value with a member of it hidden; members keep their places. */
function withoutSecret(value: unknown, { path: [name, ...inner], hiddenAs }: SecretPath): unknown {
  if (Array.isArray(value)) return value.map((each) => withoutSecret(each, { path: [name ?? '', ...inner], hiddenAs }));
  if (typeof value !== 'object' || value === null || name === undefined || !(name in value)) return value;
  const members = value as Readonly<Record<string, unknown>>;
  const member = members[name];
  const hidden = hiddenAs === 'fragment' && typeof member === 'string' ? member.replace(/#.*$/s, '') : null;
  return { ...members, [name]: inner.length > 0 ? withoutSecret(member, { path: inner, hiddenAs }) : hidden };
}
