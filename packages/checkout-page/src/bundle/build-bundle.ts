import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type InlineConfig } from 'vite';
import { bundleFolder } from './bundle-folder.ts';

/**
 * Builds the checkout page's script and style, and mizan.js: `node packages/checkout-page/src/bundle/build-bundle.ts`. Builds
 * into a temporary folder and renames it, so that several processes may build at once and none serves half a bundle.
 */
const folder = bundleFolder();
const dist = dirname(folder);

const browser = new URL('../browser/', import.meta.url);
const common: InlineConfig = {
  configFile: false,
  mode: 'production',
  root: fileURLToPath(browser),
  logLevel: 'error',
  publicDir: false,
};
const browsers = { emptyOutDir: false, target: 'es2020', modulePreload: false, reportCompressedSize: false } as const;

if (!existsSync(folder)) {
  const aside = join(dist, `.building-${process.pid}`);
  mkdirSync(aside, { recursive: true });
  try {
    await bundleInto(aside);
    renameSync(aside, folder);
  } catch (thrown) {
    if (!existsSync(folder)) throw thrown; // otherwise another process was faster
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
  for (const name of readdirSync(dist)) {
    const old = join(dist, name);
    if (old !== folder && !name.startsWith('.building-')) rmSync(old, { recursive: true, force: true });
  }
}

async function bundleInto(outDir: string): Promise<void> {
  await build({
    ...common,
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact', development: false } },
    build: {
      ...browsers,
      outDir,
      cssCodeSplit: false,
      assetsInlineLimit: 0,
      rolldownOptions: {
        input: fileURLToPath(new URL('main.ts', browser)),
        output: { entryFileNames: 'checkout-[hash].js', assetFileNames: 'checkout-[hash][extname]' },
      },
    },
  });
  // What merchants put into their own pages: a classic script under a name that never changes.
  await build({
    ...common,
    build: {
      ...browsers,
      outDir,
      rolldownOptions: {
        input: fileURLToPath(new URL('mizan-js/main.ts', browser)),
        output: { format: 'iife', entryFileNames: 'mizan.js' },
      },
    },
  });
}
