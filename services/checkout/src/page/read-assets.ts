import { createHash } from 'node:crypto';
import { extname } from 'node:path';
import { loadBundle, type BundleNames, type PageBundle } from '@mizan/checkout-page';
import { resourceMissing, type Background, type Page } from '@mizan/service-kit';

/** Keeps the page's script, style and fonts, and mizan.js with its entity tag, in memory. */
export class CheckoutBundle implements Background {
  #loading: Promise<PageBundle & { readonly etag: string }> | undefined;

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
  load(): Promise<PageBundle & { readonly etag: string }> {
    this.#loading ??= loadBundle().then((bundle) => ({ ...bundle, etag: etagOf(bundle.mizanJs) }));
    return this.#loading;
  }
}

const etagOf = (content: Buffer): string =>
  `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;

const contentTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
};

/** A built file. Its name changes with its content, so browsers keep it for good. @throws Problem `resource_missing` */
export async function getCheckoutAsset(bundle: CheckoutBundle, name: string): Promise<Page> {
  const body = (await bundle.load()).assets.get(name);
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

/** The script of merchants' own pages. Its name never changes, so browsers revalidate it after five minutes. */
export async function getMizanJs(bundle: CheckoutBundle, ifNoneMatch: string | undefined): Promise<Page> {
  const { mizanJs, etag } = await bundle.load();
  const isCurrent = ifNoneMatch?.split(/\s*,\s*/).some((each) => each.replace(/^W\//, '') === etag) ?? false;
  return {
    status: isCurrent ? 304 : 200,
    headers: {
      ...(isCurrent ? {} : { 'content-type': contentTypes['.js'] ?? '', 'content-length': String(mizanJs.length) }),
      etag,
      'cache-control': 'public, max-age=300, stale-while-revalidate=86400',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    },
    body: isCurrent ? '' : mizanJs,
  };
}
