import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { launchBrowser } from '@mizan/testing';

export type BrowserPage = Awaited<ReturnType<Awaited<ReturnType<typeof launchBrowser>>['newPage']>>;
type Document = Pick<BrowserPage, 'evaluate'>;

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * Accessibility violations that fail a page or a frame, by rule and element; frames inside it are not checked. Waits for
 * animations first, because a colour in transition has another contrast. One that is canceled, when its element goes, has
 * ended too: its promise rejects.
 */
export async function findBarriers(document: Document): Promise<string[]> {
  if (!(await document.evaluate<boolean>(`'axe' in window`))) await document.evaluate(`${axe}; 'loaded'`);
  await document.evaluate(`Promise.allSettled(document.getAnimations()
    .filter(({ effect }) => effect.getComputedTiming().iterations !== Infinity).map(({ finished }) => finished)).then(() => 'over')`);
  const { violations } = await document.evaluate<{
    violations: { id: string; impact: string; nodes: { html: string }[] }[];
  }>(`axe.run({ iframes: false, runOnly: ${JSON.stringify(rules)} })`);
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
