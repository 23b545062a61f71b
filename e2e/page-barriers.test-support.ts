import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { launchBrowser } from '@mizan/testing';

export type BrowserPage = Awaited<ReturnType<Awaited<ReturnType<typeof launchBrowser>>['newPage']>>;

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What nobody may overlook on a page, by rule; frames of others are not looked into. */
export async function findBarriers(page: BrowserPage): Promise<string[]> {
  const rules = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'];
  const { violations } = await page.evaluate<{ violations: { id: string; impact: string }[] }>(
    `(() => { ${axe}; return axe.run({ iframes: false, runOnly: ${JSON.stringify(rules)} }) })()`,
  );
  return violations.filter(({ impact }) => ['serious', 'critical'].includes(impact)).map(({ id }) => id);
}
