import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Account as AccountContract, AccountProfile, currencyDecimals } from '@mizan/contracts';
import { ServiceSecrets, withDatabase, type BusEvent } from '@mizan/service-kit';
import { pendingSchemaChanges } from '@mizan/service-kit/schema';
import { eventually, startWorld, type World } from '@mizan/testing';
import { gateway } from '../app.ts';
import { isWellFormedKey } from '../api-keys/api-key-format.ts';
import { demoFeeSchedule } from './demo-terms.ts';
import { seedDemoAccounts } from '../operator/seed-demo-accounts.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ services: [gateway] });
});
afterAll(() => world.stop());

const rows = async <Row>(sql: string, values: unknown[] = []): Promise<Row[]> =>
  (await world.db('gateway').query(sql, values)).rows as Row[];

test('entities and migrations are in step', async () =>
  expect(await pendingSchemaChanges(gateway.orm, world.databaseUrls('gateway').ownerUrl)).toBe(''));

describe('the demo accounts', () => {
  test('have six well-formed keys, of which only hashes are stored', async () => {
    const { keys, otherAccount } = world.accounts;
    const all = [...Object.values(keys), ...Object.values(otherAccount.keys)];
    expect(all.every(isWellFormedKey)).toBe(true);
    expect(new Set(all).size).toBe(6);
    const dump = JSON.stringify(await rows('select k.*, encode(key_hash, $1) as hash from api_keys k', ['escape']));
    for (const key of all) expect(dump).not.toContain(key);
    const stored = await rows<{ last4: string; prefix: string }>('select last4, prefix from api_keys');
    expect(stored.map(({ prefix, last4 }) => prefix + last4).sort()).toEqual(
      all.map((key) => key.slice(0, 11) + key.slice(-4)).sort(),
    );
  });

  test('are the same when they are seeded again, and nothing is published twice', async () => {
    const secrets = new ServiceSecrets('a secret that is the same at every start of a stack');
    const { runtimeUrl } = world.databaseUrls('gateway');
    const first = await seedDemoAccounts(runtimeUrl, secrets);
    const outbox = 'select count(*)::int as n from outbox where merchant_id in ($1, $2)';
    const ids = [first.account.id, first.otherAccount.id];
    const [before] = await rows(outbox, ids);
    expect(await seedDemoAccounts(runtimeUrl, secrets)).toEqual(first);
    expect(await rows(outbox, ids)).toEqual([before]);
    expect(before).toEqual({ n: 8 }); // two accounts and six keys
  });

  test('announce themselves to payments, in test mode, with the first key of each in its own mode', async () => {
    const published = await eventually(async () => {
      const all = await rows<{ type: string; livemode: boolean; payload: string }>(
        'select type, livemode, payload from outbox where merchant_id = $1 and published_at is not null order by id',
        [world.accounts.account.id],
      );
      expect(all).toHaveLength(5);
      return all;
    });
    expect(published.map(({ type, livemode }) => `${type} ${livemode}`)).toEqual([
      'account.created false',
      'api_key.created false',
      'api_key.created false',
      'api_key.created false',
      'api_key.created true',
    ]);
    const { data } = JSON.parse(published[0]?.payload ?? '') as { data: { object: BusEvent['object'] } };
    expect(AccountProfile.parse(data.object)).toMatchObject({ id: world.accounts.account.id });
  });

  test('pay by a fee table without gaps: every method in every currency it can be used in', async () => {
    const account = AccountContract.parse((await world.api('GET', '/account')).body);
    expect(account.supportedCurrencies.map(({ code }) => code)).toEqual(['EGP', 'USD', 'SAR', 'AED', 'KWD']);
    for (const { code, decimals, paymentMethodTypes } of account.supportedCurrencies) {
      expect(decimals).toBe(currencyDecimals[code]);
      for (const type of paymentMethodTypes) {
        const general = demoFeeSchedule.filter(
          (row) => row.currency === code && row.paymentMethodType === type && row.isInternational === null,
        );
        expect(general).toHaveLength(1);
      }
    }
    expect(demoFeeSchedule[0]).toMatchObject({
      paymentMethodType: 'card',
      currency: 'EGP',
      ratePpm: 27_500,
      fixed: 300,
    });
  });
});

describe('getAccount, the call', () => {
  const call = (from: 'payments' | 'checkout', merchantId: string, livemode = false) =>
    world.siblingClient('gateway', from, { merchantId, livemode })('POST', '/internal/calls/getAccount', {});

  test('answers the profile, the same in both modes', async () => {
    const { id } = world.accounts.account;
    const { body } = await call('payments', id);
    expect(AccountProfile.parse(body)).toMatchObject({ id, vatOnFeesPpm: 140_000, allowedOrigins: [], logo: null });
    expect((await call('checkout', id, true)).body).toEqual(body);
  });

  test('of an account that does not exist is 404', async () =>
    expect((await call('payments', 'acct_none')).status).toBe(404));
});

test('listLiveMailAccounts, the call, names 20 accounts whose buyers get mail, and says that there are more', async () => {
  const call = () => world.siblingClient('gateway', 'webhooks')('POST', '/internal/calls/listLiveMailAccounts', {});
  const addAccounts = (count: number, mail: object) =>
    rows(
      `insert into accounts select (jsonb_populate_record(account, changes || jsonb_build_object('id', 'acct_' || gen_random_uuid()))).*
       from accounts as account, generate_series(1, $1), jsonb_build_object('live_payments_enabled', true, 'mail', $2::jsonb) as changes
       where id = $3`,
      [count, JSON.stringify(mail), world.accounts.account.id],
    );
  await addAccounts(19, { receipts: true });
  await addAccounts(1, { recovery: true });
  await addAccounts(1, { receipts: false, recovery: false });
  expect((await call()).body).toEqual({ accountIds: Array(20).fill(expect.any(String)), hasMore: false });
  await addAccounts(1, { receipts: true });
  expect((await call()).body).toEqual({ accountIds: Array(20).fill(expect.any(String)), hasMore: true });
});

test('a role that holds the runtime login cannot store a permission on a secret key', async () => {
  await withDatabase('gateway', world.databaseUrls('gateway').runtimeUrl, async (db) => {
    const grant = db.system.sql`update api_keys set permissions = '{REFUND_WRITE}' where type = 'SECRET'`;
    await expect(grant).rejects.toThrow('api_keys_permissions');
  });
});
