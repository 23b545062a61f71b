import { CloudEvent, events, eventTypes, serviceNames, subjectOf, type EventType } from '@mizan/contracts';
import type { z } from 'zod';
import { toSchemaSet, type Json, type SchemaSet } from './json-schema.ts';

/** The AsyncAPI 3.1 document of every event on the bus. */
export function asyncApiDocument(): Json {
  const set = toSchemaSet(roots());
  return {
    asyncapi: '3.1.0',
    info: {
      title: 'Mizan events',
      version: '1.0.0',
      description:
        'Events on the JetStream stream EVENTS, with one subject for each mode, merchant and type. Use NATS wildcards to select by any of them. Each message is a CloudEvents 1.0 JSON envelope. Delivery is at least once: ignore IDs that you have already handled, and do not replace a copy of an object with one whose `objectversion` is lower. Within a version, changes are backward compatible: fields are only added.',
      license: { name: 'Apache-2.0' },
      contact: {
        name: 'The operator of this platform',
        url: 'https://mizan.example/docs',
        email: 'support@mizan.example',
      },
      tags: tagDescriptions,
    },
    defaultContentType: 'application/cloudevents+json',
    servers: { nats: { host: '{host}:{port}', protocol: 'nats', variables: serverVariables } },
    channels: Object.fromEntries(eventTypes.map((type) => [type, channelOf(type)])),
    operations: Object.fromEntries(eventTypes.map((type) => [type, operationOf(type)])),
    components: { messages: messagesOf(set), schemas: set.components },
  };
}

const serverVariables = {
  host: { default: 'localhost', description: 'Host of `NATS_URL`.' },
  port: { default: '4222', description: 'Port of `NATS_URL`.' },
};

function roots(): Record<string, z.ZodType> {
  const named: Record<string, z.ZodType> = { CloudEvent };
  for (const type of eventTypes) named[type] = events[type].object;
  return named;
}

function channelOf(type: EventType): Json {
  const address = subjectOf({ livemode: false, merchantId: '{merchantId}', type }).replace('.test.', '.{mode}.');
  return {
    address,
    title: type,
    description: events[type].description,
    parameters: {
      mode: { enum: ['test', 'live'], description: 'Mode of the data.' },
      merchantId: { description: 'ID of the account, `acct_…`.' },
    },
    messages: { [type]: { $ref: `#/components/messages/${type}` } },
  };
}

function operationOf(type: EventType): Json {
  return {
    action: 'send',
    channel: { $ref: `#/channels/${type}` },
    summary: `Published by ${events[type].service}.`,
    description: `${events[type].description} ${audienceNotes[events[type].audience]}`,
    tags: [{ name: events[type].service }, { name: events[type].audience }],
    messages: [{ $ref: `#/channels/${type}/messages/${type}` }],
  };
}

const audienceNotes = {
  public: 'Webhook endpoints can receive it too.',
  internal: 'Internal: webhook endpoints do not receive it.',
};

const tagDescriptions = [
  ...serviceNames.map((name) => ({ name, description: `Published by the ${name} service.` })),
  ...(['public', 'internal'] as const).map((name) => ({ name, description: audienceNotes[name] })),
];

function messagesOf(set: SchemaSet): Json {
  return Object.fromEntries(
    eventTypes.map((type) => {
      const data = { type: 'object', properties: { object: set.schemas[type] } };
      const payload = {
        allOf: [set.schemas.CloudEvent, { type: 'object', properties: { type: { const: type }, data } }],
      };
      return [type, { name: type, title: events[type].description, payload }];
    }),
  );
}
