import { escape } from './html.ts';
import type { Frame } from './page-frame.ts';
import type { Guide } from './read-guides.ts';
import { chapters, references, suggestedAddress } from './site-map.ts';

/** The table of contents of the site. */
export const listGuides = (frame: Frame, guides: readonly Guide[]): string =>
  frame({
    title: 'Guides',
    summary: 'All pages, by what you want to do',
    path: '/docs/guides',
    content: contentsOf(guides),
  });

/** The page that takes the place of one that does not exist: what was probably meant, and all pages. */
export function showMissingPage(frame: Frame, guides: readonly Guide[], name: string): string {
  const address = suggestedAddress(name);
  const near = [...guidePages(guides), ...references].find(({ path }) => path === address);
  const suggestion = near ? `<p>Did you mean <a href="${near.path}">${escape(near.title)}</a>?</p>` : '';
  return frame({
    title: 'This page does not exist',
    summary: 'All pages, by what you want to do',
    path: '/docs/guides',
    content: suggestion + contentsOf(guides),
  });
}

const guidePages = (guides: readonly Guide[]) =>
  guides.map(({ name, title, summary }) => ({ path: `/docs/guides/${name}`, title, summary }));

function contentsOf(guides: readonly Guide[]): string {
  const groups = chapters.map((chapter) => ({
    title: chapter.title,
    pages: guidePages(guides.filter((guide) => guide.chapter === chapter.title)),
  }));
  groups[groups.length - 1]?.pages.unshift(...references);
  return groups
    .map(({ title, pages }) => `<h2>${title}</h2><ul class="contents">${pages.map(row).join('')}</ul>`)
    .join('');
}

const row = ({ path, title, summary }: { path: string; title: string; summary: string }): string =>
  `<li><a href="${path}">${escape(title)}</a><span>${escape(summary)}</span></li>`;
