import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BundleNames } from '../render/document.ts';
import { fontFiles } from '../render/fonts.ts';
import { bundleFolder } from './bundle-folder.ts';

/** What Vite built of the browser's sources. */
export interface PageBundle {
  /** The files that pages refer to. */
  readonly names: BundleNames;
  /** The page's files by name. A name changes with the content. */
  readonly assets: ReadonlyMap<string, Buffer>;
  /** The script that merchants put into their own pages. */
  readonly mizanJs: Buffer;
}

/** The page's own files begin with it; the other file is mizan.js. */
const assetPrefix = 'checkout-';

const builder = fileURLToPath(new URL('./build-bundle.ts', import.meta.url));

/** Reads the bundle into memory, built first if the sources have changed: in its own process, whose memory goes with it. */
export async function loadBundle(): Promise<PageBundle> {
  const folder = bundleFolder();
  const files = readFiles(folder) ?? (await runBuilder(), readFiles(folder));
  if (!files) throw new Error(`bug: ${builder} left no ${folder}`);
  const mizanJs = files.get('mizan.js');
  if (!mizanJs) throw new Error(`bug: the bundle in ${folder} has no mizan.js`);
  const assets = new Map([...files].filter(([name]) => name.startsWith(assetPrefix)));
  const nameOf = (extension: string): string => {
    const name = [...assets.keys()].find((file) => file.endsWith(extension));
    if (!name) throw new Error(`bug: the bundle in ${folder} has no ${extension} file`);
    return name;
  };
  const fonts = new Map(
    fontFiles.map(({ file }) => {
      const name = [...assets.keys()].find((each) => each.startsWith(`${assetPrefix}${file}-`));
      if (!name) throw new Error(`bug: the bundle in ${folder} has no font ${file}`);
      return [file, name];
    }),
  );
  return { names: { script: nameOf('.js'), style: nameOf('.css'), fonts }, assets, mizanJs };
}

function readFiles(folder: string): Map<string, Buffer> | undefined {
  try {
    return new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))]));
  } catch {
    return undefined; // not built yet
  }
}

function runBuilder(): Promise<void> {
  const child = spawn(process.execPath, [builder], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, NODE_ENV: 'production' }, // a test, too, builds what buyers get
  });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`the checkout page could not be built: ${errors.slice(-2_000)}`)),
    );
  });
}
