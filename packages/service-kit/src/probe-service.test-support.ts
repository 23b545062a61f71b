import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { calls, permissions, type CallName, type OperationId, type ServiceName } from '@mizan/contracts';
import type { World } from '@mizan/testing';
import pg from 'pg';
import type { Consumer } from './consumers/consumer.ts';
import { defineOrm, type LoadOrm } from './database/orm.ts';
import {
  query,
  type DownloadHandler,
  type Handler,
  type Input,
  type PageHandler,
  type StreamHandler,
} from './handlers.ts';
import { IdentityMinter, type Identity } from './identity/identity.ts';
import { deriveServiceEnv } from './secrets.ts';
import { defineService, type AnyService, type ServiceDefinition } from './service.ts';

type ProbeInput = Input<Record<string, string>, Record<string, unknown>, Record<string, unknown>>;
type ProbeHandler =
  Handler<ProbeInput, unknown> | PageHandler<ProbeInput> | StreamHandler<ProbeInput> | DownloadHandler<ProbeInput>;

export interface ProbeOptions {
  name?: ServiceName;
  /** What the operations do that the test exercises; the others echo their request. */
  routes?: { readonly [Id in OperationId]?: ProbeHandler };
  answers?: { readonly [Name in CallName]?: Handler<ProbeInput, unknown> };
  consumers?: readonly Consumer[];
}

/** The schema of a service with nothing but the kit's tables. */
export function probeOrm(service: ServiceName): LoadOrm {
  const migrations = join(process.env.MIZAN_TEST_RUN ?? '', 'no-migrations');
  mkdirSync(migrations, { recursive: true });
  const schema = defineOrm({ service, entities: [], migrations: pathToFileURL(`${migrations}/`) });
  return async () => ({ default: schema });
}

/** A real service around a test's own handlers: the contract's routes, catalog's unless named otherwise. */
export function probeService({
  name = 'catalog',
  routes = {},
  answers = {},
  consumers = [],
}: ProbeOptions): AnyService {
  const echo = query((_reader, { params, query, body }: ProbeInput) => Promise.resolve({ params, query, body }));
  const all = (given: object) => new Proxy(given, { get: (target, id) => Reflect.get(target, id) ?? echo });
  return defineService({
    name,
    env: {},
    orm: probeOrm(name),
    routes: () => all(routes),
    answers: () => ({ ...Object.fromEntries(Object.keys(calls).map((id) => [id, echo])), ...answers }), // it is spread
    consumers: () => consumers,
  } as unknown as ServiceDefinition);
}

/** Runs statements as a schema's owner, who may create tables. */
export async function runAsOwner(world: World, service: ServiceName, sql: string): Promise<void> {
  const owner = new pg.Client({ connectionString: world.databaseUrls(service).ownerUrl });
  await owner.connect();
  await owner.query(sql).finally(() => owner.end());
}

/**
 * A signed identity as `issuer` presents it to `audience`: a merchant's from the gateway, a sibling's from any other.
 *
 * @param kind what it claims to be instead
 */
export async function identityOf(
  issuer: ServiceName,
  audience: ServiceName,
  kind: Identity['kind'] = issuer === 'gateway' ? 'merchant' : 'service',
): Promise<string> {
  const rootSecret = readFileSync(join(process.env.MIZAN_TEST_RUN ?? '', 'secret'), 'utf8');
  const minter = new IdentityMinter(issuer, deriveServiceEnv(rootSecret, issuer).MIZAN_IDENTITY_PRIVATE_KEY ?? '');
  const scope = { merchantId: 'acct_test', livemode: false };
  const anonymous = { keyId: undefined, keyType: undefined, apiVersion: undefined };
  return minter.mint(audience, '', () => ({ kind, scope, permissions, ...anonymous }));
}
