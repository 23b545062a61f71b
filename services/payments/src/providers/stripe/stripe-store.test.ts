import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Database, withDatabase } from '@mizan/service-kit';
import { startStripeStandIn, stripeTestMethods as methods, type StripeStandIn } from '@mizan/stand-ins';
import { type PaymentsWorld, startPayments } from '../../payments.test-support.ts';
import { databaseStore } from './stripe-store.ts';
import { StripeClients } from './stripe-client.ts';
import { createStripeProvider } from './stripe-provider.ts';

const scope = { merchantId: 'acct_store', livemode: true };
const secretKey = 'sk_live_theFirstKeyOfTheStandIn';
const now = new Date();

let world: PaymentsWorld;
let stripe: StripeStandIn;
beforeAll(async () => {
  [world, stripe] = await Promise.all([
    startPayments(),
    startStripeStandIn({ account: { secretKey }, acceptsTestCardsInLiveMode: true }),
  ]);
});
afterAll(() => Promise.all([world.stop(), stripe.close()]));

const open = <T>(work: (db: Database) => Promise<T>): Promise<T> =>
  withDatabase('payments', world.databaseUrls('payments').runtimeUrl, work);

test('all who write one key at once get the record of the first, and other accounts have their own', () =>
  open(async (db) => {
    const store = databaseStore(db, scope);
    const written = await Promise.all(
      Array.from({ length: 20 }, (_, i) => store.putIfAbsent('ch_1:intent', { op: 'intent', id: `pi_${i}` })),
    );
    expect(new Set(written.map((record) => JSON.stringify(record))).size).toBe(1);
    expect(await store.get('ch_1:intent')).toEqual(written[0]);
    expect(await databaseStore(db, { ...scope, merchantId: 'acct_other' }).get('ch_1:intent')).toBeUndefined();
    expect(await databaseStore(db, { ...scope, livemode: false }).get('ch_1:intent')).toBeUndefined();
  }));

test('a charge that is authorized and canceled at once is either paid or canceled, never both', () =>
  open(async (db) => {
    const client = await new StripeClients(stripe.url).of(secretKey);
    const provider = createStripeProvider(async () => ({
      client,
      store: databaseStore(db, scope),
      returnUrlOf: (chargeId) => `https://pay.example/${chargeId}`,
      onKeyRefused: async () => undefined,
    }));
    const method = { type: 'card', token: methods.approving, card: null, cardInfo: null } as const;
    const terms = { amount: 1_000, currency: 'EGP', captureMethod: 'automatic', method, now } as const;
    const kinds = new Set<string>();
    for (let i = 0; i < 40; i += 1) {
      const chargeId = `ch_race${i}`;
      const cancelLater = async () => {
        for (let turns = 0; turns < i % 8; turns += 1) await databaseStore(db, scope).get('nothing'); // lets it get ahead
        return provider.cancel({ chargeId, now, recorded: 0 });
      };
      const [authorized, canceled] = await Promise.all([provider.authorize({ chargeId, ...terms }), cancelLater()]);
      const intent = stripe.intents.find(({ metadata }) => metadata['mizan_charge'] === chargeId);
      const received = intent?.amountReceived ?? 0;
      kinds.add(`${authorized.kind}, ${canceled.kind}, ${received}`);
    }
    const allowed = ['approved, already_captured, 1000', 'declined, canceled, 0'];
    expect([...kinds].filter((kind) => !allowed.includes(kind))).toEqual([]);
  }));
