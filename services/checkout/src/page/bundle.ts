import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { resourceMissing, type Background, type Page } from '@mizan/service-kit';
import { bundleFolder } from './bundle-folder.ts';
import type { BundleNames } from './document.ts';

const contentTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

/** Files of the page; what is beside them is for merchants' own. */
const pagePrefix = 'checkout-';

const builder = fileURLToPath(new URL('./build-bundle.ts', import.meta.url));

/**
 * The page's script and style, and mizan.js, as Vite built them, held in memory. They are built when the sources have changed since,
 * in a process of its own, so that the builder's memory goes with it; an image that brings them built never builds.
 */
export class CheckoutBundle implements Background {
  #loaded: Promise<LoadedBundle> | undefined;

  /** Loads it, building it first where that is needed. A service that cannot show its page does not start. */
  async start(): Promise<void> {
    await this.#load();
  }

  stop(): Promise<void> {
    return Promise.resolve();
  }

  /** What pages refer to. */
  async names(): Promise<BundleNames> {
    return (await this.#load()).names;
  }

  /** A built file. Its name changes with its content, so browsers keep it for good. @throws Problem `resource_missing` */
  async show(name: string): Promise<Page> {
    const body = (await this.#load()).files.get(name);
    if (!body || !name.startsWith(pagePrefix)) throw resourceMissing('name');
    return {
      status: 200,
      headers: {
        'content-type': contentTypes[extname(name)] ?? 'application/octet-stream',
        'content-length': String(body.length),
        'cache-control': 'public, max-age=31536000, immutable',
        'cross-origin-resource-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
      },
      body,
    };
  }

  /**
   * The script that merchants put into their own pages. Its name never changes, so browsers look again after five
   * minutes; a browser that has it already is told so.
   *
   * @param known `If-None-Match` of the request
   */
  async showMizanJs(known: string | undefined): Promise<Page> {
    const { mizanJs, tag } = await this.#load();
    const isKnown = known !== undefined && known.split(/\s*,\s*/).some((each) => each.replace(/^W\//, '') === tag);
    return {
      status: isKnown ? 304 : 200,
      headers: {
        ...(isKnown ? {} : { 'content-type': contentTypes['.js'] ?? '', 'content-length': String(mizanJs.length) }),
        etag: tag,
        'cache-control': 'public, max-age=300, stale-while-revalidate=86400',
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
        'x-content-type-options': 'nosniff',
      },
      body: isKnown ? '' : mizanJs,
    };
  }

  #load(): Promise<LoadedBundle> {
    this.#loaded ??= load();
    return this.#loaded;
  }
}

interface LoadedBundle {
  readonly names: BundleNames;
  readonly files: ReadonlyMap<string, Buffer>;
  readonly mizanJs: Buffer;
  /** Entity tag of mizan.js. */
  readonly tag: string;
}

async function load(): Promise<LoadedBundle> {
  const folder = bundleFolder();
  const files = readFiles(folder) ?? (await build(), readFiles(folder));
  if (!files) throw new Error(`bug: ${builder} left no ${folder}`);
  const nameOf = (extension: string): string => {
    const name = [...files.keys()].find((file) => file.startsWith(pagePrefix) && file.endsWith(extension));
    if (!name) throw new Error(`bug: the bundle in ${folder} has no ${extension} file`);
    return name;
  };
  const mizanJs = files.get('mizan.js');
  if (!mizanJs) throw new Error(`bug: the bundle in ${folder} has no mizan.js`);
  const tag = `"${createHash('sha256').update(mizanJs).digest('base64url').slice(0, 22)}"`;
  return { mizanJs, tag, names: { script: nameOf('.js'), style: nameOf('.css') }, files };
}

function readFiles(folder: string): Map<string, Buffer> | undefined {
  try {
    return new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))]));
  } catch {
    return undefined; // not built yet
  }
}

function build(): Promise<void> {
  const child = spawn(process.execPath, [builder], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, NODE_ENV: 'production' }, // whoever builds first, a test too, builds what buyers get
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
