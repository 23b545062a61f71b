import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { launchBrowser } from './launch-browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

test('a page runs its script and joins Arabic letters', async () => {
  const page = await browser.newPage();
  await page.setContent(`
    <html dir="rtl" lang="ar"><body style="font-size: 40px">
      <button onclick="this.textContent = 'تم الدفع'">ادفع الآن</button>
      <span id="joined">سسس</span><br><span id="apart">س&zwnj;س&zwnj;س</span>
    </body></html>`);
  await page.getByRole('button', { name: 'ادفع الآن' }).click();
  expect(await page.getByRole('button').textContent()).toBe('تم الدفع');
  // Joined letters are narrower than the same letters kept apart: the shaper and a font with Arabic are at work.
  const widthOf = async (id: string) => (await page.locator(`#${id}`).boundingBox())?.width ?? 0;
  expect(await widthOf('joined')).toBeGreaterThan(0);
  expect(await widthOf('joined')).toBeLessThan(await widthOf('apart'));
  const screenshot = await page.screenshot(process.env['SCREENSHOT'] ? { path: process.env['SCREENSHOT'] } : {});
  expect(screenshot.length).toBeGreaterThan(1_000);
});
