import type { Page } from '@mizan/service-kit';
import { manualPage, renderManual } from './manual-page.ts';
import { referencePolicy } from './show-reference.ts';

/**
 * Runs in the browser: shows the events of this platform. The renderer of the API reference supports OpenAPI webhooks, so
 * the AsyncAPI document is converted to those: a message for every channel, with the same schemas.
 */
export const eventsScript = `const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', follow);
follow();

/** The message of a channel, as an OpenAPI operation. */
function operationOf({ channels, operations, components, defaultContentType }, type) {
  const { address, description } = channels[type];
  const [{ name: service }, { name: audience }] = operations[type].tags;
  const reach = audience === 'public' ? 'Webhooks receive it too.' : 'Internal: webhooks do not receive it.';
  return {
    operationId: type,
    summary: description,
    description: '\`' + address + '\`\\n\\nPublished by ' + service + '. ' + reach,
    requestBody: { content: { [defaultContentType]: { schema: components.messages[type].payload } } },
    responses: {},
  };
}

const response = await fetch('/asyncapi.json');
const events = await response.json();
SwaggerUIBundle({
  spec: {
    openapi: '3.1.0',
    info: events.info,
    webhooks: Object.fromEntries(Object.keys(events.channels).map((type) => [type, { post: operationOf(events, type) }])),
    components: { schemas: events.components.schemas },
  },
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: -1,
  defaultModelExpandDepth: 3,
  supportedSubmitMethods: [],
  validatorUrl: null,
});
`;

/** Hides what events do not have: methods, parameters and responses. */
export const eventsStyle = `#reference .information-container, #reference .scheme-container { display: none; }
#reference .opblock-summary-method, #reference .responses-wrapper { display: none; }
#reference .opblock-section:not(.opblock-section-request-body) > .opblock-section-header { display: none; }
#reference .parameters-container { display: none; }
#reference .swagger-ui .wrapper { padding: 0; }
#reference h2 { display: none; }
`;

/** The reference of events: every type, its subject and its schema. */
export const showEventDocs = (): Page =>
  manualPage(renderManual('Events on the bus', content, styles), referencePolicy);

const content = `<p>Every event is a CloudEvents 1.0 message on the JetStream stream <code>EVENTS</code>, under the subject
<code>events.v1.&lt;test|live&gt;.&lt;merchantId&gt;.&lt;type&gt;</code>. <a href="/docs/guides/bus">Events on the bus</a> explains
how to read them; <a href="/asyncapi.json">asyncapi.json</a> describes them for programs. Within a version, changes are only additive.</p>
<div id="reference" dir="ltr"></div>
<script src="/docs/assets/swagger-ui-bundle.js"></script><script type="module" src="/docs/assets/events.js"></script>`;
const styles =
  '<link rel="stylesheet" href="/docs/assets/swagger-ui.css"><link rel="stylesheet" href="/docs/assets/events.css">';
