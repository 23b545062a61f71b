import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { DeclineCode, errorCodes, errors, PaymentErrorCode } from '@mizan/contracts';
import { startGatewayWorld, type GatewayWorld } from '../proxy/gateway-world.test-support.ts';

let world: GatewayWorld;
beforeAll(async () => {
  world = await startGatewayWorld();
});
afterAll(() => world.stop());

const open = async (path: string) => {
  const response = await fetch(`${world.url}${path}`);
  return { status: response.status, headers: response.headers, html: await response.text() };
};

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

test('the manual runs nothing and loads nothing', async () => {
  for (const path of ['/docs/errors', '/docs/guides', '/docs/guides/webhooks']) {
    const { headers, html } = await open(path);
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(html).not.toMatch(/<script|<img|<link|javascript:| on\w+=/i);
  }
});

test('a guide is a page whose links lead to the other guides', async () => {
  const { html } = await open('/docs/guides/first-payment');
  expect(html).toContain('<h1>First payment</h1>');
  expect(html).toContain('<a href="/docs/guides/webhooks">');
});

test('nothing but the guides and what the reference loads is served', async () => {
  const { headers } = await open('/docs/assets/swagger-ui.css');
  expect(headers.get('content-type')).toContain('text/css');
  for (const path of ['/docs/guides/unknown', '/docs/assets/package.json', '/docs/assets/..%2Fpackage.json'])
    expect([path, (await open(path)).status]).toEqual([path, 404]);
});
