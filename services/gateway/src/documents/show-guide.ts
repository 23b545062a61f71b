import { marked } from 'marked';
import { resourceMissing, type Page } from '@mizan/service-kit';
import { manualPage, renderManual } from './manual-page.ts';
import type { Guide } from './read-guides.ts';

/** A guide as a page; its links to other guides lead to their pages. */
export function showGuide(guides: readonly Guide[], name: string): Page {
  const guide = guides.find((each) => each.name === name);
  if (!guide) throw resourceMissing('name');
  const text = guide.markdown.replace(/^# .+\n/, '').replaceAll(/\]\(([\w-]+)\.md\)/g, '](/docs/guides/$1)');
  return manualPage(renderManual(guide.title, marked.parse(text, { async: false })));
}
