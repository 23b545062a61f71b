import { spawn } from 'node:child_process';
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

const builder = fileURLToPath(new URL('./build-bundle.ts', import.meta.url));

/**
 * The page's script and style as Vite built them, held in memory. They are built when the sources have changed since,
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
    if (!body) throw resourceMissing('name');
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

  #load(): Promise<LoadedBundle> {
    this.#loaded ??= load();
    return this.#loaded;
  }
}

interface LoadedBundle {
  readonly names: BundleNames;
  readonly files: ReadonlyMap<string, Buffer>;
}

async function load(): Promise<LoadedBundle> {
  const folder = bundleFolder();
  const files = readFiles(folder) ?? (await build(), readFiles(folder));
  if (!files) throw new Error(`bug: ${builder} left no ${folder}`);
  const nameOf = (extension: string): string => {
    const name = [...files.keys()].find((file) => file.endsWith(extension));
    if (!name) throw new Error(`bug: the bundle in ${folder} has no ${extension} file`);
    return name;
  };
  return { names: { script: nameOf('.js'), style: nameOf('.css') }, files };
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
