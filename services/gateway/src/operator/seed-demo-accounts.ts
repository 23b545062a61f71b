import { permissions } from '@mizan/contracts';
import { bytesToBase62, own, withDatabase, type Database, type ServiceSecrets } from '@mizan/service-kit';
import { createApiKey, type NewApiKey } from '../api-keys/create-api-key.ts';
import { hashKey, keyFromSeed, keyPepper } from '../api-keys/api-key-format.ts';
import { createAccount } from '../accounts/create-account.ts';
import { demoCurrencies, demoFeeSchedule, demoVatOnFeesPpm } from '../accounts/demo-terms.ts';

/**
 * The demo accounts of a new installation and their keys, which derive from the gateway's secret: only hashes are stored.
 */
export type DemoAccounts = Awaited<ReturnType<typeof seedDemoAccounts>>;

/**
 * Creates missing demo accounts and keys. Their events stay in the outbox until the gateway runs. The same secret gives the
 * same ids and keys, so seeding again changes nothing.
 *
 * @param gatewayRuntimeUrl login of the gateway's runtime role on a migrated schema
 */
export const seedDemoAccounts = (gatewayRuntimeUrl: string, secrets: ServiceSecrets) =>
  withDatabase('gateway', gatewayRuntimeUrl, async (db) => {
    const demo = demoMerchant(db, secrets, 'demo');
    const other = demoMerchant(db, secrets, 'other');
    await demo.create('Siwa Trading');
    await other.create('Aswan Crafts');
    return {
      account: { id: demo.id },
      keys: {
        testSecret: await demo.key('Test secret key', false, { type: 'SECRET' }),
        testPublishable: await demo.key('Test publishable key', false, { type: 'PUBLISHABLE' }),
        /** May read everything except API keys, and change nothing. */
        testRestricted: await demo.key('Test read-only key', false, { type: 'RESTRICTED', permissions: readOnly }),
        liveSecret: await demo.key('Live secret key', true, { type: 'SECRET' }),
      },
      /** A second merchant without data, for isolation checks. */
      otherAccount: {
        id: other.id,
        keys: {
          testSecret: await other.key('Test secret key', false, { type: 'SECRET' }),
          liveSecret: await other.key('Live secret key', true, { type: 'SECRET' }),
        },
      },
    };
  });

const readOnly = permissions.filter((each) => each.endsWith('_READ') && each !== 'API_KEY_READ');

/** A demo merchant, derived from the secret and its label. */
function demoMerchant(db: Database, secrets: ServiceSecrets, label: string) {
  const id = `acct_${bytesToBase62(secrets.key(`account:${label}`), 24)}`;
  const pepper = keyPepper(secrets);
  return {
    id,
    create: (displayName: string): Promise<void> =>
      db.transact({ merchantId: id, livemode: false }, async (tx) => {
        if (await tx.one`select 1 from accounts where id = ${id}`) return;
        await createAccount(tx, {
          displayName,
          country: 'EG',
          defaultCurrency: 'EGP',
          defaultLocale: 'en',
          supportedCurrencies: demoCurrencies,
          feeSchedule: demoFeeSchedule,
          vatOnFeesPpm: demoVatOnFeesPpm,
        });
      }),
    /** The key of that name, created if it is missing. */
    async key(name: string, livemode: boolean, input: Omit<NewApiKey, 'name' | 'key'>): Promise<string> {
      const key = keyFromSeed(input.type, livemode, secrets.key(`key:${label}:${name}`));
      await db.transact({ merchantId: id, livemode }, async (tx) => {
        if (await tx.one`select 1 from api_keys where ${own(tx)} and key_hash = ${hashKey(pepper, key)}`) return;
        await createApiKey(tx, { pepper }, { ...input, name, key });
      });
      return key;
    },
  };
}
