import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { launchBrowser } from '@mizan/testing';

/** A page of a merchant's, on an origin of its own. */
export interface ShopPage {
  /** Its origin. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Runs the server of an example as its README says, on a free port. */
export async function startExample(name: string, env: Record<string, string>): Promise<ShopPage> {
  const file = fileURLToPath(new URL(`../examples/${name}/server.mjs`, import.meta.url));
  const child = spawn(process.execPath, [file], {
    env: { ...env, PORT: '0', PATH: process.env['PATH'] },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [url] = (await once(createInterface(child.stdout), 'line')) as [string];
  return {
    url,
    async stop() {
      child.kill();
      await once(child, 'exit');
    },
  };
}

/**
 * Serves HTML under these paths.
 *
 * @param checkout what the shop's server answers to POST /checkout
 */
export async function servePages(
  pages: Readonly<Record<string, string>>,
  checkout?: () => Promise<object>,
): Promise<ShopPage> {
  const server = createServer((request, response) => {
    const html = pages[new URL(request.url ?? '/', 'http://shop').pathname];
    if (request.method === 'POST' && request.url === '/checkout' && checkout)
      void checkout().then((body) => response.end(JSON.stringify(body)));
    else if (html === undefined) response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html);
  });
  server.listen(0);
  await once(server, 'listening');
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Keeps a picture of the page in the folder `MIZAN_SCREENSHOTS`, if that is set (`npm run screenshots`). */
export async function photograph(
  page: Awaited<ReturnType<Awaited<ReturnType<typeof launchBrowser>>['newPage']>>,
  name: string,
): Promise<void> {
  const folder = process.env['MIZAN_SCREENSHOTS'];
  if (!folder) return;
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true, animations: 'disabled' });
}
