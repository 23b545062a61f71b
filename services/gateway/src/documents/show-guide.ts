import type { Frame } from './page-frame.ts';
import type { Guide } from './read-guides.ts';
import { renderMarkdown, type Rendered } from './render-markdown.ts';
import { escape } from './html.ts';

/** Guides by name, each rendered once. */
export function guideRenderer(guides: readonly Guide[]): (guide: Guide) => Rendered {
  const addresses = new Map(guides.map(({ file, name }) => [file, `/docs/guides/${name}`]));
  const rendered = new Map<Guide, Rendered>();
  return (guide) => {
    const known = rendered.get(guide) ?? renderMarkdown(guide.markdown, guide.file, (file) => addresses.get(file));
    rendered.set(guide, known);
    return known;
  };
}

/** A guide as a page. */
export const showGuide = (frame: Frame, guide: Guide, { html, sections }: Rendered): string =>
  frame({
    title: guide.title,
    summary: guide.summary,
    path: `/docs/guides/${guide.name}`,
    content: `<p class="lead">${escape(guide.summary)}.</p>\n${html}`,
    outline: sections.filter(({ depth, anchor }) => depth === 2 && anchor !== ''),
  });
