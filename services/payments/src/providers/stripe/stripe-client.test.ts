import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { StripeClients } from './stripe-client.ts';

test('the SDK is not loaded with the service: test mode never pays for it', async () => {
  const program = `
    import { registerHooks } from 'node:module';
    const loaded = [];
    registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
    await import(${JSON.stringify(new URL('../../app.ts', import.meta.url).href)});
    const { StripeClients } = await import(${JSON.stringify(new URL('./stripe-client.ts', import.meta.url).href)});
    const count = () => loaded.filter((url) => url.includes('/node_modules/stripe/')).length;
    const before = count();
    await new StripeClients('https://stripe.invalid').of('sk_live_1');
    console.log(before, count() > 0);
    process.exit();`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program]);
  expect(stdout).toBe('0 true\n');
});

test('one key has one client, whose connections are used again; another key has another', async () => {
  const clients = new StripeClients('http://127.0.0.1:1');
  const first = await clients.of('sk_live_1');
  expect(await clients.of('sk_live_1')).toBe(first);
  expect(await clients.of('sk_live_2')).not.toBe(first);
});
