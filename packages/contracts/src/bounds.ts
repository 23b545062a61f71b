import { z } from 'zod';

/** The largest object of an event, and the largest item of a list: bytes of JSON. */
export const maxObjectBytes = 64 * 1024;

/**
 * The largest object and previous attributes of an event together, bytes of JSON: the previous attributes have what the
 * object leaves. With the rest of the event, 100 events of this size are less than 8 MiB.
 */
export const maxEventDataBytes = 79 * 1024;

/** The largest event with everything around its data, bytes of JSON. */
export const maxEventBytes = maxEventDataBytes + 2 * 1024;

/** Which end of a list stays when it is cut. */
export type KeptEnd = 'first' | 'last';

/** A list inside an object, at the end of these member names; lists on the way are gone through. */
export interface CuttableList {
  readonly path: readonly string[];
  readonly keeps: KeptEnd;
}

/** What an event has of a member that authorizes a buyer: `null`, or the URL without its fragment. */
export type SecretMember = 'null' | 'fragment';
export interface SecretPath {
  readonly path: readonly string[];
  readonly hiddenAs: SecretMember;
}

const cuttableLists = z.registry<{ readonly keeps: KeptEnd }>();
const largerItems = z.registry<{ readonly maxBytes: number }>();
const secretMembers = z.registry<{ readonly hiddenAs: SecretMember }>();

/** Declares that events and list items cut this list when the object would be too large, and which end they keep. */
export function cuttable<S extends z.ZodArray>(list: S, keeps: KeptEnd): S {
  cuttableLists.add(list, { keeps });
  return list;
}

/** Declares items of lists that may be larger than {@link maxObjectBytes}. */
export function largerItem<S extends z.ZodType>(item: S, maxBytes: number): S {
  largerItems.add(item, { maxBytes });
  return item;
}

/** A member of an event that is `null` there, because its value authorizes a buyer. */
export const nullInEvents = z
  .string()
  .nullable()
  .describe('`null` in events. Retrieve the object to get it.')
  .register(secretMembers, { hiddenAs: 'null' });

/** A URL whose fragment authorizes a buyer; events have it without. */
export const urlWithoutFragment = (description: string) =>
  z
    .string()
    .describe(`${description} In events without its fragment, which authorizes the buyer.`)
    .register(secretMembers, { hiddenAs: 'fragment' });

/** Names the lists of an object that were cut. */
export const truncatedNames = z
  .array(z.string())
  .optional()
  .describe(
    'Only in events, in list items, and in the payment intent of a session: the lists that are incomplete because the object would be larger than 64 KiB. Retrieve the object to get all of it.',
  );

/** The cuttable lists of an object. */
export const cuttableListsOf = (schema: z.ZodType): CuttableList[] =>
  membersIn(schema, cuttableLists).map(({ path, found: { keeps } }) => ({ path, keeps }));

/** The secret members of an event's object. */
export const secretPathsOf = (schema: z.ZodType): SecretPath[] =>
  membersIn(schema, secretMembers).map(({ path, found: { hiddenAs } }) => ({ path, hiddenAs }));

/** The items of a list. */
export interface ListItem {
  readonly schema: z.ZodType;
  readonly maxBytes: number;
}

/** The items, if this is the response of a list. */
export function listItemOf(response: z.ZodType): ListItem | undefined {
  const data: unknown = response instanceof z.ZodObject ? response.shape['data'] : undefined;
  if (!(data instanceof z.ZodArray)) return undefined;
  const schema = data.element as z.ZodType;
  return { schema, maxBytes: largerItems.get(schema)?.maxBytes ?? maxObjectBytes };
}

interface Member<Meta> {
  readonly path: readonly string[];
  readonly found: Meta;
}

/** The members of a schema that a registry knows, outer ones first. */
function membersIn<Meta extends object>(
  schema: z.core.$ZodType,
  registry: z.core.$ZodRegistry<Meta>,
  path: readonly string[] = [],
): Member<Meta>[] {
  const found = registry.get(schema) as Meta | undefined;
  const inner =
    schema instanceof z.ZodObject
      ? Object.entries(schema.shape).flatMap(([name, member]) =>
          membersIn(member as z.core.$ZodType, registry, [...path, name]),
        )
      : schema instanceof z.ZodOptional || schema instanceof z.ZodNullable
        ? membersIn(schema.def.innerType, registry, path)
        : schema instanceof z.ZodArray
          ? membersIn(schema.element, registry, path)
          : [];
  return found === undefined ? inner : [{ path, found }, ...inner];
}
