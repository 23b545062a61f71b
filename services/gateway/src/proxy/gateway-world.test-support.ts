import type { Scope } from '@mizan/service-kit';
import { ServiceSecrets, withDatabase } from '@mizan/service-kit';
import { startWorld, type AnyBody, type World } from '@mizan/testing';
import { seedDemoAccounts, type DemoAccounts } from '../operator/seed-demo-accounts.ts';
import { gateway } from '../app.ts';
import { createApiKey, type NewApiKey } from '../api-keys/create-api-key.ts';
import { keyPepper } from '../api-keys/api-key-format.ts';
import { revokeApiKey } from '../api-keys/revoke-api-key.ts';
import { startEchoService, type EchoService } from './echo-service.test-support.ts';

/** A gateway with one stand-in for every service behind it. */
export interface GatewayWorld {
  readonly world: World;
  readonly url: string;
  readonly accounts: DemoAccounts;
  readonly scope: Scope;
  readonly services: EchoService;
  /** Sends as the demo account's test secret key, as `key`, or with no key at all for null. */
  send(method: string, path: string, options?: SendOptions): Promise<GatewayResponse>;
  issueKey(input: NewApiKey, scope?: Scope): Promise<{ id: string; key: string }>;
  revoke(id: string): Promise<void>;
  stop(): Promise<void>;
}

export interface SendOptions {
  readonly key?: string | null;
  readonly headers?: Record<string, string>;
  readonly body?: string | ReadableStream | Uint8Array<ArrayBuffer>;
}

export interface GatewayResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: AnyBody;
}

const secret = 'the secret of a gateway that only its tests talk to';

/** @param env over the harness's own */
export async function startGatewayWorld(env: Record<string, string> = {}): Promise<GatewayWorld> {
  const services = await startEchoService();
  const siblings = ['CATALOG', 'CUSTOMERS', 'CHECKOUT', 'PAYMENTS', 'WEBHOOKS'].map((name) => [
    `MIZAN_${name}_URL`,
    services.url,
  ]);
  const world = await startWorld({
    services: [gateway],
    env: { ...Object.fromEntries(siblings), MIZAN_SERVICE_SECRET: secret, ...env },
  });
  const secrets = new ServiceSecrets(secret);
  const { runtimeUrl } = world.databaseUrls('gateway');
  const accounts = await seedDemoAccounts(runtimeUrl, secrets);
  const scope = { merchantId: accounts.account.id, livemode: false };
  return {
    world,
    url: world.gatewayUrl,
    accounts,
    scope,
    services,
    async send(method, path, { key = accounts.keys.testSecret, headers = {}, body } = {}) {
      const response = await fetch(`${world.gatewayUrl}${path}`, {
        method,
        redirect: 'manual',
        headers: { ...(key === null ? {} : { authorization: `Bearer ${key}` }), ...headers },
        ...(body === undefined ? {} : { body, duplex: 'half' }),
      } as RequestInit);
      const text = await response.text();
      return { status: response.status, headers: response.headers, body: (text ? JSON.parse(text) : {}) as AnyBody };
    },
    issueKey: (input, of = scope) =>
      withDatabase('gateway', runtimeUrl, (db) =>
        db.transact(of, async (tx) => {
          const { id, secret: key } = await createApiKey(tx, { pepper: keyPepper(secrets) }, input);
          return { id, key };
        }),
      ),
    revoke: (id) =>
      withDatabase('gateway', runtimeUrl, (db) => db.transact(scope, async (tx) => void (await revokeApiKey(tx, id)))),
    async stop() {
      await world.stop();
      await services.stop();
    },
  };
}
