import { expect } from '@jest/globals';
import { eventually, type launchBrowser } from '@mizan/testing';
import type { BrowserPage } from './page-barriers.test-support.ts';

type Browser = Awaited<ReturnType<typeof launchBrowser>>;

export const phone = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };
export const desktop = { viewport: { width: 1280, height: 860 } };

/** A buyer at a checkout page, on a device of their own. */
export class BuyerPage {
  readonly page: BrowserPage;
  /** What the browser complained about, and whom it asked who is not us. */
  readonly complaints: string[] = [];

  private constructor(page: BrowserPage, gatewayUrl: string) {
    this.page = page;
    const { origin } = new URL(gatewayUrl);
    page.on('console', (message) => {
      if (message.type() === 'error') this.complaints.push(`${message.text()} ${message.location().url}`);
    });
    page.on('pageerror', (error) => this.complaints.push(error.message));
    page.on('request', (request) => {
      if (new URL(request.url()).origin !== origin) this.complaints.push(request.url());
    });
  }

  static async open(
    browser: Browser,
    gatewayUrl: string,
    device: object,
    colorScheme: 'light' | 'dark' = 'light',
  ): Promise<BuyerPage> {
    const context = await browser.newContext({ locale: 'en-GB', ...device, colorScheme });
    return new BuyerPage(await context.newPage(), gatewayUrl);
  }

  async goTo(url: string | null | undefined): Promise<void> {
    await this.page.goto(url ?? '');
    await this.page.waitForSelector('button[type=submit]:not([disabled])');
  }

  async choose(way: string, method?: string): Promise<void> {
    await this.page.check(`[name=methodGroup][value=${way}]`);
    if (method) await this.page.check(`[name="methodGroup.${way}"][value=${method}]`);
  }

  async typeCard(number: string): Promise<void> {
    for (const [name, text] of [
      ['card.number', number],
      ['card.expiry', '1234'],
      ['card.cvc', '123'],
    ]) {
      await this.page.fill(`[name="${name}"]`, '');
      await this.page.locator(`[name="${name}"]`).pressSequentially(text ?? '');
    }
  }

  async pay(): Promise<void> {
    await this.page.click('button[type=submit]');
  }

  /** Does something on the page that plays a wallet, a lender, a bank or a kiosk. */
  async act(outcome: string): Promise<void> {
    await this.page.click(`button[name=outcome][value=${outcome}]`);
  }

  async typeCode(code: string): Promise<void> {
    await this.page.waitForURL('**/simulator/**');
    await this.page.fill('[name=otp]', code);
    await this.act('submit');
  }

  async expectPanel(title: string): Promise<void> {
    const shown = async () =>
      (await this.page.textContent('.panel-title'))?.replaceAll(/\s/g, ' ').replaceAll('\u200F', '');
    await eventually(async () => expect(await shown()).toBe(title));
  }

  /** The form is there again, with this reason above it. */
  async expectNotice(text: string): Promise<void> {
    await eventually(async () => expect(await this.page.textContent('[role=alert]')).toContain(text));
  }

  width(): Promise<number> {
    return this.page.evaluate<number>('document.documentElement.scrollWidth');
  }

  async close(): Promise<void> {
    await this.page.context().close();
  }
}
