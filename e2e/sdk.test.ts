import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { World } from '@mizan/testing';
import { makeEmptyProject } from './empty-project.test-support.ts';
import { startPlatform } from './storefront.test-support.ts';

const run = promisify(execFile);
const fromRoot = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const guides = fromRoot('docs/guides');

let world: World;
/** A project that has nothing but the packed client and the subscriber. */
let project: string;

beforeAll(async () => {
  [world, project] = await Promise.all([startPlatform({ MIZAN_RATE_LIMIT: 'off' }), makeEmptyProject(['sdk', 'bus'])]);
});
afterAll(async () => {
  await world.stop();
  await rm(project, { recursive: true });
});

/** Runs a program in that project, as a merchant's own server would. */
async function runModule(source: string, env: Record<string, string> = {}): Promise<string> {
  const file = join(project, `${Math.random().toString(36).slice(2)}.mjs`);
  await writeFile(file, source);
  const { testSecret, testPublishable, liveSecret } = world.accounts.keys;
  const { stdout } = await run(process.execPath, [file], {
    cwd: project,
    env: {
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      MIZAN_URL: world.gatewayUrl,
      MIZAN_KEY: testSecret,
      MIZAN_PUBLISHABLE_KEY: testPublishable,
      MIZAN_LIVE_KEY: liveSecret,
      NATS_URL: world.nats.url,
      ...env,
    },
  });
  return stdout;
}

const blocksOf = (markdown: string, language: string): string[] =>
  [...markdown.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'gms'))].map(([, block = '']) => block);

/** A pattern for printed text in which `…` stands for anything. */
const printed = (text: string): RegExp =>
  new RegExp(`^${text.replaceAll(/[$()*+./?[\\\]^{|}]/g, '\\$&').replaceAll('…', '.*')}$`);

describe('a guide', () => {
  test.each(readdirSync(guides).map((file) => file.replace('.md', '')))(
    '%s: its snippets, in their order, print what it says they print',
    async (name) => {
      const markdown = await readFile(join(guides, `${name}.md`), 'utf8');
      expect(await runModule(blocksOf(markdown, 'js').join('\n'))).toMatch(
        printed(blocksOf(markdown, 'text').join('')),
      );
    },
  );

  test('has no snippet that is not run, html in e2e/custom-checkout.test.ts', async () => {
    for (const file of await readdir(guides)) {
      const languages = [...(await readFile(join(guides, file), 'utf8')).matchAll(/^```(\w*)$/gm)].map(
        ([, name]) => name,
      );
      expect([file, languages.filter((name) => !['', 'js', 'text', 'html'].includes(name ?? ''))]).toEqual([file, []]);
    }
  });
});

describe('the packed client', () => {
  test('is typed without any other package', async () => {
    await writeFile(
      join(project, 'shop.ts'),
      `import { Mizan, verifyWebhook, type Product } from '@mizan/sdk';
       const mizan = new Mizan('key');
       export const name: Promise<string> = mizan.getProduct('prod_1').then((product: Product) => product.name);
       // @ts-expect-error an amount is a number
       export const wrong = mizan.createRefund({ chargeId: 'ch_1', amount: '1' });
       const event = verifyWebhook('{}', {}, 'whsec_');
       export const amount: number = event.type === 'refund.created' ? event.data.object.amount : 0;`,
    );
    await writeFile(
      join(project, 'page.ts'),
      `import type { CustomCheckout, MizanError } from '@mizan/sdk/browser';
       export const frame = Mizan().initEmbeddedCheckout({
         clientSecret: 'cs_test_1_secret_x',
         onComplete: ({ paymentStatus }) => paymentStatus === 'paid',
         onError: (error: MizanError) => error.code === 'frame_refused',
       });
       frame.mount(document.body);
       export const checkout: Promise<CustomCheckout> = Mizan('mz_pk_test_x').initCheckout({ clientSecret: '' });
       // @ts-expect-error it has a type
       checkout.then((open) => open.confirm({ paymentMethod: { type: 'cheque' } }));`,
    );
    const options = ['--noEmit', '--strict', '--target', 'es2022', '--module', 'nodenext', '--lib', 'es2023,dom'];
    const tsc = fromRoot('node_modules/typescript/bin/tsc');
    await run(process.execPath, [tsc, ...options, 'shop.ts', 'page.ts'], { cwd: project });
  });

  test('repeats a request whose answer got lost with the same idempotency key, and waits as long as the answer says, up to eight seconds', async () => {
    const received: { key: string | undefined; at: number }[] = [];
    const server = createServer((request, response) => {
      received.push({ key: String(request.headers['idempotency-key']), at: performance.now() });
      if (received.length === 1) request.socket.destroy();
      else if (received.length === 2) response.writeHead(429, { 'retry-after': '1' }).end('{}');
      else response.end('{"id": "prod_1"}');
    }).listen(0);
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const program = `import { Mizan } from '@mizan/sdk';
      console.log((await new Mizan('key', { baseUrl: '${url}' }).createProduct({ name: 'Tea' })).id);`;
    expect(await runModule(program)).toBe('prod_1\n');
    server.close();
    expect(received).toHaveLength(3);
    expect(new Set(received.map(({ key }) => key)).size).toBe(1);
    expect((received[2]?.at ?? 0) - (received[1]?.at ?? 0)).toBeGreaterThan(900);
  });

  test('asked by the answer to wait longer than eight seconds, throws at once and says how long', async () => {
    let received = 0;
    const server = createServer((_request, response) => {
      received++;
      response
        .writeHead(429, { 'retry-after': '9' })
        .end(JSON.stringify({ error: { type: 'rate_limit_error', code: 'rate_limit', message: 'Slow down.' } }));
    }).listen(0);
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const program = `import { Mizan, RateLimitError } from '@mizan/sdk';
      const startedAt = performance.now();
      await new Mizan('key', { baseUrl: '${url}' }).createProduct({ name: 'Tea' }).catch((error) =>
        console.log(error instanceof RateLimitError, error.retryAfterSeconds, performance.now() - startedAt < 5_000));`;
    expect(await runModule(program)).toBe('true 9 true\n');
    server.close();
    expect(received).toBe(1);
  });

  test('stops waiting for a platform that never answers, and says so', async () => {
    const program = `import { ConnectionError, Mizan } from '@mizan/sdk';
      const mizan = new Mizan('key', { baseUrl: 'http://127.0.0.1:1', maxRetries: 1 });
      await mizan.getAccount().catch((error) => console.log(error instanceof ConnectionError, error.message));`;
    expect(await runModule(program)).toMatch(/^true http:\/\/127\.0\.0\.1:1 did not answer: .+/);
  });
});
