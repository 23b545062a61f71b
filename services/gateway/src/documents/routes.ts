import { readFile } from 'node:fs/promises';
import { page, resourceMissing, type Page, type RoutesOf } from '@mizan/service-kit';
import { readGuides, renderGuide, renderGuideIndex, type Guide } from './read-guides.ts';
import { renderErrors } from './show-error-docs.ts';
import { eventsScript, eventsStyle, renderEvents } from './show-event-docs.ts';
import { manualPolicy } from './manual-page.ts';
import { referencePolicy, referenceScript, referenceStyle, renderReference } from './show-reference.ts';

/** A document that lies beside the contract it is generated from. */
function document(name: 'openapi.json' | 'asyncapi.json') {
  const file = new URL(`../${name}`, import.meta.resolve('@mizan/contracts'));
  let body: Promise<string> | undefined;
  return page(async () => ({
    status: 200,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'public, max-age=300',
      'access-control-allow-origin': '*',
    },
    body: await (body ??= readFile(file, 'utf8')),
  }));
}

const cached = { 'cache-control': 'public, max-age=300', 'x-content-type-options': 'nosniff' };

/** A page of the manual: the same for everybody until the next release. */
const manualPage = (body: string, policy = manualPolicy): Page => ({
  status: 200,
  headers: {
    ...cached,
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
    'referrer-policy': 'no-referrer',
  },
  body,
});
const manual = (body: string, policy?: string) => page(async () => manualPage(body, policy));

const script = 'text/javascript; charset=utf-8';
const fromSwaggerUi = (name: string) => readFile(new URL(import.meta.resolve(`swagger-ui-dist/${name}`)));
/** What the reference loads. Nothing else is served from here, whatever the path says. */
const assets = new Map<string, { type: string; read: () => Promise<string | Buffer> }>([
  ['reference.js', { type: script, read: async () => referenceScript }],
  ['reference.css', { type: 'text/css; charset=utf-8', read: async () => referenceStyle }],
  ['events.js', { type: script, read: async () => eventsScript }],
  ['events.css', { type: 'text/css; charset=utf-8', read: async () => eventsStyle }],
  ['swagger-ui-bundle.js', { type: script, read: () => fromSwaggerUi('swagger-ui-bundle.js') }],
  ['swagger-ui.css', { type: 'text/css; charset=utf-8', read: () => fromSwaggerUi('swagger-ui.css') }],
]);

async function asset(name: string): Promise<Page> {
  const found = assets.get(name);
  if (!found) throw resourceMissing('name');
  return { status: 200, headers: { ...cached, 'content-type': found.type }, body: await found.read() };
}

function guide(guides: readonly Guide[], name: string): Page {
  const found = guides.find((each) => each.name === name);
  if (!found) throw resourceMissing('name');
  return manualPage(renderGuide(found));
}

/** The API's own descriptions. */
type Routes = Pick<
  RoutesOf<'gateway'>,
  | 'getOpenApi'
  | 'getAsyncApi'
  | 'showReference'
  | 'getDocsAsset'
  | 'listGuides'
  | 'showGuide'
  | 'showErrorDocs'
  | 'showEventDocs'
>;

export function documentRoutes(): Routes {
  const guides = readGuides();
  return {
    getOpenApi: document('openapi.json'),
    getAsyncApi: document('asyncapi.json'),
    showReference: manual(renderReference(), referencePolicy),
    getDocsAsset: page((_, { params }) => asset(params.name)),
    listGuides: manual(renderGuideIndex(guides)),
    showGuide: page(async (_, { params }) => guide(guides, params.name)),
    showErrorDocs: manual(renderErrors()),
    showEventDocs: manual(renderEvents(), referencePolicy),
  };
}
