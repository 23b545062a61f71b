import { page, type Page, type RoutesOf } from '@mizan/service-kit';
import { getAsyncApi, getDocsAsset, getOpenApi } from './read-documents.ts';
import { listGuides, readGuides } from './read-guides.ts';
import { showErrorDocs } from './show-error-docs.ts';
import { showEventDocs } from './show-event-docs.ts';
import { showGuide } from './show-guide.ts';
import { showReference } from './show-reference.ts';

/** The API's own descriptions. */
export function documentRoutes() {
  const guides = readGuides();
  return {
    getOpenApi: page(getOpenApi),
    getAsyncApi: page(getAsyncApi),
    showReference: rendered(showReference()),
    getDocsAsset: page((_, { params }) => getDocsAsset(params.name)),
    listGuides: rendered(listGuides(guides)),
    showGuide: page(async (_, { params }) => showGuide(guides, params.name)),
    showErrorDocs: rendered(showErrorDocs()),
    showEventDocs: rendered(showEventDocs()),
  } satisfies Partial<RoutesOf<'gateway'>>;
}

/** A page that is rendered once. */
const rendered = (body: Page) => page(async () => body);
