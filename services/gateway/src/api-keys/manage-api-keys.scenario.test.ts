import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ApiKey as ApiKeyContract, currentApiVersion, type ApiKey } from '@mizan/contracts';
import { withDatabase, type Scope, type Tx } from '@mizan/service-kit';
import { startWorld, type World } from '@mizan/testing';
import { gateway } from '../app.ts';
import { createApiKey, createRequestedKey } from './create-api-key.ts';
import { revokeApiKey } from './revoke-api-key.ts';
import { rollApiKey } from './roll-api-key.ts';

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

test('an account has at most 200 valid keys in a mode; a full account can still revoke and roll at once', async () => {
  const full = { merchantId: world.accounts.otherAccount.id, livemode: false };
  const create = (of: Scope) =>
    transact((tx) => createRequestedKey(tx, { pepper }, { name: 'Till', type: 'PUBLISHABLE' }), of);
  const first = await create(full);
  await world.db('gateway').query(
    `insert into api_keys (id, merchant_id, livemode, type, key_hash, prefix, last4, permissions, ip_allowlist,
       allowed_origins, api_version, expires_at, version, created_at, updated_at)
     select 'key_' || n, $1, false, 'SECRET', sha256(n::text::bytea), 'mz_', '1234', '{}', '{}', '{}', $2,
       case when n > 190 then now() - interval '1 day' end, 1, now(), now() from generate_series(1, 300) as n`,
    [full.merchantId, currentApiVersion],
  );
  const { rows } = await world
    .db('gateway')
    .query<{ room: number }>(
      `select 200 - count(*)::int as room from api_keys where merchant_id = $1 and not livemode and expires_at is null`,
      [full.merchantId],
    );
  const room = rows[0]?.room ?? 0;
  expect(room).toBeGreaterThan(0);
  const created = await Promise.allSettled(Array.from({ length: room + 5 }, () => create(full)));
  expect(created.filter(({ status }) => status === 'fulfilled')).toHaveLength(room);
  await expect(create(full)).rejects.toMatchObject({ code: 'resource_limit_reached' });
  const roll = (overlapSeconds: number) =>
    transact((tx) => rollApiKey(tx, { pepper }, { id: first.id, overlapSeconds }), full);
  await expect(roll(60)).rejects.toMatchObject({ code: 'resource_limit_reached' });
  const { id } = await roll(0);
  await create({ ...full, livemode: true });
  await transact((tx) => revokeApiKey(tx, id), full);
  await create(full);
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
