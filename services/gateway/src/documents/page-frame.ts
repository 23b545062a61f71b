import type { Page } from '@mizan/service-kit';
import { escape } from './html.ts';
import type { Guide } from './read-guides.ts';
import { chapters, references } from './site-map.ts';

/** What a page of the site is made of; `content` is HTML. */
export interface Framed {
  readonly title: string;
  /** For search engines and shared links. */
  readonly summary: string;
  /** Its address, which the navigation marks. */
  readonly path: string;
  readonly content: string;
  /** Headings that the page itself lists, on wide screens. */
  readonly outline?: readonly { readonly anchor: string; readonly title: string }[];
  /** Uses the place of the outline. */
  readonly isWide?: boolean;
  /** Further styles and scripts, by the names of their assets. */
  readonly styles?: readonly string[];
  readonly scripts?: readonly string[];
}

/** Scripts, styles and requests of this origin alone, and nothing inline. */
const sitePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Headers of documents that change only with a release. */
export const cacheHeaders = { 'cache-control': 'public, max-age=300', 'x-content-type-options': 'nosniff' };

/** The header, the navigation and the search around pages. @param guides in reading order */
export function siteFrame(guides: readonly Pick<Guide, 'name' | 'title'>[]) {
  const titles = new Map(guides.map(({ name, title }) => [name, title]));
  const groups = chapters.map(({ title, entries }) => ({
    title,
    pages: entries.map(({ name }) => ({ path: `/docs/guides/${name}`, title: titles.get(name) ?? name })),
  }));
  groups[groups.length - 1]?.pages.unshift(...references);
  const order = groups.flatMap(({ pages }) => pages);

  const item = (current: string) => (page: { path: string; title: string }) =>
    `<li><a href="${page.path}"${page.path === current ? ' aria-current="page"' : ''}>${escape(page.title)}</a></li>`;
  const navigation = (current: string) =>
    groups.map(({ title, pages }) => `<h2>${title}</h2><ul>${pages.map(item(current)).join('')}</ul>`).join('');

  const neighbours = (current: string): string => {
    const at = order.findIndex(({ path }) => path === current);
    const [before, after] = at < 0 ? [] : [order[at - 1], order[at + 1]];
    if (!before && !after) return '';
    const link = (page: { path: string; title: string }, name: string, rel: string) =>
      `<a class="${rel}" rel="${rel}" href="${page.path}"><span>${name}</span>${escape(page.title)}</a>`;
    return `<nav class="neighbours" aria-label="Previous and next page">${before ? link(before, 'Previous', 'prev') : ''}${after ? link(after, 'Next', 'next') : ''}</nav>`;
  };

  const outlineOf = ({ outline = [], isWide }: Framed): string => {
    if (isWide || outline.length < 2) return '';
    const links = outline.map(
      ({ anchor, title }) => `<li><a href="#${escape(anchor)}">${breakable(escape(title))}</a></li>`,
    );
    return `<nav class="outline" aria-labelledby="on-this-page"><h2 id="on-this-page">On this page</h2><ul>${links.join('')}</ul></nav>`;
  };

  return (framed: Framed): string => {
    const { title, summary, path, content, isWide, styles = [], scripts = [] } = framed;
    const head = [...styles, 'site.css'].map((name) => `<link rel="stylesheet" href="/docs/assets/${name}">`).join('');
    const code = scripts.map((name) => `<script src="/docs/assets/${name}" defer></script>`).join('');
    return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escape(title)} – Mizan</title><meta name="description" content="${escape(summary)}"><meta name="color-scheme" content="light dark">
<link rel="icon" href="/docs/assets/icon.svg" type="image/svg+xml">${head}
<script src="/docs/assets/site.js" type="module"></script>${code}</head>
<body><a class="skip" href="#content">Skip to content</a>
<header class="top"><a class="brand" href="/docs">${mark}<span>Mizan</span> <span class="product">Docs</span></a>
<button class="search" type="button" hidden aria-haspopup="dialog"><span>Search</span><kbd>/</kbd></button>
<nav class="links" aria-label="Sections"><a href="/docs/guides">Guides</a><a href="/docs/reference">API</a><a href="/docs/events">Events</a><a href="/docs/errors">Errors</a></nav></header>
<div class="site${isWide ? ' wide' : ''}">
<details class="menu"><summary>All pages</summary><nav aria-label="All pages, menu">${navigation(path)}</nav></details>
<nav class="pages" aria-label="All pages">${navigation(path)}</nav>
<main id="content" tabindex="-1"><h1>${escape(title)}</h1>
${content}
${neighbours(path)}</main>${outlineOf(framed)}</div>
<footer class="bottom"><a href="/openapi.json">OpenAPI</a><a href="/asyncapi.json">AsyncAPI</a><span>Apache-2.0</span></footer></body></html>
`;
  };
}

/** A long name, such as PaymentMethodConfiguration, breaks between its words. */
export const breakable = (name: string): string => name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '<wbr>');

/** Renders a page of the site into its frame. */
export type Frame = ReturnType<typeof siteFrame>;

/** A balance: two pans on a beam, which is what the name means. */
const mark =
  '<svg class="mark" viewBox="0 0 24 24" aria-hidden="true"><path d="M12 4v15M7 20h10M4 7h16M4 7l-2.5 6a2.7 2.7 0 0 0 5 0L4 7Zm16 0-2.5 6a2.7 2.7 0 0 0 5 0L20 7Z"/></svg>';

/** A rendered page, the same for all callers until the next release. */
export const sitePage = (body: string, policy = sitePolicy): Page => ({
  status: 200,
  headers: {
    ...cacheHeaders,
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
    'referrer-policy': 'no-referrer',
  },
  body,
});
