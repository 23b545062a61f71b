import { extname } from 'node:path';
import { resourceMissing, type Page } from '@mizan/service-kit';
import type { CheckoutBundle } from './bundle.ts';

const contentTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
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

/**
 * The script that merchants put into their own pages. Its name never changes, so browsers revalidate it after five minutes;
 * a browser that has the current script gets a 304.
 *
 * @param ifNoneMatch of the request
 */
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
