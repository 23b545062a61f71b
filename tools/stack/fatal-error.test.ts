import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { fatalErrorIn } from './fatal-error.ts';
import { repositoryRoot } from './home.ts';
import { startProcess, startServiceProcess, whenReady } from './service-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'mizan-fatal-'));
const logFile = (name: string) => join(folder, `${name}.log`);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A service whose start takes this course. */
function startService(name: string, start: string) {
  const script = join(folder, `${name}.ts`);
  const kit = join(repositoryRoot, 'packages', 'service-kit', 'src', 'serve.ts');
  writeFileSync(script, `import { serve } from '${kit}';\nawait serve({ name: '${name}', start: ${start} });\n`);
  return startProcess({ name, script }, { LOG_LEVEL: 'info' }, logFile(name));
}

test('a service that fails says why in the last line of its log', async () => {
  const { ended } = startService('failing', `async () => { throw new Error('the port is in use') }`);
  expect(await ended).toBe('exited with 1');
  expect(fatalErrorIn(logFile('failing'))).toBe('the port is in use');
});

test('so does one whose settings are wrong', async () => {
  const { ended } = startServiceProcess('catalog', { MIZAN_SERVICE_SECRET: undefined }, logFile('catalog'));
  expect(await ended).toBe('exited with 78');
  expect(fatalErrorIn(logFile('catalog'))).toMatch(/^MIZAN_SERVICE_SECRET: not set/);
});

test('so does Node about a service that it cannot load', async () => {
  const script = join(folder, 'broken.ts');
  writeFileSync(script, `import './missing.ts';\n`);
  expect(await startProcess({ name: 'broken', script }, {}, logFile('broken')).ended).toBe('exited with 1');
  expect(fatalErrorIn(logFile('broken'))).toMatch(/^Error.*Cannot find module/);
});

test('a line that was cut off is no reason', () => {
  writeFileSync(logFile('cut'), `${'x'.repeat(100_000)}\n{"level":"fatal","err":{"mess`);
  expect(fatalErrorIn(logFile('cut'))).toBeUndefined();
});

test('one that stopped because it was requested to has no error', async () => {
  const start = `async () => (setImmediate(() => process.kill(process.pid)), { url: '', stop: async () => undefined })`;
  expect(await startService('stopping', start).ended).toBe('exited with 0');
  expect(readFileSync(logFile('stopping'), 'utf8')).toContain('service.stopping');
  expect(fatalErrorIn(logFile('stopping'))).toBeUndefined();
});

test('a process that has ended is not ready, although another answers at its address', async () => {
  const other = createServer((socket) => void socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'));
  await new Promise<void>((listening) => other.listen(0, '127.0.0.1', listening));
  const { port } = other.address() as AddressInfo;
  const ended = Promise.resolve('exited with 1');
  await expect(whenReady(`http://127.0.0.1:${port}`, ended, 5_000)).rejects.toThrow('exited with 1');
  other.close();
});
