import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { DeclineCode, errorCodes, errors, eventTypes, operations, PaymentErrorCode } from '@mizan/contracts';
import { startGatewayWorld, type GatewayWorld } from '../proxy/gateway-world.test-support.ts';
import { readGuides } from './read-guides.ts';
import type { Findable } from './search-index.ts';

let world: GatewayWorld;
beforeAll(async () => {
  world = await startGatewayWorld();
});
afterAll(() => world.stop());

const open = async (path: string) => {
  const response = await fetch(`${world.url}${path}`);
  return { status: response.status, headers: response.headers, html: await response.text() };
};

const pages = ['/docs', '/docs/guides', '/docs/reference', '/docs/events', '/docs/errors'];
const guides = readGuides();
const allPages = [...pages, ...guides.map(({ name }) => `/docs/guides/${name}`)];

test('the doc_url of a refusal opens the entry of its code', async () => {
  const { body } = await world.send('GET', '/products', { key: null });
  const { pathname, hash } = new URL(body.error?.doc_url ?? '');
  const { status, html } = await open(pathname);
  expect([status, hash]).toEqual([200, '#authentication_required']);
  expect(html).toContain(`id="${hash.slice(1)}"`);
});

test('every code of the contract, and every reason of a failed payment, has one entry', async () => {
  const { html } = await open('/docs/errors');
  for (const code of [...errorCodes, ...PaymentErrorCode.options, ...DeclineCode.options])
    expect([code, html.split(`id="${code}"`).length - 1]).toEqual([code, 1]);
  for (const code of errorCodes) expect(html).toContain(errors[code].remedy.split('`')[0]?.slice(0, 20) ?? '');
});

test('every event has one entry, with its subject', async () => {
  const { html } = await open('/docs/events');
  for (const type of eventTypes) {
    expect([type, html.split(`id="${type}"`).length - 1]).toEqual([type, 1]);
    expect(html).toContain(`events.v1.{mode}.{merchantId}.${type}`);
  }
});

test('a page loads scripts, styles and pictures of this origin alone, and has none of its own', async () => {
  for (const path of allPages) {
    const { headers, html } = await open(path);
    const policy = headers.get('content-security-policy') ?? '';
    expect([path, policy.includes("default-src 'none'"), /script-src 'self';/.test(policy)]).toEqual([
      path,
      true,
      true,
    ]);
    expect([path, /<script(?! src="\/docs\/assets\/)|<style|javascript:| on\w+=| style=/i.exec(html)?.[0]]).toEqual([
      path,
      undefined,
    ]);
    expect([path, /(src|rel="stylesheet" href)="(?!\/docs\/assets\/)[^"]*"/.exec(html)?.[0]]).toEqual([
      path,
      undefined,
    ]);
  }
});

test('every file of docs/guides is a page of the navigation, once', () => {
  const files = readdirSync(new URL('../../../../docs/guides', import.meta.url)).map((name) => `guides/${name}`);
  const shown = guides.map(({ file }) => file).filter((file) => file.startsWith('guides/'));
  expect(shown.toSorted()).toEqual(files.toSorted());
});

describe('every link leads somewhere', () => {
  const ids = new Map<string, Set<string>>();
  beforeAll(async () => {
    for (const path of allPages) {
      const { status, html } = await open(path);
      expect([path, status]).toEqual([path, 200]);
      ids.set(path, new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id)));
    }
  });

  /** What is wrong with an address on the site; undefined when nothing is. */
  async function fault(from: string, href: string): Promise<string | undefined> {
    const { pathname, hash, origin } = new URL(href, `${world.url}${from}`);
    if (origin !== world.url) return undefined;
    const known = ids.get(pathname);
    if (!known) return (await open(pathname)).status === 200 ? undefined : `${from}: ${href} is no page`;
    if (pathname === '/docs/reference' && hash.startsWith('#/'))
      return (hash.split('/').pop() ?? '') in operations ? undefined : `${from}: ${href} is no operation`;
    if (hash && !known.has(decodeURIComponent(hash.slice(1)))) return `${from}: ${href} has no such anchor`;
    return undefined;
  }

  test.each(allPages)('of %s', async (path) => {
    const { html } = await open(path);
    const links = new Set([...html.matchAll(/ (?:href|src)="([^"]+)"/g)].map(([, href = '']) => href));
    expect(links.size).toBeGreaterThan(10);
    const faults = await Promise.all([...links].map((href) => fault(path, href.replaceAll('&amp;', '&'))));
    expect(faults.filter((each) => each !== undefined)).toEqual([]);
  });

  test('of the search', async () => {
    const found = JSON.parse((await open('/docs/assets/search.json')).html) as Findable[];
    expect(new Set(found.map(({ url }) => url)).size).toBe(found.length);
    const faults = await Promise.all(found.map(({ url }) => fault('/docs', url)));
    expect(faults.filter((each) => each !== undefined)).toEqual([]);
  });
});

test('the search knows every guide, error code, event and operation of merchants', async () => {
  const found = JSON.parse((await open('/docs/assets/search.json')).html) as Findable[];
  const urls = new Set(found.map(({ url }) => url));
  const operationTexts = found.filter(({ url }) => !url.startsWith('/docs/guides/')).map(({ text }) => text);
  expect(operationTexts.filter((text) => text.includes('`'))).toEqual([]);
  const expected = [
    ...guides.map(({ name }) => `/docs/guides/${name}`),
    ...errorCodes.map((code) => `/docs/errors#${code}`),
    ...eventTypes.map((type) => `/docs/events#${type}`),
  ];
  expect(expected.filter((url) => !urls.has(url))).toEqual([]);
  const operationIds = new Set(found.map(({ url }) => url.split('/').pop()));
  const calls = Object.entries(operations).filter(([, { audience }]) => audience === 'merchant');
  expect(calls.filter(([id]) => !operationIds.has(id))).toEqual([]);
});

test('consecutive programs are one example with its output, in an order that reads well without a script', async () => {
  const { html } = await open('/docs/guides/quick-start');
  const example = /<div class="example">.*?<\/div>/s.exec(html)?.[0] ?? '';
  const parts = [...example.matchAll(/data-language="(\w+)"|<figcaption>(\w+)/g)].map(
    ([, name, output]) => name ?? output,
  );
  expect(parts.slice(0, 4)).toEqual(['curl', 'Response', 'TypeScript', 'Prints']);
});

test('nothing but the pages and what they load is served', async () => {
  const { headers } = await open('/docs/assets/swagger-ui.css');
  expect(headers.get('content-type')).toContain('text/css');
  for (const path of ['/docs/guides/unknown', '/docs/assets/package.json', '/docs/assets/..%2Fpackage.json'])
    expect([path, (await open(path)).status]).toEqual([path, 404]);
});

test('the page of a guide that does not exist lists those that do', async () => {
  const { status, headers, html } = await open('/docs/guides/nowhere');
  expect([status, headers.get('cache-control')]).toEqual([404, 'no-store']);
  expect(html).toContain('<h1>This page does not exist</h1>');
  expect(html).toContain('href="/docs/guides/quick-start"');
});

test.each([
  ['quickstart', 'guides/quick-start'],
  ['Quick-Start', 'guides/quick-start'],
  ['quick-start.md', 'guides/quick-start'],
  ['python', 'guides/quick-start'],
  ['sdk', 'guides/quick-start'],
  ['php', 'guides/other-languages'],
  ['api', 'reference'],
  ['API', 'reference'],
  ['cli', 'guides/daily-work'],
])('%s leads to %s, below /docs and below /docs/guides', async (name, page) => {
  for (const path of [`/docs/${name}`, `/docs/guides/${name}`]) {
    const response = await fetch(`${world.url}${path}`, { headers: { accept: 'text/html' } });
    expect([path, response.status, new URL(response.url).pathname]).toEqual([path, 200, `/docs/${page}`]);
  }
});

test.each([
  ['qiuck-start', '/docs/guides/quick-start', 'Quick start'],
  ['webhok', '/docs/guides/webhooks', 'Webhooks'],
  ['referense', '/docs/reference', 'API reference'],
  ['pyhton', '/docs/guides/quick-start', 'Quick start'],
])('the page in place of %s suggests %s', async (name, address, title) => {
  const { status, html } = await open(`/docs/guides/${name}`);
  expect(status).toBe(404);
  expect(html).toContain(`<p>Did you mean <a href="${address}">${title}</a>?</p>`);
});

test.each(['nowhere', 'constructor', '__proto__'])('%s is like no page: none is suggested', async (name) => {
  const { status, html } = await open(`/docs/guides/${name}`);
  expect([status, html.includes('Did you mean')]).toEqual([404, false]);
});
