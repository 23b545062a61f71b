import { launchBrowser as launchChromium } from '@mizan/stack/launch-browser';
import { scaleTimeout } from './scale-timeout.ts';

const waitMs = 30_000;

/** Starts a real Chromium whose pages wait longer on a slow or busy machine. Close it in `afterAll`. */
export async function launchBrowser(): ReturnType<typeof launchChromium> {
  const timeoutMs = scaleTimeout(waitMs);
  const browser = await launchChromium({ timeoutMs });
  browser.on('context', (context) => context.setDefaultTimeout(timeoutMs));
  return browser;
}
