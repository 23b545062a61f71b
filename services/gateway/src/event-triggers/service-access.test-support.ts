import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll } from '@jest/globals';
import { serviceNames } from '@mizan/contracts';
import type { Identity, IdentityMinter } from '@mizan/service-kit';
import { MerchantRequests, type ServiceAccess } from './merchant-requests.ts';

/** Requests of a merchant to services that this listener stands for while the file's tests run. */
export function requestsTo(listener: RequestListener): (idempotencyKey?: string) => MerchantRequests {
  const server = createServer(listener);
  beforeAll(() => new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve)));
  afterAll(() => new Promise((resolve) => void server.close(resolve)));
  return (idempotencyKey) => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const access = {
      urls: Object.fromEntries(serviceNames.map((name) => [name, url])) as ServiceAccess['urls'],
      minter: { mint: () => Promise.resolve('token') } as unknown as IdentityMinter,
    };
    return new MerchantRequests(access, { permissions: [] } as unknown as Identity, idempotencyKey);
  };
}
