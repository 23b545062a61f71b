import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ApiKey as ApiKeyContract, type ApiKey } from '@mizan/contracts';
import { withDatabase, type Scope, type Tx } from '@mizan/service-kit';
import { startWorld, type World } from '@mizan/testing';
import { gateway } from '../app.ts';
import { createApiKey } from './create-api-key.ts';
import { revokeApiKey } from './revoke-api-key.ts';

let world: World;
let scope: Scope;
beforeAll(async () => {
  world = await startWorld({ services: [gateway], nats: false });
  scope = { merchantId: world.accounts.account.id, livemode: false };
});
afterAll(() => world.stop());

const pepper = Buffer.alloc(32, 1);
const transact = <T>(work: (tx: Tx) => Promise<T> | T, of = scope): Promise<T> =>
  withDatabase('gateway', world.databaseUrls('gateway').runtimeUrl, (db) => db.transact(of, async (tx) => work(tx)));

const eventsOf = async (id: string) => {
  const { rows } = await world
    .db('gateway')
    .query('select type, aggregate_version as version, payload from outbox where aggregate_id = $1 order by id', [id]);
  return rows as { type: string; version: number; payload: string }[];
};

describe('a created key', () => {
  test('is described without itself, to the caller and to subscribers', async () => {
    const { secret: key, ...apiKey } = await transact((tx) =>
      createApiKey(
        tx,
        { pepper },
        { type: 'RESTRICTED', name: 'Reports', permissions: ['REFUND_READ', 'BALANCE_READ'] },
      ),
    );
    expect(ApiKeyContract.parse(apiKey)).toMatchObject({
      type: 'RESTRICTED',
      mode: 'test',
      name: 'Reports',
      permissions: ['BALANCE_READ', 'REFUND_READ'],
      prefix: 'mz_rk_test_',
      last4: key.slice(-4),
      revokedAt: null,
    });
    const [created] = await eventsOf(apiKey.id);
    expect(created).toMatchObject({ type: 'api_key.created', version: 1 });
    expect(created?.payload).not.toContain(key);
  });

  test('of a secret type carries every permission, of a publishable type none', async () => {
    const secret = await transact((tx) =>
      createApiKey(tx, { pepper }, { type: 'SECRET', permissions: ['REFUND_READ'] }),
    );
    expect(secret.permissions).toContain('REFUND_WRITE');
    expect((await transact((tx) => createApiKey(tx, { pepper }, { type: 'PUBLISHABLE' }))).permissions).toEqual([]);
  });
});

describe('revoking a key', () => {
  const issue = (): Promise<ApiKey> => transact((tx) => createApiKey(tx, { pepper }, { type: 'SECRET' }));

  test('publishes it once, however often it is done', async () => {
    const { id } = await issue();
    const revoked = await transact((tx) => revokeApiKey(tx, id));
    expect(revoked.revokedAt).not.toBeNull();
    expect(await transact((tx) => revokeApiKey(tx, id))).toEqual(revoked);
    const events = await eventsOf(id);
    expect(events.map(({ type, version }) => `${type} ${version}`)).toEqual(['api_key.created 1', 'api_key.revoked 2']);
    expect(JSON.parse(events[1]?.payload ?? '')).toMatchObject({
      data: { object: revoked, previousAttributes: { revokedAt: null } },
    });
  });

  test('of another account or mode is the same 404 as of none', async () => {
    const { id } = await issue();
    const strangers = [
      { ...scope, livemode: true },
      { ...scope, merchantId: world.accounts.otherAccount.id },
    ];
    for (const stranger of strangers)
      await expect(transact((tx) => revokeApiKey(tx, id), stranger)).rejects.toMatchObject({
        code: 'resource_missing',
      });
    await expect(transact((tx) => revokeApiKey(tx, 'key_none'))).rejects.toMatchObject({ code: 'resource_missing' });
  });
});
