import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { exampleIdOf, operations, type Operation } from '@mizan/contracts';
import { launchBrowser } from '@mizan/testing';
import { ExamplePlatform } from './example-platform.test-support.ts';
import { preparationsOn, type Prepared, type Preparations } from './example-records.test-support.ts';

let platform: ExamplePlatform;
let preparations: Preparations;
beforeAll(async () => {
  platform = await ExamplePlatform.start();
  preparations = preparationsOn(platform);
});
afterAll(() => platform.stop());

/** Files and what providers sign have no example: `uploads.test.ts` and `live-payments.test.ts` send them. */
const rows = (Object.entries(operations) as [keyof typeof operations, Operation][]).filter(([, { body }]) => body);

test.each(rows)('the example of %s works as it is', async (id, row) => {
  const prepared = (await preparations[id]?.()) ?? {};
  const { status, body } = await send(row, prepared);
  expect([status, status === row.status ? undefined : body]).toEqual([row.status, undefined]);
  expect(row.response.safeParse(body).error).toBeUndefined();
});

/** Sends an example as its audience does; a page is followed to the one that it leads to, as in a browser. */
async function send(row: Operation, prepared: Prepared): Promise<{ status: number; body: unknown }> {
  const path = row.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = prepared.path?.[name];
    if (value === undefined) throw new Error(`No record is prepared for {${name}} of ${row.path}.`);
    return value;
  });
  const query = new URLSearchParams(prepared.query);
  const example = withIds(row.example ?? {}, prepared.ids ?? []);
  const isPage = row.audience === 'page';
  const response = await fetch(`${platform.world.gatewayUrl}${path}?${query}`, {
    method: row.method,
    headers: {
      ...(isPage ? {} : { 'content-type': 'application/json' }),
      ...(await credentialsFor(row, prepared)),
      ...prepared.headers,
    },
    body: isPage ? new URLSearchParams(example as Record<string, string>) : JSON.stringify(example),
  });
  const isJson = response.headers.get('content-type')?.includes('json');
  return { status: response.status, body: isJson ? await response.json() : await response.text() };
}

/** The ids that stand for a record of the caller become those of the records that were prepared. */
function withIds(example: object, ids: readonly string[]): object {
  let text = JSON.stringify(example);
  for (const id of ids) {
    const standing = exampleIdOf(id.split('_')[0] ?? '');
    if (!text.includes(standing)) throw new Error(`The example names no record like ${id}: ${text}`);
    text = text.replaceAll(standing, id);
  }
  return JSON.parse(text) as object;
}

async function credentialsFor({ audience }: Operation, { isLive }: Prepared): Promise<Record<string, string>> {
  const { testSecret, liveSecret } = platform.world.accounts.keys;
  if (audience === 'operator') return { authorization: `Bearer ${platform.operatorToken}` };
  if (audience !== 'merchant' && audience !== 'test') return {};
  if (isLive) return { authorization: `Bearer ${liveSecret}`, ...(await platform.secondFactor()) };
  return { authorization: `Bearer ${testSecret}` };
}

test('the reference shows every operation and sends an example with a pasted key, from this origin alone', async () => {
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on('request', (request) => {
      const { origin, protocol } = new URL(request.url());
      if (protocol !== 'data:' && origin !== new URL(platform.world.gatewayUrl).origin) complaints.push(request.url());
    });
    await page.goto(`${platform.world.gatewayUrl}/docs/reference`);
    await page.locator('#reference .authorize').first().click();
    const form = page.locator('form', { hasText: 'apiKey (http' });
    await form.getByLabel('auth-bearer-value').fill(platform.world.accounts.keys.testSecret);
    await form.getByRole('button', { name: 'Apply credentials' }).click();
    await page.locator('.close-modal').click();
    await page.locator('#operations-tag-Products').click();
    const create = page.locator('#operations-Products-createProduct');
    await create.locator('.opblock-summary-control').click();
    await create.getByRole('button', { name: 'Try it out' }).click();
    await create.getByRole('button', { name: 'Execute' }).click();
    await create.locator('.live-responses-table .response-col_status', { hasText: '201' }).waitFor();
    expect(complaints).toEqual([]);
  } finally {
    await browser.close();
  }
});
