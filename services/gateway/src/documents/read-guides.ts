import { readdirSync, readFileSync } from 'node:fs';
import type { Page } from '@mizan/service-kit';
import { manualPage, renderManual } from './manual-page.ts';

const folder = new URL('../../../../docs/guides/', import.meta.url);
const order = [
  'quick-start',
  'first-payment',
  'embedded-checkout',
  'payment-links',
  'discounts',
  'currencies-and-fees',
  'test-mode',
  'webhooks',
  'bus',
  'errors',
  'idempotency',
  'going-live',
];

/** A guide of `docs/guides`. */
export interface Guide {
  readonly name: string;
  readonly title: string;
  readonly markdown: string;
}

/** The guides in reading order; those missing from the order come last. */
export function readGuides(): Guide[] {
  const names = readdirSync(folder)
    .filter((file) => file.endsWith('.md'))
    .map((file) => file.slice(0, -'.md'.length));
  const rank = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length);
  return names
    .sort((a, b) => rank(a) - rank(b) || a.localeCompare(b))
    .map((name) => {
      const markdown = readFileSync(new URL(`${name}.md`, folder), 'utf8');
      return { name, title: /^# (.+)$/m.exec(markdown)?.[1] ?? name, markdown };
    });
}

/** The table of contents of the guides. */
export function listGuides(guides: readonly Guide[]): Page {
  const links = guides.map(({ name, title }) => `<li><a href="/docs/guides/${name}">${title}</a></li>`);
  return manualPage(renderManual('Guides', `<ul>${links.join('')}</ul>`));
}
