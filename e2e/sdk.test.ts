import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { sdkCallOf, sdkOperations } from '@mizan/contracts';
import type { World } from '@mizan/testing';
import { Engine as PhpParser } from 'php-parser';
import { makeEmptyProject } from './empty-project.test-support.ts';
import { createGuideAccount, type GuideKeys } from './guide-account.test-support.ts';
import { printed, programOf, readExamples, runPython, runShell } from './guide-examples.test-support.ts';
import { startPlatform } from './storefront.test-support.ts';

const run = promisify(execFile);
const fromRoot = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const guides = fromRoot('docs/guides');

const operatorToken = 'the operator token of these tests, long enough';

let world: World;
/** The accounts of the programs in each language: `js` has the demo account. */
let keysOf: Record<'js' | 'sh' | 'python', GuideKeys>;
/** A project that has nothing but the packed client, the subscriber and, for its inbox, `pg`. */
let project: string;
/** A database of the project itself. */
const database = `guides_${process.pid}`;

beforeAll(async () => {
  const env = { MIZAN_RATE_LIMIT: 'off', MIZAN_OPERATOR_TOKEN: operatorToken };
  [world, project] = await Promise.all([startPlatform(env), makeEmptyProject(['sdk', 'bus'])]);
  await world.db('gateway').query(`create database ${database}`);
  keysOf = {
    js: world.accounts.keys,
    sh: await createGuideAccount(world, operatorToken),
    python: await createGuideAccount(world, operatorToken),
  };
  await symlink(fromRoot('node_modules/pg'), join(project, 'node_modules/pg'));
});
afterAll(async () => {
  await world.db('gateway').query(`drop database ${database} with (force)`);
  await world.stop();
  await rm(project, { recursive: true });
});

/** Runs a program in that project, as a merchant's own server would. */
async function runModule(source: string, env: Record<string, string> = {}): Promise<string> {
  const file = join(project, `${Math.random().toString(36).slice(2)}.mjs`);
  await writeFile(file, source);
  const databaseUrl = new URL(world.db('gateway').options.connectionString ?? '');
  databaseUrl.pathname = `/${database}`;
  const { stdout } = await run(process.execPath, [file], {
    cwd: project,
    env: {
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      ...environment('js'),
      NATS_URL: world.nats.url,
      DATABASE_URL: databaseUrl.href,
      ...env,
    },
  });
  return stdout;
}

/** What the guides say that their programs find. */
const environment = (language: keyof typeof keysOf): Record<string, string> => ({
  MIZAN_BASE_URL: world.gatewayUrl,
  MIZAN_KEY: keysOf[language].testSecret,
  MIZAN_PUBLISHABLE_KEY: keysOf[language].testPublishable,
  MIZAN_LIVE_KEY: keysOf[language].liveSecret,
});

const names = readdirSync(guides).map((file) => file.replace('.md', ''));
const examplesOf = (name: string) => readExamples(readFileSync(join(guides, `${name}.md`), 'utf8'));
const having = (language: string) =>
  names.filter((name) => examplesOf(name).some((blocks) => blocks.some((block) => block.language === language)));

describe('a guide', () => {
  test.each(having('js'))('%s: its snippets, in their order, print what it says they print', async (name) => {
    const { source, prints } = programOf(examplesOf(name), 'js');
    expect(await runModule(source)).toMatch(printed(prints));
  });

  test('has snippets that are strict TypeScript and plain JavaScript at once', async () => {
    const folder = join(project, 'guides');
    await mkdir(folder);
    for (const name of having('js'))
      await writeFile(join(folder, `${name}.mts`), programOf(examplesOf(name), 'js').source);
    const installed = fromRoot('node_modules/@types');
    const compilerOptions = { typeRoots: [installed], types: ['node'], paths: { pg: [`${installed}/pg/index.d.ts`] } };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
    await compile(
      '--module',
      'nodenext',
      '--moduleDetection',
      'force',
      '--lib',
      'esnext,dom',
      '--skipLibCheck',
      '--project',
      folder,
    );
  });

  test.each(having('sh'))('%s: its requests with curl, in their order, are answered as it says', async (name) => {
    expect(await runShell(examplesOf(name), project, environment('sh'))).toBeGreaterThan(0);
  });

  test.each(having('python'))('%s: its Python, in its order, prints what it says', async (name) => {
    const { source, prints } = programOf(examplesOf(name), 'python');
    expect(await runPython(source, project, environment('python'))).toMatch(printed(prints));
  });

  test('other-languages: its client of Python sends a request with the same key again while the first one is still running', async () => {
    const keys: unknown[] = [];
    const server = createServer((request, response) => {
      keys.push(request.headers['idempotency-key']);
      const isRunning = keys.length === 1;
      response.statusCode = isRunning ? 409 : 200;
      const error = { code: 'idempotency_key_in_use', message: 'The first request is still running.' };
      response.end(JSON.stringify(isRunning ? { error, request_id: 'req_1' } : { id: 'prod_1' }));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    try {
      const { port } = server.address() as AddressInfo;
      const [client = ''] = programOf(examplesOf('other-languages'), 'python').source.split('\nproduct = ');
      const program = `${client}\nprint(mizan("POST", "/products", {"name": "Jug"}, idempotency_key="order-1")["id"])`;
      const settings = { MIZAN_BASE_URL: `http://127.0.0.1:${port}`, MIZAN_KEY: 'sk_test_1' };
      expect(await runPython(program, project, settings)).toBe('prod_1\n');
      expect(keys).toEqual(['order-1', 'order-1']);
    } finally {
      server.close();
    }
  });

  test.each(having('php'))('%s: its PHP can be parsed', (name) => {
    const { source } = programOf(examplesOf(name), 'php');
    const { children } = new PhpParser({}).parseCode(source, `${name}.php`);
    expect(children.length).toBeGreaterThan(0);
  });

  test.each(names)(
    '%s has no snippet that is not run, html in e2e/custom-checkout.test.ts, and no output without a program',
    (name) => {
      for (const blocks of examplesOf(name)) {
        const languages = blocks.map(({ language }) => language);
        expect(
          languages.filter((each) => !['', 'js', 'sh', 'python', 'php', 'text', 'json', 'html'].includes(each)),
        ).toEqual([]);
        if (languages.includes('text')) expect(languages.some((each) => each === 'js' || each === 'python')).toBe(true);
        if (languages.includes('json')) expect(languages).toContain('sh');
      }
    },
  );

  test.each(names)(
    '%s names the variables that it reads besides those of the quick start, in its first lines',
    (name) => {
      const markdown = readFileSync(join(guides, `${name}.md`), 'utf8');
      const code = examplesOf(name)
        .flat()
        .filter(({ language }) => ['js', 'sh', 'python', 'php'].includes(language));
      const read = code.flatMap(({ text }) =>
        [...text.matchAll(/(?:\benv\.|\$\{?|\benviron\[["']|getenv\(["'])([A-Z][A-Z_]+)/g)].map(
          ([, variable = '']) => variable,
        ),
      );
      const start = markdown.slice(0, code[0] && markdown.indexOf(code[0].text));
      const isKnown = (variable: string) =>
        ['MIZAN_BASE_URL', 'MIZAN_KEY', 'RANDOM'].includes(variable) ||
        start.includes(`\`${variable}\``) ||
        name === 'quick-start';
      expect(read.filter((variable) => !isKnown(variable))).toEqual([]);
    },
  );

  const isOfTheApi = (name: string) => name !== 'bus'; // whose client is for Node alone
  test.each(having('js').filter(isOfTheApi))('%s shows each request with curl, TypeScript and Python', (name) => {
    const withRequests = examplesOf(name).filter((blocks) =>
      blocks.some(({ language, text }) => language === 'js' && /await \w+(\.\w+)+\(/.test(text)),
    );
    expect(withRequests.length).toBeGreaterThan(0);
    for (const blocks of withRequests)
      expect(blocks.slice(0, 3).map(({ language }) => language)).toEqual(['sh', 'js', 'python']);
  });
});

describe('a packed package', () => {
  test.each(['sdk', 'bus'])(
    '%s has its code, types, license and README, and names where it comes from',
    async (name) => {
      const folder = join(project, 'node_modules/@mizan', name);
      const files = (await readdir(folder, { recursive: true, withFileTypes: true }))
        .filter((entry) => entry.isFile())
        .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
      const compiled = readdirSync(fromRoot(`packages/${name}/src`))
        .filter((file) => file.endsWith('.ts') && !/\.(test|test-support|d)\.ts$/.test(file))
        .flatMap((file) => ['.js', '.d.ts'].map((ending) => file.replace('.ts', ending)));
      const built = (format: string) => compiled.map((file) => `dist/${format}/${file}`);
      const types = name === 'sdk' ? ['types.d.cts'] : ['dist/esm/types.d.ts', 'dist/cjs/types.d.ts']; // one copy, and what refers to it
      expect(files.sort()).toEqual(
        [
          ...['LICENSE', 'README.md', 'package.json', 'dist/cjs/package.json', 'dist/types.d.cts'],
          ...[...types, ...built('esm'), ...built('cjs')],
        ].sort(),
      );
      const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Record<string, unknown>;
      expect(manifest).toMatchObject({
        license: 'Apache-2.0',
        homepage: expect.stringMatching(/^https:/),
        repository: { type: 'git', directory: `packages/${name}` },
      });
      expect(await readFile(join(folder, 'LICENSE'), 'utf8')).toBe(await readFile(fromRoot('LICENSE'), 'utf8'));
    },
  );

  test('is imported and required', async () => {
    const use = `const mizan = new Mizan('mz_sk_test_key');
      console.log(typeof mizan.checkout.sessions.create, typeof Bus.connect, new AuthenticationError(401, {}) instanceof MizanError);`;
    const names = '{ AuthenticationError, Mizan, MizanError }';
    await writeFile(
      join(project, 'shop.mjs'),
      `import ${names} from '@mizan/sdk'; import { Bus } from '@mizan/bus'; ${use}`,
    );
    await writeFile(
      join(project, 'shop.cjs'),
      `const ${names} = require('@mizan/sdk'); const { Bus } = require('@mizan/bus'); ${use}`,
    );
    // A Node that cannot require ECMAScript modules gets CommonJS.
    for (const args of [['shop.mjs'], ['--no-experimental-require-module', 'shop.cjs']])
      expect((await run(process.execPath, args, { cwd: project })).stdout).toBe('function function true\n');
  });

  test.each([
    ['node16', ['--module', 'node16'], ['mts', 'cts']],
    ['nodenext', ['--module', 'nodenext'], ['mts', 'cts']],
    ['bundler', ['--module', 'esnext', '--moduleResolution', 'bundler'], ['mts']],
    ['node10', ['--module', 'commonjs', '--moduleResolution', 'node10', '--ignoreDeprecations', '6.0'], ['cts']],
  ])('has types under the module resolution %s', async (resolution, options, formats) => {
    const files = formats.map((format) => `${resolution}.${format}`);
    for (const file of files)
      await writeFile(
        join(project, file),
        `import { Mizan, type Product } from '@mizan/sdk';
         import type { MizanJs } from '@mizan/sdk/browser';
         import type { Price } from '@mizan/sdk/types';
         export const product: Promise<Product> = new Mizan().products.get('prod_1');
         export const price = (given: Product): Price | undefined => given.prices[0];
         // @ts-expect-error it takes text
         export const wrong = new Mizan().products.get(1);
         export type Page = MizanJs;`,
      );
    await compile(...options, ...files);
  });
});

/** Compiles files of the project. */
async function compile(...options: string[]): Promise<void> {
  const tsc = fromRoot('node_modules/typescript/bin/tsc');
  const common = ['--noEmit', '--strict', '--target', 'es2022', '--lib', 'es2023,dom'];
  await run(process.execPath, [tsc, ...common, ...options], { cwd: project }).catch(
    ({ stdout }: { stdout: string }) => {
      throw new Error(stdout);
    },
  );
}

describe('the packed client', () => {
  test('is typed without any other package', async () => {
    await writeFile(
      join(project, 'shop.ts'),
      `import { Mizan, verifyWebhook, type Event, type Product } from '@mizan/sdk';
       const mizan = new Mizan('mz_sk_test_key');
       export const name: Promise<string> = mizan.products.get('prod_1').then((product: Product) => product.name);
       // @ts-expect-error an amount is a number
       export const wrong = mizan.refunds.create({ chargeId: 'ch_1', amount: '1' });
       // @ts-expect-error it only makes the type of every event
       export type Untyped = import('@mizan/sdk').UntypedEvent;
       const event: Event = verifyWebhook('{}', {}, 'whsec_');
       // @ts-expect-error no event has this type
       export const unknown = event.type === 'refund.lost';
       // @ts-expect-error a refund has no such field
       export const fieldOf = (one: Event) => one.type === 'refund.created' && one.data.object.displayName;
       export const amountOf = (one: Event): number => (one.type === 'refund.created' ? one.data.object.amount : 0);
       export const missed = mizan.events.get('evt_1').then(amountOf);
       export const amounts = mizan.events.list().then(({ data }) => [event, ...data].map(amountOf));`,
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
    await compile('--module', 'nodenext', 'shop.ts', 'page.ts');
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
      console.log((await new Mizan('mz_sk_test_key', { baseUrl: '${url}' }).products.create({ name: 'Tea' })).id);`;
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
      await new Mizan('mz_sk_test_key', { baseUrl: '${url}' }).products.create({ name: 'Tea' }).catch((error) =>
        console.log(error instanceof RateLimitError, error.retryAfterSeconds, performance.now() - startedAt < 5_000));`;
    expect(await runModule(program)).toBe('true 9 true\n');
    server.close();
    expect(received).toBe(1);
  });

  test('says that a report is incomplete, however it was interrupted', async () => {
    const rows = 'id\r\nتحويل\r\n';
    const server = createServer((request, response) => {
      if (request.url?.startsWith('/reports/balance.csv')) response.end(`${rows}# end,1\r\n`);
      else if (request.url?.startsWith('/reports/refunds.csv')) response.end(rows);
      else response.write(rows, () => response.destroy());
    }).listen(0);
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const program = `import { IncompleteDownloadError, Mizan } from '@mizan/sdk';
      const mizan = new Mizan('mz_sk_test_key', { baseUrl: '${url}' });
      const period = { from: '2026-01-01', to: '2026-02-01' };
      console.log((await mizan.reports.downloadBalance(period)).length);
      const isIncomplete = (error) => error instanceof IncompleteDownloadError;
      console.log(await mizan.reports.downloadRefunds(period).catch(isIncomplete));
      let text = '';
      try {
        for await (const piece of mizan.reports.downloadPayouts(period)) text += piece;
      } catch (error) {
        console.log(isIncomplete(error), text.length);
      }`;
    expect(await runModule(program)).toBe('20\ntrue\ntrue 11\n');
    server.close();
  });

  test('stops waiting for a platform that never answers, and says so', async () => {
    const program = `import { ConnectionError, Mizan } from '@mizan/sdk';
      const mizan = new Mizan('mz_sk_test_key', { baseUrl: 'http://127.0.0.1:1', maxRetries: 1 });
      await mizan.account.get().catch((error) => console.log(error instanceof ConnectionError, error.message));`;
    expect(await runModule(program)).toMatch(/^true http:\/\/127\.0\.0\.1:1 did not answer: .+/);
  });
});

describe('the Python client', () => {
  const folder = fromRoot('packages/sdk-python');
  const python = async (...args: string[]): Promise<{ stdout: string; stderr: string }> =>
    run('python3', ['-B', ...args], {
      cwd: folder,
      env: {
        PATH: process.env['PATH'],
        PYTHONPATH: join(folder, 'src'),
        PYTHONIOENCODING: 'utf-8',
        MIZAN_KEY: world.accounts.keys.testSecret,
        MIZAN_BASE_URL: world.gatewayUrl,
      },
    }).catch((failure: { code: unknown; stdout: string; stderr: string }) => {
      if (failure.code === 'ENOENT') throw new Error('python3 is not installed. Install Python 3.9 or later.');
      throw new Error(failure.stdout + failure.stderr);
    });

  test('passes its own tests, which use the running platform', async () => {
    const { stderr } = await python('-m', 'unittest', 'discover', '-s', 'tests');
    expect(stderr).toMatch(/^Ran \d{2,} tests in [^]*\nOK\n$/m);
    expect(stderr).not.toContain('skipped');
  });

  test('does what its README shows', async () => {
    const { source } = programOf(readExamples(await readFile(join(folder, 'README.md'), 'utf8')), 'python');
    expect((await python('-c', source)).stdout).toMatch(/^open 24950\n[^]*\nparameter_invalid name\n$/);
  });

  test('has a method for every operation', async () => {
    const snakeCase = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    const calls = sdkOperations.map(([, row]) => sdkCallOf(row).map(snakeCase).join('.'));
    const program = `from functools import reduce; from mizan import Mizan
for call in "${calls.join(' ')}".split():
    print(call, callable(reduce(getattr, call.split("."), Mizan())))`;
    expect((await python('-c', program)).stdout).toBe(calls.map((call) => `${call} True\n`).join(''));
  });
});
