import { page, type RoutesOf } from '@mizan/service-kit';
import { siteFrame, sitePage } from './page-frame.ts';
import { docsAssets, getAsyncApi, getDocsAsset, getOpenApi, readAsyncApi, readOpenApi } from './read-documents.ts';
import { listGuides, showMissingPage } from './read-guide-list.ts';
import { readGuides } from './read-guides.ts';
import { findables, type ApiDocument } from './search-index.ts';
import { showDocs } from './show-docs.ts';
import { showErrorDocs } from './show-error-docs.ts';
import { showEventDocs, type EventDocument } from './show-event-docs.ts';
import { guideRenderer, showGuide } from './show-guide.ts';
import { referencePolicy, showReference } from './show-reference.ts';
import { addressOf } from './site-map.ts';

/** The documents that describe the API, and the site around them. @param publicUrl of the platform */
export function documentRoutes(publicUrl: string) {
  const guides = readGuides();
  const render = guideRenderer(guides);
  const frame = siteFrame(guides);
  const readEvents = async () => JSON.parse(await readAsyncApi()) as EventDocument;
  const assets = docsAssets(
    once(async () => {
      const api = JSON.parse(await readOpenApi()) as ApiDocument;
      return JSON.stringify(findables(guides, render, { api, events: await readEvents() }));
    }),
  );
  return {
    getOpenApi: page(getOpenApi),
    getAsyncApi: page(getAsyncApi),
    showDocs: rendered(async () => showDocs(frame, guides, publicUrl)),
    showReference: rendered(async () => showReference(frame), referencePolicy),
    getDocsAsset: page((_, { params }) => getDocsAsset(assets, params.name)),
    listGuides: rendered(async () => listGuides(frame, guides)),
    showGuide: page(async (_, { params }) => {
      const guide = guides.find(({ name }) => name === params.name);
      if (guide) return sitePage(showGuide(frame, guide, render(guide)));
      const address = addressOf(params.name);
      if (address) return { status: 302, headers: { location: address, 'cache-control': 'no-store' }, body: '' };
      const { headers, body } = sitePage(showMissingPage(frame, guides, params.name));
      return { status: 404, headers: { ...headers, 'cache-control': 'no-store' }, body };
    }),
    showErrorDocs: rendered(async () => showErrorDocs(frame)),
    showEventDocs: rendered(async () => showEventDocs(frame, await readEvents())),
  } satisfies Partial<RoutesOf<'gateway'>>;
}

/** A page that is rendered once, when it is first opened. */
function rendered(render: () => Promise<string>, policy?: string) {
  const html = once(render);
  return page(async () => sitePage(await html(), policy));
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}
