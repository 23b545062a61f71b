import { expect } from '@jest/globals';
import type { PaymentIntent } from '@mizan/contracts';
import { type Database, type Deps, Metrics, newId, ServiceSecrets, withDatabase } from '@mizan/service-kit';
import { type AnyBody, eventually } from '@mizan/testing';
import { buildApp } from './build-app.ts';
import type { env } from './config.ts';
import type { App } from './payment/app.ts';
import { captureMethods, cardNumbers, type Command, orderOf } from './payments-commands.test-support.ts';
import { Model } from './payments-model.test-support.ts';
import type { PaymentsWorld } from './payments.test-support.ts';
import { resolveRefunds } from './refunds/resolve-refunds.ts';
import { expireHolds } from './settle/expire-holds.ts';
import { resolveCharges } from './settle/resolve-charges.ts';

type Confirm = Extract<Command, { do: 'confirm' }>;

interface Answered {
  readonly code: string;
  readonly intent: PaymentIntent | null | undefined;
}

interface Session {
  readonly id: string;
  attempt: number;
  /** As the latest confirm answered it: its ids and its amount stay. */
  intent: PaymentIntent | null;
}

/** The commands of a model, sent to the service for an account of its own. */
export class Subject {
  readonly #world: PaymentsWorld;
  readonly #janitor: Janitor;
  readonly #merchant = { merchantId: newId('acct') };
  readonly #sessions = captureMethods.map((): Session => ({ id: newId('cs_test'), attempt: 0, intent: null }));
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
    const session = this.#sessions[command.session];
    if (!session) throw new Error('that session does not exist');
    switch (command.do) {
      case 'confirm':
        return this.#confirm(session, command);
      case 'cancel':
        return (await this.#request('cancelSessionPayment', { checkoutSessionId: session.id }, true)).code;
      case 'act':
        await fetch(`${this.#world.urls.payments}/simulator/${session.intent?.latestCharge?.id}`, {
          method: 'POST',
          redirect: 'manual',
          body: new URLSearchParams({ outcome: command.outcome }),
        });
        return 'ok';
      case 'capture': {
        const intent = await this.intent(command.session);
        return this.#post(`/payment-intents/${intent?.id ?? 'none'}/capture`, {
          amountToCapture: Model.partOf(intent?.amountCapturable ?? 0, command.percent),
          finalCapture: command.isFinal,
        });
      }
      case 'refund': {
        const { intent } = session;
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

  async #confirm(session: Session, { card, amount, isRetried, session: i }: Confirm): Promise<string> {
    const request = this.#world.confirmRequest({
      card: cardNumbers[card],
      amount,
      ...orderOf(amount),
      captureMethod: captureMethods[i] ?? 'automatic',
      checkoutSessionId: session.id,
      attempt: ++session.attempt,
    });
    const { code, intent } = await this.#request('confirmPayment', request, isRetried);
    session.intent = intent ?? session.intent;
    return code;
  }

  /** @param isRetried the request comes twice under one key, and is answered alike */
  async #request(call: string, request: object, isRetried: boolean): Promise<Answered> {
    const idempotencyKey = newId('key');
    const send = () =>
      this.#checkout<AnyBody & { paymentIntent?: PaymentIntent | null }>('POST', `/internal/calls/${call}`, request, {
        idempotencyKey,
      });
    const { body } = await send();
    // Time passes when a command says so, however slow the machine is.
    if (body.paymentIntent?.status === 'PROCESSING')
      await this.#sql(
        `update charges set next_sync_at = '2099-01-01' where merchant_id = $1 and next_sync_at is not null`,
      );
    if (isRetried) {
      const again = await send();
      expect({ ...again.body, request_id: undefined }).toEqual({ ...body, request_id: undefined });
    }
    return { code: body.error?.code ?? 'ok', intent: body.paymentIntent };
  }

  async #wait(): Promise<string> {
    await this.#sql(
      `update simulator_operations set record = jsonb_set(record, '{at}', '"2020-01-01T00:00:00.000Z"')
       where merchant_id = $1 and key like 're_%' and record ? 'at'`,
    );
    await this.#sql(
      `update charges set next_sync_at = now() - interval '1 second'
       where merchant_id = $1 and status = 'PENDING' and payment_method ->> 'token' like 'timeout%'`,
    );
    await this.#sql(
      `update refunds set next_sync_at = now() - interval '1 second' where merchant_id = $1 and next_sync_at is not null`,
    );
    await this.#janitor.run();
    // The service's own janitor may have taken one of them, and be at it.
    await eventually(async () => expect(await this.#undecided()).toEqual([]));
    return 'ok';
  }

  async #expire(): Promise<string> {
    await this.#sql(
      `update payment_intents set capture_before = now() where merchant_id = $1 and amount_capturable > 0`,
    );
    // The service's own janitor may be releasing one of them.
    await eventually(async () => {
      await this.#janitor.run();
      const { rows } = await this.#sql(
        `select id from payment_intents where merchant_id = $1 and amount_capturable > 0 and capture_before <= now()`,
      );
      expect(rows).toEqual([]);
    });
    return 'ok';
  }

  /** Charges and refunds whose time has come and whose answer is not recorded. */
  async #undecided(): Promise<unknown[]> {
    const { rows } = await this.#sql(
      `select id from charges where merchant_id = $1 and status = 'PENDING' and payment_method ->> 'token' like 'timeout%'
       union all select id from refunds where merchant_id = $1 and next_sync_at is not null`,
    );
    return rows;
  }

  #sql(statement: string): Promise<{ rows: unknown[] }> {
    return this.#world.db('payments').query(statement, [this.#merchant.merchantId]);
  }
}

/** The jobs of the service, run when time passes: for all that is due of any subject, one pass after another. */
export class Janitor {
  readonly #db: Database;
  readonly #app: App;
  #turn: Promise<unknown> = Promise.resolve();

  private constructor(db: Database) {
    this.#db = db;
    this.#app = buildApp({
      env: {
        MIZAN_PUBLIC_URL: 'http://localhost',
        MIZAN_TEST_SETTLEMENT: 'instant',
        MIZAN_STRIPE_API_URL: 'http://localhost:1', // test mode never asks Stripe
      },
      db,
      metrics: new Metrics('payments'),
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
      done = await resolveCharges(context, this.#app);
      done += await resolveRefunds(context, this.#app);
      done += await expireHolds(context, this.#app);
    } while (done > 0);
  }
}
