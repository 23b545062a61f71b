import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { countedRowsMax } from '@mizan/contracts';
import { mizan } from '../../program.ts';
import { moreText } from './print-list.ts';

const rowsInAll = 230;
const customers = Array.from({ length: rowsInAll }, (_, index) => ({
  id: `cus_${index}`,
  createdAt: '2026-12-20T05:41:00.000Z',
  name: `Mona ${index}`,
  spendData: { numPayments: 0, netSpend: 0, currency: 'EGP' },
}));

let server: Server;
let requests: URL[] = [];
let [out, err] = ['', ''];
const { isTTY } = process.stdout;

/** A list by cursor, as of customers, and one by page, as of accounts. */
beforeAll(async () => {
  server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://localhost');
    requests.push(url);
    const query = url.searchParams;
    const limit = Number(query.get('limit'));
    const byPage = url.pathname === '/operator/accounts';
    const from = byPage ? (Number(query.get('page') ?? 1) - 1) * limit : Number(query.get('cursor') ?? 0);
    const data = customers.slice(from, from + limit);
    const nextCursor = from + limit < rowsInAll ? String(from + limit) : null;
    response.end(JSON.stringify({ data, totalCount: rowsInAll, ...(byPage ? {} : { nextCursor }) }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

type Write = typeof process.stdout.write;
const stdout = jest.spyOn(process.stdout, 'write');
const stderr = jest.spyOn(process.stderr, 'write');
afterAll(() => {
  stdout.mockRestore();
  stderr.mockRestore();
  process.stdout.isTTY = isTTY;
});
beforeEach(() => {
  [requests, out, err] = [[], '', ''];
  stdout.mockImplementation(((text: string, done: () => void) => {
    out += text;
    done();
    return true;
  }) as Write);
  stderr.mockImplementation((text) => Boolean((err += String(text))));
});

const run = async (isTerminal: boolean, ...args: string[]): Promise<void> => {
  process.stdout.isTTY = isTerminal;
  const { port } = server.address() as AddressInfo;
  const access = ['--base-url', `http://127.0.0.1:${port}`, '--api-key', 'sk_test_1', '--operator-token', 'token'];
  await mizan().parseAsync([...access, ...args], { from: 'user' });
};
const ids = () => out.match(/cus_\d+/g);
const allIds = customers.map(({ id }) => id);

test.each([
  ['in a pipe', false, []],
  ['as CSV', true, ['--csv']],
  ['with --all', true, ['--all']],
])('all pages are read %s, without a notice of more', async (_how, isTerminal, args) => {
  await run(isTerminal, 'customers', 'list', ...args);
  expect(ids()).toEqual(allIds);
  expect(err).not.toContain('shown');
  expect(requests.map((url) => url.searchParams.get('cursor'))).toEqual([null, '100', '200']);
});

test('JSON is one array, as if it had been printed at once', async () => {
  await run(true, '--json', 'customers', 'list');
  expect(out).toBe(`${JSON.stringify(customers, null, 2)}\n`);
});

test('lists by page number are read in the same way', async () => {
  await run(false, '--json', 'accounts', 'list');
  expect(JSON.parse(out)).toEqual(customers);
  expect(requests.map((url) => url.searchParams.get('page'))).toEqual([null, '2', '3']);
});

test('on a terminal, the first rows are shown, and one line says that more follow', async () => {
  await run(true, 'customers', 'list');
  expect(ids()).toEqual(allIds.slice(0, 20));
  expect(err).toMatch(/^20 of 230 shown\. --limit N or --all shows more\.$/m);
  expect(requests.map((url) => url.searchParams.get('limit'))).toEqual(['20']);
});

test('--limit reads as many, in a pipe too, and more than a page', async () => {
  await run(false, 'customers', 'list', '--limit', '130', '--csv');
  expect(ids()).toEqual(allIds.slice(0, 130));
  expect([requests.length, err]).toEqual([2, '']);
});

test('reading stops when the reader of the pipe has gone', async () => {
  const closed = Object.assign(new Error('closed'), { code: 'EPIPE' });
  stdout.mockImplementation(((_text: string, done: (error: Error) => void) => {
    done(closed);
    return false;
  }) as Write);
  await run(false, '--json', 'customers', 'list');
  expect([requests.length, err, process.exitCode]).toEqual([1, '', undefined]);
});

test.each([
  [{ count: 20, totalCount: 46 }, '20 of 46 shown. --limit N or --all shows more.'],
  [{ count: 20, totalCount: countedRowsMax }, '20 of 10,000 or more shown. --limit N or --all shows more.'],
  [{ count: 20 }, 'More follow: use --all or --limit N.'],
])('after %j: %s', (progress, text) => {
  expect(moreText(progress)).toBe(text);
});
