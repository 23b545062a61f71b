import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { bundleFolder } from './bundle-folder.ts';

/**
 * Builds the checkout page's script and style: `node services/checkout/src/page/build-bundle.ts`. Builds aside and
 * renames, so that several processes may build at once and none ever serves half a bundle.
 */
const folder = bundleFolder();
const dist = dirname(folder);

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
    configFile: false,
    mode: 'production',
    root: fileURLToPath(new URL('./browser/', import.meta.url)),
    logLevel: 'error',
    publicDir: false,
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact', development: false } },
    build: {
      outDir,
      emptyOutDir: false,
      target: 'es2020',
      modulePreload: false,
      cssCodeSplit: false,
      assetsInlineLimit: 0,
      reportCompressedSize: false,
      rolldownOptions: {
        input: fileURLToPath(new URL('./browser/main.ts', import.meta.url)),
        output: { entryFileNames: 'checkout-[hash].js', assetFileNames: 'checkout-[hash][extname]' },
      },
    },
  });
}
