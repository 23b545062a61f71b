import { expect } from '@jest/globals';
import type { PaymentIntent } from '@mizan/contracts';
import { newId, ServiceSecrets, withDatabase, type Database, type Deps } from '@mizan/service-kit';
import type { env } from './config.ts';
import { expireHolds } from './intents/expire-holds.ts';
import { resolveCharges } from './intents/resolve-charges.ts';
import { captureMethods, cardNumbers, type Command } from './payments.commands.test-support.ts';
import { Model } from './payments.model.test-support.ts';
import type { PaymentsWorld } from './payments.test-support.ts';
import { resolveRefunds } from './refunds/resolve-refunds.ts';
import { wiringOf, type Wiring } from './wiring.ts';

/** The commands of a model, sent to the service for an account of its own. */
export class Subject {
  readonly #world: PaymentsWorld;
  readonly #janitor: Janitor;
  readonly #merchant = { merchantId: newId('acct') };
  readonly #sessions = captureMethods.map(() => ({ id: newId('cs_test'), attempt: 0 }));
  readonly #api;
  readonly #checkout;

  constructor(world: PaymentsWorld, janitor: Janitor) {
    this.#world = world;
    this.#janitor = janitor;
    this.#api = world.merchantClient('payments', this.#merchant);
    this.#checkout = world.siblingClient('payments', 'checkout', this.#merchant);
  }

  /** Does what the command says. @returns the error code of the answer, or `ok` */
  async apply(command: Command): Promise<string> {
    if (command.do === 'wait') return this.#wait();
    if (command.do === 'expire') return this.#expire();
    const session = this.#sessions[command.session] ?? { id: '', attempt: 0 };
    const checkoutSessionId = session.id;
    if (command.do === 'cancel') return this.#ask('cancelSessionPayment', { checkoutSessionId }, true);
    if (command.do === 'confirm') {
      const { card, amount, isRetried } = command;
      const captureMethod = captureMethods[command.session] ?? 'automatic';
      const request = this.#world.confirmRequest({ card: cardNumbers[card], amount, captureMethod, checkoutSessionId });
      return this.#ask('confirmPayment', { ...request, attempt: ++session.attempt }, isRetried);
    }
    const intent = await this.intent(command.session);
    switch (command.do) {
      case 'act': {
        const url = `${this.#world.urls.payments}/simulator/${intent?.latestCharge?.id}`;
        await fetch(url, {
          method: 'POST',
          redirect: 'manual',
          body: new URLSearchParams({ outcome: command.outcome }),
        });
        return 'ok';
      }
      case 'capture': {
        const amountToCapture = Model.partOf(intent?.amountCapturable ?? 0, command.percent);
        return this.#post(`/payment-intents/${intent?.id ?? 'none'}/capture`, {
          amountToCapture,
          finalCapture: command.isFinal,
        });
      }
      case 'refund': {
        const target = command.by === 'chargeId' ? intent?.latestCharge?.id : intent?.id;
        const amount = Model.partOf(intent?.amount ?? 0, command.percent);
        return this.#post('/refunds', { [command.by]: target ?? 'none', amount });
      }
    }
  }

  async intent(session: number): Promise<PaymentIntent | null> {
    const { body } = await this.#checkout<{ paymentIntent: PaymentIntent | null }>(
      'POST',
      '/internal/calls/getSessionPayment',
      { checkoutSessionId: this.#sessions[session]?.id },
    );
    return body.paymentIntent;
  }

  async balance(): Promise<number> {
    const { body } = await this.#api<{ available: { amount: number }[] }>('GET', '/balance');
    return body.available[0]?.amount ?? 0;
  }

  async #post(path: string, body: object): Promise<string> {
    const answer = await this.#api('POST', path, body, { idempotencyKey: newId('key') });
    return answer.body.error?.code ?? 'ok';
  }

  /** @param isRetried the request comes twice under one key, and is answered alike */
  async #ask(call: string, request: object, isRetried: boolean): Promise<string> {
    const idempotencyKey = newId('key');
    const ask = () => this.#checkout('POST', `/internal/calls/${call}`, request, { idempotencyKey });
    const first = await ask();
    // Time passes when a command says so, however slow the machine is.
    await this.#sql(
      `update charges set next_sync_at = '2099-01-01' where merchant_id = $1 and next_sync_at is not null`,
    );
    const withoutRequestId = ({ body }: typeof first) => ({ ...body, request_id: undefined });
    if (isRetried) expect(withoutRequestId(await ask())).toEqual(withoutRequestId(first));
    return first.body.error?.code ?? 'ok';
  }

  async #wait(): Promise<string> {
    await this.#sql(
      `update simulator_operations set record = jsonb_set(record, '{at}', '"2020-01-01T00:00:00.000Z"')
       where merchant_id = $1 and key like 're_%' and record ? 'at'`,
    );
    await this.#sql(
      `update charges set next_sync_at = now()
       where merchant_id = $1 and status = 'PENDING' and payment_method ->> 'token' like 'timeout%'`,
    );
    await this.#sql(`update refunds set next_sync_at = now() where merchant_id = $1 and next_sync_at is not null`);
    await this.#janitor.run();
    return 'ok';
  }

  async #expire(): Promise<string> {
    await this.#sql(
      `update payment_intents set capture_before = now() where merchant_id = $1 and amount_capturable > 0`,
    );
    await this.#janitor.run();
    return 'ok';
  }

  #sql(statement: string): Promise<unknown> {
    return this.#world.db('payments').query(statement, [this.#merchant.merchantId]);
  }
}

/** The jobs of the service, run when time passes: for all that is due of any subject, one pass after another. */
export class Janitor {
  readonly #db: Database;
  readonly #wiring: Wiring;
  #turn: Promise<unknown> = Promise.resolve();

  private constructor(db: Database) {
    this.#db = db;
    this.#wiring = wiringOf({
      env: {
        MIZAN_PUBLIC_URL: 'http://localhost',
        MIZAN_TEST_SETTLEMENT: 'instant',
        MIZAN_STRIPE_API_URL: 'http://localhost:1', // test mode never asks Stripe
      },
      db,
      secrets: new ServiceSecrets('only client secrets and fingerprints depend on it'),
    } as Deps<typeof env>);
  }

  /** Runs `body` with a janitor on a connection of its own. */
  static employ<T>(world: PaymentsWorld, body: (janitor: Janitor) => Promise<T>): Promise<T> {
    return withDatabase('payments', world.databaseUrls('payments').runtimeUrl, (db) => body(new Janitor(db)));
  }

  /** Returns when nothing is due any more that was due when it was called. */
  run(): Promise<void> {
    const pass = this.#turn.then(() => this.#pass());
    this.#turn = pass.catch(() => undefined);
    return pass;
  }

  async #pass(): Promise<void> {
    const context = { db: this.#db, signal: new AbortController().signal };
    let done: number;
    do {
      done = await resolveCharges(this.#wiring, context);
      done += await resolveRefunds(this.#wiring, context);
      done += await expireHolds(this.#wiring, context);
    } while (done > 0);
  }
}
