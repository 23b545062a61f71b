import { describe, expect, test } from '@jest/globals';
import { parseAllowedRanges } from './allowed-ranges.ts';
import { checkUrl, allowPrivateTarget, refusalText } from './check-url.ts';
import { hostileUrls } from './hostile-targets.test-support.ts';
import { targetResolver } from './resolve-target.ts';

describe('write-time rules', () => {
  test.each(hostileUrls.map((url) => [url.replace('PORT', '8443')]))('%j is refused', (url) => {
    const check = checkUrl(url);
    expect(check.ok).toBe(false);
    if (!check.ok) expect(refusalText[check.refusal]).toMatch(/\.$/);
  });

  test.each([
    ['https://hooks.example.com'],
    ['https://hooks.example.com/'],
    ['https://hooks.example.com/mizan?token=a%20b&x=1'],
    ['https://example.com:443/x'],
    ['https://example.com:8443/x'],
    ['https://example.com:3000/x'],
    ['https://EXAMPLE.com/Case/Kept'],
    ['https://متجر.example.com/خطاف'],
    ['https://xn--mgbah1a3hjkrd.com/'],
    ['https://a_b.example.com/'],
    [`https://example.com/${'x'.repeat(2_028)}`],
  ])('%j is accepted', (url) => {
    expect(checkUrl(url)).toMatchObject({ ok: true, target: 'public' });
  });

  test('one character more than 2,048 is refused', () => {
    expect(checkUrl(`https://example.com/${'x'.repeat(2_029)}`)).toEqual({ ok: false, refusal: 'too_long' });
  });
});

describe('with MIZAN_WEBHOOK_ALLOW_CIDRS', () => {
  const allowed = parseAllowedRanges('127.0.0.0/8, 10.1.0.0/16, fd12::/16', { production: false });
  const names: Record<string, string[]> = {
    localhost: ['127.0.0.1', '::1'],
    'billing.internal': ['10.1.2.3'],
    'db.internal': ['10.2.0.1'],
  };
  const { resolveAllowed } = targetResolver({
    allowed,
    source: {
      dns: () => Promise.reject(new Error('not asked')),
      system: (name) => (names[name] ? Promise.resolve(names[name]) : Promise.reject(new Error('unknown'))),
    },
  });
  const check = (url: string) => allowPrivateTarget(checkUrl(url), resolveAllowed);

  test.each([
    ['https://127.0.0.1:9443/'],
    ['https://127.0.0.1:80/'],
    ['https://2130706433/'],
    ['https://[fd12::1]:5432/'],
    ['https://localhost:4000/hook'],
    ['https://billing.internal/'],
  ])('%j is accepted because it lies inside', async (url) => {
    expect(await check(url)).toMatchObject({ ok: true, target: 'private' });
  });

  test.each([
    ['http://127.0.0.1:9443/', 'not_https'],
    ['https://u:p@localhost/', 'has_credentials'],
    ['https://localhost/#x', 'has_fragment'],
    ['https://[::1]/', 'host_is_address'],
    ['https://[::ffff:127.0.0.1]/', 'host_is_address'],
    ['https://10.2.0.1/', 'host_is_address'],
    ['https://169.254.169.254/', 'host_is_address'],
    ['https://db.internal/', 'host_not_public'],
    ['https://nowhere.internal/', 'host_not_public'],
  ])('%j is still refused', async (url, refusal) => {
    expect(await check(url)).toMatchObject({ ok: false, refusal });
  });

  test('public names need no look-up', async () => {
    expect(await check('https://hooks.example.com/')).toMatchObject({ ok: true, target: 'public' });
  });
});
