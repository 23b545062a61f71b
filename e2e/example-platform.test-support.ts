import { randomUUID } from 'node:crypto';
import { operations } from '@mizan/contracts';
import { makeLiveFundsAvailable } from '@mizan/payments/provider-callbacks/live-funds.test-support';
import { startStripeStandIn, stripeTestMethods, type StripeStandIn } from '@mizan/stand-ins';
import { eventually, type AnyBody, type World } from '@mizan/testing';
import { oneTimeCode } from './authenticator.test-support.ts';
import { startPlatform } from './storefront.test-support.ts';

const operatorToken = 'the operator token of these tests, long enough';

/** Any record of the API. */
export interface Made {
  readonly id: string;
  readonly [field: string]: unknown;
}

/** The whole platform, whose demo account may take live payments: through a stand-in for Stripe, and in cash. */
export class ExamplePlatform {
  readonly world: World;
  readonly stripe: StripeStandIn;
  readonly accountId: string;
  readonly operatorToken = operatorToken;
  readonly #twoFactorSecret: string;

  private constructor(world: World, stripe: StripeStandIn, twoFactorSecret: string) {
    this.world = world;
    this.stripe = stripe;
    this.accountId = world.accounts.account.id;
    this.#twoFactorSecret = twoFactorSecret;
  }

  /** Stripe knows the keys of the examples. */
  static async start(): Promise<ExamplePlatform> {
    const { secretKey, publishableKey } = operations.createAccountProviderConnection.example.credentials;
    const stripe = await startStripeStandIn({
      account: { secretKey, publishableKey },
      acceptsTestCardsInLiveMode: true,
    });
    const env = { MIZAN_OPERATOR_TOKEN: operatorToken, MIZAN_STRIPE_API_URL: stripe.url };
    const world = await startPlatform(env, 'guarded');
    const account = `/operator/accounts/${world.accounts.account.id}`;
    const enrolled = await world.api<{ secret: string }>('POST', `${account}/two-factor`, undefined, {
      key: operatorToken,
    });
    const platform = new ExamplePlatform(world, stripe, enrolled.body.secret);
    await platform.operate('PATCH', account, { livePaymentsEnabled: true });
    await platform.operate('PATCH', `${account}/settings`, { manualMethods: { cash_on_delivery: { enabled: true } } });
    return platform;
  }

  async stop(): Promise<void> {
    await this.world.stop();
    await this.stripe.close();
  }

  /** Makes a record in test mode. */
  make<Body = Made>(path: string, body: object): Promise<Body> {
    return this.#send<Body>('POST', path, body);
  }

  /** Makes a record in live mode, once payments has received the settings. */
  live<Body = Made>(path: string, body: object): Promise<Body> {
    const idempotencyKey = randomUUID();
    return eventually(async () =>
      this.#send<Body>('POST', path, body, {
        key: this.world.accounts.keys.liveSecret,
        headers: await this.secondFactor(),
        idempotencyKey,
      }),
    );
  }

  operate<Body = Made>(method: string, path: string, body: object): Promise<Body> {
    return this.#send<Body>(method, path, body, { key: operatorToken });
  }

  /** Reads a list of test mode until it has a record. */
  first(list: string): Promise<string> {
    return eventually(async () => {
      const { data } = await this.#send<{ data: Made[] }>('GET', list, undefined);
      const [found] = data;
      if (!found) throw new Error(`${list} is empty`);
      return found.id;
    });
  }

  /** The header of a live change. A code works once: each one counts as the first. */
  async secondFactor(): Promise<Record<string, string>> {
    await this.world.db('gateway').query('update accounts set two_factor_step = null');
    return { 'two-factor-code': oneTimeCode(this.#twoFactorSecret) };
  }

  /** Connects the account to Stripe as the operator does. */
  async connect(): Promise<string> {
    const { example } = operations.createAccountProviderConnection;
    return (await this.operate('POST', `/operator/accounts/${this.accountId}/provider-connections`, example)).id;
  }

  /** A live card payment whose money can be refunded and paid out. */
  async liveCardPayment(): Promise<Made> {
    await this.connect();
    const intent = await this.live('/payment-intents', {
      ...{ amount: 500_000, currency: 'EGP', confirm: true },
      paymentMethod: { type: 'card', token: stripeTestMethods.approving },
    });
    await makeLiveFundsAvailable(this.world);
    return intent;
  }

  async #send<Body>(method: string, path: string, body?: object, options: object = {}): Promise<Body> {
    const { status, body: answer } = await this.world.api<Body & AnyBody>(method, path, body, options);
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(answer)}`);
    return answer;
  }
}
