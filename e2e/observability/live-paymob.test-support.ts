import { expect } from '@jest/globals';
import type { PaymentIntent } from '@mizan/contracts';
import { type PaymobStandIn, startPaymobStandIn } from '@mizan/stand-ins';
import { eventually, type World } from '@mizan/testing';

const operatorToken = 'the operator token of these tests, long enough';

/** Live mode through a stand-in for Paymob. */
export interface LivePaymob {
  readonly paymob: PaymobStandIn;
  /** What the platform is started with. */
  readonly env: Readonly<Record<string, string>>;
  /** Connects the platform's first account, once. */
  connect(world: World): Promise<void>;
  /** A live payment by card that waits for its buyer, or was not sent. */
  pay(world: World, more?: { readonly receiptEmail?: string }): Promise<PaymentIntent>;
  /** The payment, once it has this status. */
  becomes(world: World, id: string, status: PaymentIntent['status']): Promise<void>;
}

export async function startLivePaymob(): Promise<LivePaymob> {
  const paymob = await startPaymobStandIn();
  let isConnected = false;
  const live = <Body>(world: World, method: string, path: string, body?: object) =>
    world.api<Body>(method, path, body, { key: world.accounts.keys.liveSecret });
  return {
    paymob,
    env: { MIZAN_OPERATOR_TOKEN: operatorToken, MIZAN_PAYMOB_EGYPT_API_URL: paymob.url },
    async connect(world) {
      if (isConnected) return;
      const operator = (method: string, path: string, body: object) =>
        world.api(method, path, body, { key: operatorToken });
      const { id } = (await world.api<{ id: string }>('GET', '/account')).body;
      const { apiKey, secretKey, publicKey, hmacSecret } = paymob.liveAccount;
      const credentials = { apiKey, secretKey, publicKey, hmacSecret };
      const path = `/operator/accounts/${id}`;
      const made = await operator('POST', `${path}/provider-connections`, { provider: 'paymob', credentials });
      expect(made.status).toBe(201);
      expect((await operator('PATCH', path, { livePaymentsEnabled: true })).status).toBe(200);
      isConnected = true;
    },
    pay: (world, more = {}) =>
      eventually(async () => {
        const paymentMethod = { type: 'card' };
        const body = {
          amount: 10_000,
          currency: 'EGP',
          confirm: true,
          returnUrl: 'https://shop.example',
          paymentMethod,
          ...more,
        };
        const answer = await live<PaymentIntent>(world, 'POST', '/payment-intents', body);
        expect(answer.status).toBe(201);
        return answer.body;
      }),
    becomes: (world, id, status) =>
      eventually(async () =>
        expect((await live<PaymentIntent>(world, 'GET', `/payment-intents/${id}`)).body.status).toBe(status),
      ),
  };
}
