import { escape, prose } from './html.ts';
import { breakable, type Frame } from './page-frame.ts';
import { renderCode } from './render-markdown.ts';

/** A JSON schema of the document, as far as this page shows it. */
interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

interface Channel {
  readonly address: string;
  readonly description?: string;
}

/** The AsyncAPI document, as far as this page shows it. */
export interface EventDocument {
  readonly channels: Readonly<Record<string, Channel>>;
  readonly operations: Readonly<Record<string, { readonly tags: readonly { readonly name: string }[] }>>;
  readonly components: {
    readonly messages: Readonly<Record<string, { readonly payload: Schema }>>;
    readonly schemas: Readonly<Record<string, Schema>>;
  };
}

/** The name of the object that an event has in `data.object`. */
function objectOf({ components }: EventDocument, type: string): string {
  const own = components.messages[type]?.payload.allOf?.[1];
  const name = own?.properties?.['data']?.properties?.['object']?.$ref?.split('/').pop();
  if (name === undefined) throw new Error(`bug: no object is known of the event ${type}`);
  return name;
}

/** The reference of events: every type with its subject, and the fields of every object that they have. */
export function showEventDocs(frame: Frame, document: EventDocument): string {
  const groups = new Map<string, string[]>();
  for (const type of Object.keys(document.channels)) {
    const name = objectOf(document, type);
    groups.set(name, [...(groups.get(name) ?? []), type]);
  }
  const objects = [...groups].map(
    ([
      name,
      types,
    ]) => `<section class="object"><h2 id="${objectAnchor(name)}"><a class="anchor" href="#${objectAnchor(name)}">${breakable(name)}</a></h2>
${types.map((type) => showEvent(document, type)).join('')}
<details class="fields"><summary>Fields of <code>data.object</code></summary>${fieldsOf(document, name)}</details></section>`,
  );
  const { CloudEvent: envelope = {}, ...schemas } = document.components.schemas;
  const parts = Object.keys(schemas).filter((name) => !groups.has(name));
  const content = `<p>Your <a href="/docs/guides/webhooks">webhook endpoints</a> receive these events, except those that are marked internal.</p>
<p>Services of your own next to the platform can read all of them from the bus: <a href="/docs/guides/bus">Events on the bus</a> explains how.
There, every event is a CloudEvents 1.0 message on the JetStream stream <code>EVENTS</code>, under the subject
<code>events.v1.&lt;test|live&gt;.&lt;merchantId&gt;.&lt;type&gt;</code>. <a href="/asyncapi.json">asyncapi.json</a> describes them for programs. Within a version, changes are only additive.</p>
<h2 id="message">The message</h2>
<p>This is the message on the bus; <a href="/docs/guides/webhooks">Webhooks</a> shows what an endpoint receives. Delivery is at least once: ignore an <code>id</code> that you have handled, and do not replace a copy of an object with one whose <code>objectversion</code> is lower.</p>
${renderCode({ text: example, lang: 'json' }).replace('>Response<', '>Message<')}
<details class="fields"><summary>Fields of the message</summary>${tableOf(envelope)}</details>
${objects.join('\n')}
<h2 id="parts">Parts of objects</h2>
${parts.map((name) => `<details class="fields" id="${objectAnchor(name)}"><summary>${name}</summary>${fieldsOf(document, name)}</details>`).join('')}`;
  return frame({
    title: 'Events',
    summary: 'Every event with its subject and its fields',
    path: '/docs/events',
    scripts: ['events.js'],
    content,
    outline: [
      { anchor: 'message', title: 'The message' },
      ...[...groups.keys()].map((name) => ({ anchor: objectAnchor(name), title: name })),
      { anchor: 'parts', title: 'Parts of objects' },
    ],
  });
}

const objectAnchor = (name: string): string => `object-${name}`;

function showEvent({ channels, operations }: EventDocument, type: string): string {
  const { address = '', description = '' } = channels[type] ?? {};
  const tags = operations[type]?.tags.map(({ name }) => name) ?? [];
  const internal = tags.includes('public') ? '' : ' <span class="status">internal</span>';
  return `<article class="entry" id="${type}"><h3><a class="anchor" href="#${type}">${type}</a>${internal}</h3>
<p>${prose(description)}</p><p class="subject"><code>${escape(address)}</code> <span>published by ${escape(tags[0] ?? '')}</span></p></article>
`;
}

function fieldsOf({ components }: EventDocument, name: string): string {
  const schema = components.schemas[name] ?? {};
  return `${schema.description ? `<p>${prose(schema.description)}</p>` : ''}${tableOf(schema)}`;
}

/** The fields of a schema; one that has none is its type. */
function tableOf(schema: Schema): string {
  const fields = Object.entries(schema.properties ?? {});
  if (fields.length === 0) return `<p>${typeOf(schema)}</p>`;
  const required = new Set(schema.required);
  return `<dl>${fields
    .map(([name, field]) => {
      const presence = required.has(name) ? '' : ' <span class="status">optional</span>';
      const nested = field.properties ?? field.items?.properties;
      const inner = nested ? tableOf(field.properties ? field : (field.items ?? {})) : '';
      return `<dt><code>${escape(name)}</code> <span class="type">${typeOf(field)}</span>${presence}</dt><dd>${prose(field.description ?? '')}${inner}</dd>`;
    })
    .join('')}</dl>`;
}

/** What a field can be, with links to the objects that it can have. */
function typeOf(schema: Schema): string {
  if (schema.$ref) {
    const name = schema.$ref.split('/').pop() ?? '';
    return `<a href="#${objectAnchor(name)}">${escape(name)}</a>`;
  }
  if (schema.const !== undefined) return `<code>${escape(JSON.stringify(schema.const))}</code>`;
  if (schema.enum && schema.enum.length > mostValues) return `${schema.type ? String(schema.type) : 'one'} of a list`;
  if (schema.enum) return schema.enum.map((value) => `<code>${escape(String(value))}</code>`).join(' · ');
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' or ');
  if (schema.items) return `list of ${typeOf(schema.items)}`;
  return schema.type === undefined ? 'any' : escape([schema.type].flat().join(' or '));
}

/** The types of events alone are more. */
const mostValues = 60;

const example = `{
  "specversion": "1.0",
  "id": "evt_…",
  "source": "/mizan/payments",
  "type": "refund.failed",
  "subject": "re_…",
  "time": "2026-01-01T12:00:00.000Z",
  "datacontenttype": "application/json",
  "merchantid": "acct_…",
  "livemode": false,
  "objectversion": 3,
  "data": {
    "object": { "id": "re_…", "object": "refund", "status": "FAILED", "…": "…" },
    "previousAttributes": { "status": "PENDING" }
  }
}`;
