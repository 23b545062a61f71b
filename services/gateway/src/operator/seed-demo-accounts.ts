import { permissions } from '@mizan/contracts';
import { bytesToBase62, own, withDatabase, type Database, type ServiceSecrets } from '@mizan/service-kit';
import { createApiKey, type NewApiKey } from '../api-keys/create-api-key.ts';
import { hashKey, keyFromSeed, keyPepper } from '../api-keys/api-key-format.ts';
import { createAccount } from '../accounts/create-account.ts';
import { demoCurrencies, demoFeeSchedule, demoVatOnFeesPpm } from '../accounts/demo-terms.ts';

/** The demo accounts of a new installation and their keys, which derive from the gateway's secret: only hashes are stored. */
export interface DemoAccounts {
  readonly account: { readonly id: string };
  readonly keys: {
    readonly testSecret: string;
    readonly testPublishable: string;
    /** May read everything except API keys, and change nothing. */
    readonly testRestricted: string;
    readonly liveSecret: string;
  };
  /** A second merchant without data, for isolation checks. */
  readonly otherAccount: {
    readonly id: string;
    readonly keys: { readonly testSecret: string; readonly liveSecret: string };
  };
}

/**
 * Creates missing demo accounts and keys. Their events stay in the outbox until the gateway runs. The same secret gives the
 * same ids and keys, so seeding again changes nothing.
 *
 * @param gatewayRuntimeUrl login of the gateway's runtime role on a migrated schema
 */
export const seedDemoAccounts = (gatewayRuntimeUrl: string, secrets: ServiceSecrets): Promise<DemoAccounts> =>
  withDatabase('gateway', gatewayRuntimeUrl, async (db) => {
    const demo = new DemoMerchant(db, secrets, { label: 'demo', displayName: 'Siwa Trading' });
    const other = new DemoMerchant(db, secrets, { label: 'other', displayName: 'Aswan Crafts' });
    await demo.create();
    await other.create();
    return {
      account: { id: demo.id },
      keys: {
        testSecret: await demo.key('Test secret key', false, { type: 'SECRET' }),
        testPublishable: await demo.key('Test publishable key', false, { type: 'PUBLISHABLE' }),
        testRestricted: await demo.key('Test read-only key', false, { type: 'RESTRICTED', permissions: readOnly }),
        liveSecret: await demo.key('Live secret key', true, { type: 'SECRET' }),
      },
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
class DemoMerchant {
  readonly id: string;
  readonly #db: Database;
  readonly #secrets: ServiceSecrets;
  readonly #label: string;
  readonly #displayName: string;

  constructor(
    db: Database,
    secrets: ServiceSecrets,
    { label, displayName }: { readonly label: string; readonly displayName: string },
  ) {
    this.#db = db;
    this.#secrets = secrets;
    this.#label = label;
    this.#displayName = displayName;
    this.id = `acct_${bytesToBase62(secrets.key(`account:${label}`), 24)}`;
  }

  async create(): Promise<void> {
    await this.#db.transact({ merchantId: this.id, livemode: false }, async (tx) => {
      if (await tx.one`select 1 from accounts where id = ${this.id}`) return;
      await createAccount(tx, {
        displayName: this.#displayName,
        country: 'EG',
        defaultCurrency: 'EGP',
        defaultLocale: 'en',
        supportedCurrencies: demoCurrencies,
        feeSchedule: demoFeeSchedule,
        vatOnFeesPpm: demoVatOnFeesPpm,
      });
    });
  }

  /** The key of that name, created if it is missing. */
  async key(name: string, livemode: boolean, input: Omit<NewApiKey, 'name' | 'key'>): Promise<string> {
    const key = keyFromSeed(input.type, livemode, this.#secrets.key(`key:${this.#label}:${name}`));
    const pepper = keyPepper(this.#secrets);
    await this.#db.transact({ merchantId: this.id, livemode }, async (tx) => {
      if (await tx.one`select 1 from api_keys where ${own(tx)} and key_hash = ${hashKey(pepper, key)}`) return;
      await createApiKey(tx, { pepper }, { ...input, name, key });
    });
    return key;
  }
}
