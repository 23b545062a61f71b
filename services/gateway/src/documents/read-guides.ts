import { readFileSync } from 'node:fs';
import { chapters, type Entry } from './site-map.ts';

const folder = new URL('../../../../docs/', import.meta.url);

/** A page of the site in Markdown. */
export interface Guide extends Entry {
  readonly title: string;
  /** The chapter that it belongs to. */
  readonly chapter: string;
  readonly markdown: string;
}

/** All pages in Markdown, in reading order. */
export const readGuides = (): Guide[] =>
  chapters.flatMap(({ title: chapter, entries }) =>
    entries.map((entry) => {
      const markdown = readFileSync(new URL(entry.file, folder), 'utf8');
      return { ...entry, chapter, markdown, title: /^# (.+)$/m.exec(markdown)?.[1] ?? entry.name };
    }),
  );
