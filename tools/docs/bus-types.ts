import { events, eventTypes } from '@mizan/contracts';
import type { z } from 'zod';
import { toSchemaSet, type Json } from './json-schema.ts';
import { typesOf } from './types-of.ts';

/** The generated part of packages/bus: the object that every type of event carries. */
export async function busTypesSource(): Promise<string> {
  const objects = Object.fromEntries<z.ZodType>(eventTypes.map((type) => [type, events[type].object]));
  const { schemas, components } = toSchemaSet(objects);
  const rows = eventTypes.map((type) => {
    const name = /(\w+)$/.exec(String(schemas[type]?.['$ref'] ?? ''))?.[1];
    if (!name) throw new Error(`bug: what ${type} carries has no name`);
    return `/** ${events[type].description} */ '${type}': ${name};`;
  });
  return `// Generated from packages/contracts by \`npm run docs\`. Do not edit.

/** The object that each type of event carries. */
export interface EventObjects {
${rows.join('\n')}
}

/** Every type of event. */
export type EventType = keyof EventObjects;

${await typesOf(new Map<string, Json>(Object.entries(components)))}`;
}
