import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type InlineConfig } from 'vite';
import { fontFiles } from '../render/fonts.ts';
import { bundleFolder } from './bundle-folder.ts';

/**
 * Builds the checkout page's script, style and fonts, and mizan.js: `node packages/checkout-page/src/bundle/build-bundle.ts`. Builds
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
/** Chrome 92, Firefox 95, Safari 15.4 and later: private members are not rewritten, which would make the script larger. */
const browsers = {
  ...{ target: 'es2022', cssTarget: 'es2020' },
  ...{ emptyOutDir: false, modulePreload: false, reportCompressedSize: false },
} as const;

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
  writeFonts(outDir);
}

/** The fonts that merchants can choose, under names that change with their content, and the licenses that go with them. */
function writeFonts(outDir: string): void {
  const read = (slug: string, file: string): Buffer =>
    readFileSync(fileURLToPath(import.meta.resolve(`@fontsource/${slug}/${file}`)));
  for (const { slug, file } of fontFiles) {
    const content = read(slug, `files/${file}-normal.woff2`);
    const hash = createHash('sha256').update(content).digest('hex').slice(0, 8);
    writeFileSync(join(outDir, `checkout-${file}-${hash}.woff2`), content);
  }
  const licenses = [...new Set(fontFiles.map(({ slug }) => slug))].map((slug) => read(slug, 'LICENSE').toString());
  writeFileSync(join(outDir, 'checkout-font-licenses.txt'), licenses.join('\n\n'));
}
