import { createHash } from 'node:crypto';
import { loadBundle, type BundleNames, type PageBundle } from '@mizan/checkout-page';
import type { Background } from '@mizan/service-kit';

/** Keeps the page's script and style, and mizan.js, in memory. */
export class CheckoutBundle implements Background {
  #loading: Promise<ServedBundle> | undefined;

  /** Loads the bundle, building it first where needed. A service that cannot show its page does not start. */
  async start(): Promise<void> {
    await this.load();
  }

  stop(): Promise<void> {
    return Promise.resolve();
  }

  /** The files that pages refer to. */
  async names(): Promise<BundleNames> {
    return (await this.load()).names;
  }

  /** The built files, loaded once. */
  load(): Promise<ServedBundle> {
    this.#loading ??= loadBundle().then((bundle) => ({ ...bundle, etag: etagOf(bundle.mizanJs) }));
    return this.#loading;
  }
}

/** The page's files as they are served. */
export interface ServedBundle extends PageBundle {
  /** Entity tag of mizan.js. */
  readonly etag: string;
}

const etagOf = (content: Buffer): string =>
  `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;
