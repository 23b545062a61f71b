import { events, type EventObject, type EventType } from '@mizan/contracts';
import { z } from 'zod';

/** The parts of JSON Schema that describe our resources. */
interface Schema {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly type?: string;
  readonly format?: string;
  readonly description?: string;
  readonly minimum?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

/**
 * A sample resource as events of this type carry it: every field of the contract in its simplest form, null where that
 * is allowed. Its ids end in zeros, so that it is not mistaken for a record.
 */
export function sampleObject<T extends EventType>(type: T, { now, livemode }: { now: Date; livemode: boolean }) {
  const schema = z.toJSONSchema(events[type].object, { unrepresentable: 'any' }) as Schema;
  const object = sample(schema, { defs: schema.$defs ?? {}, at: now.toISOString() }) as Record<string, unknown>;
  return { ...object, ...('livemode' in object ? { livemode } : {}) } as EventObject<T>;
}

interface Context {
  readonly defs: Readonly<Record<string, Schema>>;
  readonly at: string;
}

function sample(schema: Schema, context: Context): unknown {
  const { $ref } = schema;
  if ($ref !== undefined) return sample(context.defs[$ref.slice('#/$defs/'.length)] ?? {}, context);
  if ('const' in schema) return schema.const;
  if (schema.enum) return schema.enum[0];
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.some(({ type }) => type === 'null') ? null : sample(choices[0] ?? {}, context);
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(([name]) => schema.required?.includes(name))
          .map(([name, property]) => [name, sample(property, context)]),
      );
    case 'array':
      return [];
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 0, 0);
    case 'boolean':
      return false;
    case 'string':
      return sampleText(schema, context);
    default:
      return null;
  }
}

function sampleText({ format, description }: Schema, { at }: Context): string {
  if (format === 'date-time') return at;
  if (format === 'date') return at.slice(0, 10);
  if (format === 'uri') return 'https://example.com/';
  if (format === 'email') return 'test@example.com';
  const prefix = /`(\w+_)…`/.exec(description ?? '')?.[1];
  return prefix === undefined ? 'test' : prefix + '0'.repeat(24);
}
