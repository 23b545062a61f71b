import { launchBrowser } from '@mizan/stack/launch-browser';

const timeoutMs = 20_000;

/**
 * Opens the checkout page in a real Chromium and pays with a card, as a buyer would.
 *
 * @param traceparent sent with the confirm request, sampled, so that its whole trace is kept
 * @param screenshot file for a picture of the confirmation
 */
export async function payInBrowser(url: string, card: string, traceparent: string, screenshot: string): Promise<void> {
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 1200, height: 900 }, locale: 'en-GB' });
    page.setDefaultTimeout(timeoutMs);
    await page.route('**/client/checkout/*/confirm', (route) =>
      route.continue({ headers: { ...route.request().headers(), traceparent } }),
    );
    await page.goto(url);
    await page.getByLabel(/card number/i).fill(card);
    await page.getByLabel(/expiry/i).fill('12 / 34');
    await page.getByLabel(/security code|cvc/i).fill('123');
    await page.getByRole('button', { name: /^pay /i }).click();
    await page.getByRole('heading', { name: 'Payment successful' }).waitFor();
    await page.screenshot({ path: screenshot });
  } finally {
    await browser.close();
  }
}
