import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { World } from '@mizan/testing';
import { startPlatform } from './storefront.test-support.ts';

const run = promisify(execFile);
const fromRoot = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const document = fromRoot('packages/contracts/openapi.json');

let world: World;
/** A project of a merchant who uses no client of ours: generated sources, compiled to `dist`. */
let project: string;

const tsconfig = {
  compilerOptions: {
    strict: true,
    target: 'es2023',
    lib: ['es2023', 'dom', 'dom.iterable'],
    module: 'nodenext',
    types: ['node'],
    outDir: 'dist',
    rootDir: 'src',
    skipLibCheck: true, // of packages: what is generated is checked, since it is no declaration file
  },
  include: ['src'],
};

/** What both programs buy, and with what: properties that have a default are left out. */
const purchase = `
export const product = { name: 'Olive oil', prices: [{ currency: 'EGP' as const, unitAmount: 24950 }] };
export const card = { type: 'card' as const, card: { number: '4242424242424242', expMonth: 12, expYear: 2034, cvc: '123' } };
export const baseUrl = process.env['MIZAN_BASE_URL'] ?? '';
export const key = process.env['MIZAN_KEY'] ?? '';
`;

/** With the types of openapi-typescript, and openapi-fetch, which sends requests by them. */
const withOpenApiTypescript = `
import createClient from 'openapi-fetch';
import type { paths } from './api.js';
import { baseUrl, card, key, product } from './purchase.js';

const api = createClient<paths>({ baseUrl, headers: { authorization: \`Bearer \${key}\` } });
const created = await api.POST('/products', { body: product });
const price = created.data?.prices[0]?.id ?? '';
const { data: session, error } = await api.POST('/checkout/sessions', { body: { lineItems: [{ price }] } });
if (error) throw new Error(error.error.message);
const paid = await api.POST('/client/checkout/{id}/confirm', {
  params: { path: { id: session.id } },
  headers: { 'client-secret': session.clientSecret ?? '', authorization: null },
  body: { paymentMethod: card },
});
const read = await api.GET('/payment-intents/{id}', { params: { path: { id: paid.data?.paymentIntent?.id ?? '' } } });
const missing = await api.GET('/products/{id}', { params: { path: { id: 'prod_none' } } });
console.log(read.data?.status, read.data?.amount, missing.error?.error.code);
`;

/** With the functions of @hey-api/openapi-ts. */
const withHeyApi = `
import { client } from './hey/client.gen.js';
import { confirmHostedCheckout, createCheckoutSession, createProduct, getPaymentIntent, getProduct } from './hey/sdk.gen.js';
import { baseUrl, card, key, product } from './purchase.js';

client.setConfig({ baseUrl, auth: key });
const created = await createProduct({ body: product });
const price = created.data?.prices[0]?.id ?? '';
const { data: session } = await createCheckoutSession({ body: { lineItems: [{ price }] }, throwOnError: true });
const paid = await confirmHostedCheckout({
  path: { id: session.id },
  headers: { 'Client-Secret': session.clientSecret ?? '', authorization: null },
  body: { paymentMethod: card },
});
const read = await getPaymentIntent({ path: { id: paid.data?.paymentIntent?.id ?? '' } });
const missing = await getProduct({ path: { id: 'prod_none' } });
console.log(read.data?.status, read.data?.amount, missing.error?.error.code);
`;

const openApiTypescript = `
import { readFileSync, writeFileSync } from 'node:fs';
import openapiTS, { astToString } from 'openapi-typescript';
writeFileSync('src/api.ts', astToString(await openapiTS(readFileSync(${JSON.stringify(document)}, 'utf8'))));
`;
const heyApi = `
import { createClient } from '@hey-api/openapi-ts';
const output = { path: 'src/hey', module: { extension: '.js' } };
await createClient({ input: ${JSON.stringify(document)}, output, logs: { level: 'silent' } });
`;

/** Writes a program into the project and runs it there, as a merchant would. */
async function runScript(name: string, source: string): Promise<string> {
  await writeFile(join(project, name), source);
  return runIn([name]);
}

async function runIn(args: readonly string[]): Promise<string> {
  const env = {
    PATH: process.env['PATH'],
    MIZAN_BASE_URL: world.gatewayUrl,
    MIZAN_KEY: world.accounts.keys.testSecret,
  };
  const { stdout } = await run(process.execPath, args, { cwd: project, env }).catch((failure: { stdout: string }) => {
    throw new Error(failure.stdout, { cause: failure }); // of the compiler
  });
  return stdout;
}

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'mizan-generated-'));
  await symlink(fromRoot('node_modules'), join(project, 'node_modules'));
  await mkdir(join(project, 'src'));
  await writeFile(join(project, 'package.json'), '{"name": "shop", "version": "1.0.0", "type": "module"}');
  await writeFile(join(project, 'tsconfig.json'), JSON.stringify(tsconfig));
  await writeFile(join(project, 'src/purchase.ts'), purchase);
  await writeFile(join(project, 'src/types.ts'), withOpenApiTypescript);
  await writeFile(join(project, 'src/functions.ts'), withHeyApi);
  world = await startPlatform();
  await Promise.all([runScript('types.mjs', openApiTypescript), runScript('functions.mjs', heyApi)]);
  await runIn([fromRoot('node_modules/typescript/bin/tsc'), '-p', '.']);
});
afterAll(async () => {
  await world.stop();
  await rm(project, { recursive: true });
});

test.each([
  ['openapi-typescript', 'dist/types.js'],
  ['@hey-api/openapi-ts', 'dist/functions.js'],
])('what %s generates compiles strictly, and pays and reads a checkout', async (_, program) => {
  expect(await runIn([program])).toBe('SUCCEEDED 24950 resource_missing\n');
});

test('no property of a request is required because it has a default', async () => {
  const { components } = JSON.parse(await readFile(document, 'utf8')) as { components: { schemas: object } };
  expect(JSON.stringify(components.schemas)).not.toContain('"default":');
});
