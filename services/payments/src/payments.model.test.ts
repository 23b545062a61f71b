import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { PaymentIntent } from '@mizan/contracts';
import { newId, ServiceSecrets, withDatabase, type Deps } from '@mizan/service-kit';
import fc from 'fast-check';
import type { env } from './config.ts';
import { resolveCharges } from './intents/resolve-charges.ts';
import { anyCommand, cardNumbers, Model, type Command } from './payments.model.test-support.ts';
import { startPayments, type PaymentsWorld } from './payments.test-support.ts';
import { resolveRefunds } from './refunds/resolve-refunds.ts';
import { wiringOf } from './wiring.ts';

/** Sequences tried; more of them in a nightly run. */
const numRuns = Number(process.env['MIZAN_PROPERTY_RUNS'] ?? 25);

let world: PaymentsWorld;
beforeAll(async () => {
  world = await startPayments();
});
afterAll(() => world.stop());

/** The same commands, sent to the service for an account of its own. */
class Subject {
  readonly #merchant = { merchantId: newId('acct') };
  readonly #sessions = Array.from({ length: 3 }, () => ({ id: newId('cs_test'), attempt: 0 }));
  readonly #api = world.merchantClient('payments', this.#merchant);
  readonly #checkout = world.siblingClient('payments', 'checkout', this.#merchant);

  async apply(command: Command): Promise<string> {
    if (command.do === 'wait') return this.#wait();
    const session = this.#sessions[command.session] ?? { id: '', attempt: 0 };
    const intent = await this.intent(command.session);
    switch (command.do) {
      case 'confirm':
        return this.#twice('/internal/calls/confirmPayment', {
          ...world.confirmRequest({ card: cardNumbers[command.card], amount: command.amount }),
          checkoutSessionId: session.id,
          attempt: ++session.attempt,
        });
      case 'cancel':
        return this.#twice('/internal/calls/cancelSessionPayment', { checkoutSessionId: session.id });
      case 'act': {
        const body = new URLSearchParams({ outcome: command.outcome });
        await fetch(`${world.urls.payments}/simulator/${intent?.latestCharge?.id}`, {
          method: 'POST',
          redirect: 'manual',
          body,
        });
        return 'ok';
      }
      case 'refund': {
        const target = command.by === 'chargeId' ? intent?.latestCharge?.id : intent?.id;
        const amount = Model.refundAmount(intent?.amount ?? 0, command.percent);
        const { body } = await this.#api(
          'POST',
          '/refunds',
          { [command.by]: target ?? 'none', amount },
          { idempotencyKey: newId('key') },
        );
        return body.error?.code ?? 'ok';
      }
    }
  }

  async intent(session: number): Promise<PaymentIntent | null> {
    const { body } = await this.#checkout<{ paymentIntent: PaymentIntent | null }>(
      'POST',
      '/internal/calls/getSessionPayment',
      {
        checkoutSessionId: this.#sessions[session]?.id,
      },
    );
    return body.paymentIntent;
  }

  async balance(): Promise<number> {
    const { body } = await this.#api<{ available: { amount: number }[] }>('GET', '/balance');
    return body.available[0]?.amount ?? 0;
  }

  /** Every request of a checkout comes twice under one key, as retries do. */
  async #twice(path: string, request: object): Promise<string> {
    const idempotencyKey = newId('key');
    const first = await this.#checkout('POST', path, request, { idempotencyKey });
    // Time passes when a command says so, however slow the machine is.
    await world.db('payments').query(`update charges set next_sync_at = '2099-01-01' where next_sync_at is not null`);
    const again = await this.#checkout('POST', path, request, { idempotencyKey });
    const withoutRequestId = ({ body }: typeof first) => ({ ...body, request_id: undefined });
    expect(withoutRequestId(again)).toEqual(withoutRequestId(first));
    return first.body.error?.code ?? 'ok';
  }

  /** Time passes: what processors decide later is decided, and the janitors have seen it. */
  async #wait(): Promise<string> {
    const longAgo = '"2020-01-01T00:00:00.000Z"';
    await world
      .db('payments')
      .query(
        `update simulator_operations set record = jsonb_set(record, '{at}', '${longAgo}') where merchant_id = $1 and key like 're_%' and record ? 'at'`,
        [this.#merchant.merchantId],
      );
    await world.makeDue('charges', `status = 'PENDING' and payment_method ->> 'token' like 'timeout%'`);
    await world.makeDue('refunds', 'true');
    return withDatabase('payments', world.databaseUrls('payments').runtimeUrl, async (db) => {
      const secrets = new ServiceSecrets('only client secrets and fingerprints depend on it');
      const wiring = wiringOf({
        env: { MIZAN_PUBLIC_URL: 'http://localhost', MIZAN_TEST_SETTLEMENT: 'instant' },
        db,
        secrets,
      } as Deps<typeof env>);
      const signal = new AbortController().signal;
      while ((await resolveCharges(wiring, { db, signal })) + (await resolveRefunds(wiring, { db, signal })) > 0);
      return 'ok';
    });
  }
}

describe('any sequence of commands', () => {
  test('is answered as the specification says, and leaves a ledger that adds up to the unit', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyCommand, { minLength: 5, maxLength: 25 }), async (commands) => {
        const [model, subject] = [new Model(), new Subject()];
        for (const command of commands)
          expect([command, await subject.apply(command)]).toEqual([command, model.apply(command)]);

        for (const [i, expected] of model.sessions.entries()) {
          const intent = await subject.intent(i);
          expect(intent?.status ?? 'new').toBe(expected.status);
          expect(intent?.amountRefunded ?? 0).toBe(expected.refunded);
          expect(intent?.charges.length ?? 0).toBe(expected.attempts);
        }
        expect(await subject.balance()).toBe(model.balance);
        expect(await world.findings()).toEqual([]);
      }),
      { numRuns, endOnFailure: process.env['CI'] !== undefined },
    );
  }, 300_000);
});
