import { consumerNames, type ServiceName } from '@mizan/contracts';
import type { BusEvent, Consumer } from './consumer.ts';

/** A service's consumers by durable: those that the contract gives to one durable are one consumer. */
export function durableConsumers(service: ServiceName, declared: readonly Consumer[]): readonly Consumer[] {
  const durables = Object.entries(consumerNames[service]);
  const durableOfConsumer = ({ name }: Consumer): string =>
    durables.find(([, names]) => names.includes(name))?.[0] ?? name;
  return [...Map.groupBy(declared, durableOfConsumer)].map(([name, parts]) => {
    const [only] = parts as [Consumer];
    return parts.length === 1 && only.name === name ? only : together(name, parts);
  });
}

/** Several consumers as one: an event that more than one handles is handled by all of them in one transaction, or by none. */
export function together(name: string, parts: readonly Consumer[]): Consumer {
  // What such a part has handled could not be told from what all of them have.
  if (parts.some((part) => part.name === name)) throw new Error(`bug: ${name} is the name of a durable and of a part`);
  const takers = ({ type }: BusEvent): readonly Consumer[] => parts.filter(({ types }) => types.includes(type));
  return {
    name,
    purpose: parts.map(({ purpose }) => purpose).join('; '),
    parts,
    types: [...new Set(parts.flatMap(({ types }) => types))],
    validates: parts.some(({ validates }) => validates),
    concerns: (event) => takers(event).some((part) => part.concerns(event)),
    concerning: async (db, events) => {
      const found = parts.map((part) =>
        part.concerning(
          db,
          events.filter((event) => takers(event).includes(part)),
        ),
      );
      const concerning = new Set((await Promise.all(found)).flat());
      return events.filter((event) => concerning.has(event));
    },
    isPrepared: (event) => takers(event).some((part) => part.isPrepared(event)),
    prepare: async (db, event) => {
      for (const part of takers(event)) await part.prepare(db, event);
    },
    handle: async (tx, events, inWorkOf) => {
      for (const part of parts) await part.handle(tx, events.filter(part.concerns), inWorkOf);
    },
  };
}
