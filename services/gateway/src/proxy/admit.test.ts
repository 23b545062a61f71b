import { beforeEach, describe, expect, test } from '@jest/globals';
import { operations, type Operation, type Permission } from '@mizan/contracts';
import { deriveServiceEnv, IdentityMinter, newId } from '@mizan/service-kit';
import type { Request } from 'express';
import { toCachedApiKey, type CachedApiKeyRow } from '../api-keys/api-key-cache.ts';
import type { ApiKeyCache } from '../api-keys/api-key-cache.ts';
import { admit } from './admit.ts';
import { RequestContext } from './request-context.ts';
import { RouteTable } from '../routing/route-table.ts';

const advanceClock: Operation = {
  ...operations.getProduct,
  method: 'POST',
  path: '/test-helpers/clock',
  audience: 'test',
  permission: 'TEST_HELPER_WRITE',
};
const table = new RouteTable({ ...operations, advanceClock });
const { MIZAN_IDENTITY_PRIVATE_KEY: seed = '' } = deriveServiceEnv('a root secret for tests', 'gateway');
const minter = new IdentityMinter('gateway', seed);

/** Sends a request by a key that carries `permissions`, or all of them for a secret key. */
function decide(method: string, url: string, livemode: boolean, permissions?: Permission[]) {
  const row: CachedApiKeyRow = {
    id: newId('key'),
    merchantId: 'acct_1',
    livemode,
    type: permissions ? 'RESTRICTED' : 'SECRET',
    permissions: permissions ?? [],
    ipAllowlist: [],
    allowedOrigins: [],
    apiVersion: '2025-01-01',
    expiresAt: null,
    revokedAt: null,
    lastUsedAt: null,
    version: 1,
    livePaymentsEnabled,
  };
  const keys = { find: () => toCachedApiKey(row) } as unknown as ApiKeyCache;
  const request = {
    method,
    url,
    headers: { authorization: 'Bearer x', host: 'x' },
    httpVersion: '1.1',
  } as unknown as Request;
  const context = new RequestContext(request, { clientIp: '127.0.0.1', clientPlace: null, traceRatio: 0 });
  return admit({ table, keys, minter, operatorToken: undefined, limiter: undefined }, request, context).then(
    (route) => ({ route, context }),
  );
}

let livePaymentsEnabled: boolean;
beforeEach(() => {
  livePaymentsEnabled = false;
});

describe('test helpers', () => {
  test('exist for test keys with their permission', async () => {
    expect((await decide('POST', '/test-helpers/clock', false)).route.id).toBe('advanceClock');
    await expect(decide('POST', '/test-helpers/clock', false, ['REFUND_WRITE'])).rejects.toMatchObject({
      code: 'permission_denied',
    });
  });

  test('do not exist for live keys, whatever they may do', async () => {
    const missing = { code: 'resource_missing', param: 'path' };
    await expect(decide('POST', '/test-helpers/clock', true)).rejects.toMatchObject(missing);
    await expect(decide('POST', '/test-helpers/clock', true, ['REFUND_WRITE'])).rejects.toMatchObject(missing);
  });
});

describe('live payments', () => {
  test('pass once the account may take them', async () => {
    await expect(decide('POST', '/checkout/sessions', true)).rejects.toMatchObject({ code: 'merchant_not_activated' });
    livePaymentsEnabled = true;
    expect((await decide('POST', '/checkout/sessions', true)).route.id).toBe('createCheckoutSession');
  });

  test('that a key may not make are refused for the missing permission first', async () =>
    expect(decide('POST', '/checkout/sessions', true, ['REFUND_READ'])).rejects.toMatchObject({
      code: 'permission_denied',
    }));
});

test('an identity says whose data and which mode the key is for, to one service', async () => {
  const claims = async (path: string, livemode: boolean): Promise<Record<string, unknown>> => {
    const { context } = await decide('GET', path, livemode);
    return JSON.parse(Buffer.from(context.identity?.split('.')[1] ?? '', 'base64url').toString()) as Record<
      string,
      unknown
    >;
  };
  expect(await claims('/products', false)).toMatchObject({ aud: 'catalog', mid: 'acct_1', live: false });
  expect(await claims('/refunds', true)).toMatchObject({ aud: 'payments', mid: 'acct_1', live: true });
  expect(Number((await claims('/products', false))['exp']) - Date.now() / 1000).toBeLessThanOrEqual(30);
});
