import { expect } from '@jest/globals';
import type { AccountProfile, SettlesTo } from '@mizan/contracts';
import {
  acrossMerchants,
  type Database,
  type Deps,
  fragment,
  type JobContext,
  Metrics,
  newId,
  own,
  Problem,
  type Scope,
  ServiceSecrets,
  type Tx,
} from '@mizan/service-kit';
import { demoProfile } from '@mizan/testing';
import { buildApp } from './build-app.ts';
import { capturePaymentIntent, submitCapture } from './captures/capture-payment-intent.ts';
import { resolveCaptures } from './captures/resolve-captures.ts';
import { settleCapture } from './captures/settle-capture.ts';
import type { env } from './config.ts';
import { applyStanding } from './disputes/apply-standing.ts';
import { abandonSessionAttempt, settleAbandonment } from './intents/abandon-session-attempt.ts';
import { authorizeCharge } from './intents/authorize-attempt.ts';
import { cancelSessionPayment, settleSessionCancellation } from './intents/cancel-session-payment.ts';
import { closeAttempt } from './intents/close-attempt.ts';
import { confirmPayment } from './intents/confirm-payment.ts';
import type { LoadedAttempt } from './intents/start-attempt.ts';
import { decideLateSuccesses } from './late-successes/decide-late-successes.ts';
import { getBalance } from './ledger/read-balance.ts';
import type { App } from './payment/app.ts';
import type { ChargeRow } from './payment/charge.entity.ts';
import { charges } from './payment/charge.table.ts';
import { fallbackOf } from './payment/payment.ts';
import type { PaymentsWorld } from './payments.test-support.ts';
import { createBankAccount } from './payouts/create-bank-account.ts';
import { createPayout } from './payouts/create-payout.ts';
import { lockPayout, settlePayout } from './payouts/settle-payout.ts';
import { makeChargeDue } from './provider-callbacks/make-charge-due.ts';
import { boundProvider } from './providers/port/bound-provider.ts';
import type { DisputeStanding } from './providers/port/dispute-standing.ts';
import { createRefund, submitRefund } from './refunds/create-refund.ts';
import { resolveRefunds } from './refunds/resolve-refunds.ts';
import type { Meanwhile, ProviderAnswer, MoneyCommand } from './money-history-commands.test-support.ts';
import { settleRefund } from './refunds/settle-refund.ts';
import { crashGraceMs } from './providers/port/sync-schedule.ts';
import { releaseCharge } from './settle/cancel-payment.ts';
import { expireHolds } from './settle/expire-holds.ts';
import { resolveCharges } from './settle/resolve-charges.ts';
import { settleCharge } from './settle/settle-charge.ts';
import { toPaymentOutcome } from './settle/settle-declined.ts';
import { UnreliableProvider } from './unreliable-provider.test-support.ts';

/** What is paid, and who receives the money. */
type StartedAttempt = Parameters<PaymentsWorld['confirmRequest']>[0] & { readonly settlesTo?: SettlesTo };

type Confirm = Extract<MoneyCommand, { do: 'confirm' }>;
type ConfirmBody = Parameters<typeof confirmPayment>[2]['body'];

/** The service's domain in this process, with the janitors of all accounts and an unreliable provider for each. */
export class UnreliableWorld {
  readonly db: Database;
  readonly app: App;
  readonly request: PaymentsWorld['confirmRequest'];
  readonly #providers = new Map<string, UnreliableProvider>();
  #running: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;

  constructor(db: Database, request: PaymentsWorld['confirmRequest']) {
    this.db = db;
    this.request = request;
    const settings = { MIZAN_PUBLIC_URL: 'http://localhost', MIZAN_TEST_SETTLEMENT: 'instant' };
    const secrets = new ServiceSecrets('only client secrets and fingerprints depend on it');
    const app = buildApp({ env: settings, db, secrets, metrics: new Metrics('payments') } as Deps<typeof env>);
    const providers = Object.assign(Object.create(app.providers) as App['providers'], {
      moneyOf: ({ merchantId }: Scope) => boundProvider(this.providerOf(merchantId)),
    });
    const accounts = Object.assign(Object.create(app.accounts) as App['accounts'], {
      get: async ({ scope }: { scope: Scope }): Promise<AccountProfile> => demoProfile(scope.merchantId),
    });
    this.app = { ...app, providers, accounts };
  }

  providerOf(merchantId: string): UnreliableProvider {
    const known = this.#providers.get(merchantId) ?? new UnreliableProvider();
    this.#providers.set(merchantId, known);
    return known;
  }

  /** Commits an attempt, before the provider is called. */
  start(scope: Scope, answer: ProviderAnswer, { settlesTo = 'platform', ...terms }: StartedAttempt) {
    const body = this.request(terms) as ConfirmBody;
    const loaded: LoadedAttempt = {
      account: demoProfile(scope.merchantId),
      route: {
        ...{ provider: 'simulator', connectionId: null, settlesTo },
        method: { type: 'card', token: answer, card: null, cardInfo: null },
      },
      fallbacks: [],
      feeTerms: { ratePpm: 27_500, fixed: 300, vatPpm: 140_000, refundFixed: 25, disputeFixed: 150 },
      rates: [],
    };
    return this.db.transact(scope, (tx) => confirmPayment(tx, this.app, { body, loaded }));
  }

  /** Runs the janitors for all that is due of any account; who asks while they run shares the next run. */
  runJanitors(): Promise<void> {
    this.#next ??= this.#running.then(() => {
      this.#next = undefined;
      this.#running = this.#pass();
      return this.#running;
    });
    return this.#next;
  }

  async #pass(): Promise<void> {
    const calls = { bind: () => ({}) } as unknown as JobContext['calls'];
    const context: JobContext = { db: this.db, calls, signal: new AbortController().signal };
    let done: number;
    do {
      done = await resolveCharges(context, this.app);
      done += await resolveCaptures(context, this.app);
      done += await expireHolds(context, this.app);
      done += await decideLateSuccesses(context, this.app);
      done += await resolveRefunds(context, this.app);
    } while (done > 0);
  }
}

interface Order {
  readonly sessionId: string;
  readonly captureMethod: 'automatic' | 'manual';
  amount: number;
  attempt: number;
  readonly chargeIds: string[];
}

/** Who receives the money of an attempt: the platform and the merchant in turn. */
const receiverOf = (attempt: number): SettlesTo => (attempt % 2 === 1 ? 'platform' : 'merchant');

/** Two orders of an account of its own, and what happens to their payments. */
export class History {
  readonly #world: UnreliableWorld;
  readonly scope: Scope = { merchantId: newId('acct'), livemode: false };
  readonly #orders: readonly Order[] = (['automatic', 'manual'] as const).map((captureMethod) => ({
    sessionId: newId('cs_test'),
    captureMethod,
    amount: 10_000,
    attempt: 0,
    chargeIds: [],
  }));

  readonly #payouts: string[] = [];

  /** What the provider took and has reported since. */
  readonly #reported = new Set<string>();

  constructor(world: UnreliableWorld) {
    this.#world = world;
  }

  async run(commands: readonly MoneyCommand[]): Promise<void> {
    for (const command of commands)
      await this.apply(command).catch((thrown: unknown) => {
        if (!(thrown instanceof Problem) || thrown.status >= 500) throw thrown; // a refusal is an answer like any other
      });
    await this.#settle();
    await this.#verify();
  }

  get provider(): UnreliableProvider {
    return this.#world.providerOf(this.scope.merchantId);
  }

  get #at() {
    return { scope: this.scope, now: this.#world.db.clocks.nowOf(this.scope) };
  }

  #transact = <T>(verb: (tx: Tx) => Promise<T>): Promise<T> => this.#world.db.transact(this.scope, verb);

  /** Does what a command says. @throws Problem as the service */
  async apply(command: MoneyCommand): Promise<unknown> {
    const { app } = this.#world;
    if (command.do === 'lose answers') return (this.provider.lost = command.count);
    if (command.do === 'pay out') return this.#payOut(command.percent);
    if (command.do === 'settle payout') return this.#settlePayout(command);
    if (command.do === 'decide' || command.do === 'report') {
      const dispute = this.provider.disputes[command.dispute];
      if (!dispute) return;
      if (command.do === 'decide') return this.provider.decide(dispute, command.decision);
      const standing = dispute.standings.at(-1 - command.age) ?? dispute.standings[0];
      return standing && this.#reportDispute(standing);
    }
    const order = this.#orders[command.order] as Order;
    const { sessionId: checkoutSessionId, chargeIds } = order;
    switch (command.do) {
      case 'confirm':
        return this.#confirm(order, command);
      case 'cancel': {
        const cancellation = await this.#transact((tx) => cancelSessionPayment(tx, checkoutSessionId));
        const outcome = await releaseCharge(this.#at, app, cancellation?.chargeId ?? null);
        const settle = (tx: Tx) => settleSessionCancellation(tx, app, { checkoutSessionId, cancellation, outcome });
        return this.#lastStep(order, command.meanwhile, () => this.#transact(settle));
      }
      case 'abandon': {
        const cancellation = await this.#transact((tx) => abandonSessionAttempt(tx, checkoutSessionId));
        const outcome = await releaseCharge(this.#at, app, cancellation?.chargeId ?? null);
        const settle = (tx: Tx) => settleAbandonment(tx, app, { checkoutSessionId, cancellation, outcome });
        return this.#lastStep(order, command.meanwhile, () => this.#transact(settle));
      }
      case 'wait':
        if (command.meanwhile === 'return') this.provider.meanwhile = () => this.#return(order);
        else this.provider.meanwhile = () => this.#meanwhile(order, command.meanwhile as Meanwhile);
        return this.#wait().finally(() => (this.provider.meanwhile = undefined));
      case 'close':
        if (order.attempt === 0) return;
        return this.#transact((tx) => closeAttempt(tx, app, { checkoutSessionId, attempt: order.attempt }));
      case 'capture':
        return this.#capture(order, command);
      case 'approve': {
        const chargeId = chargeIds[command.attempt % Math.max(1, chargeIds.length)];
        if (chargeId !== undefined && this.#approve(chargeId) && command.isReported) await this.#report(chargeId);
        return;
      }
      case 'refund':
        return this.#refund(order, command);
      case 'dispute': {
        const chargeId = chargeIds[command.attempt % Math.max(1, chargeIds.length)] ?? '';
        const amount = Math.floor((this.provider.keptOf(chargeId) * command.percent) / 100);
        return this.provider.dispute(chargeId, { amount, isInquiry: command.isInquiry });
      }
      case 'expire session':
        return this.#world.db.system.sql`
          update charges set session_expires_at = '2020-01-01'
          where ${own({ scope: this.scope })} and checkout_session_id = ${checkoutSessionId}`;
      case 'expire hold':
        return this.#world.db.system.sql`
          update payment_intents set capture_before = ${this.#at.now}
          where ${own({ scope: this.scope })} and checkout_session_id = ${checkoutSessionId} and amount_capturable > 0`;
    }
  }

  async #confirm(order: Order, { answer, isChanged, dies, meanwhile }: Omit<Confirm, 'do' | 'order'>): Promise<void> {
    const { app } = this.#world;
    if (isChanged) order.amount = 18_000 - order.amount;
    const { sessionId: checkoutSessionId, captureMethod, amount } = order;
    const attempt = ++order.attempt;
    const terms = { checkoutSessionId, attempt, amount, captureMethod, settlesTo: receiverOf(attempt) };
    const reservation = await this.#world.start(this.scope, answer, terms);
    const { chargeId, paymentIntentId } = reservation;
    order.chargeIds.push(chargeId);
    if (dies === 'before the provider') return;
    const outcome = await authorizeCharge(this.#at, app, reservation);
    if (dies === 'after the provider') return;
    const settled = { chargeId, paymentIntentId, answer: outcome, fallbackAt: fallbackOf(reservation) };
    await this.#lastStep(order, meanwhile, () => this.#transact((tx) => settleCharge(tx, app, settled)));
  }

  async #lastStep(order: Order, meanwhile: Meanwhile, step: () => Promise<unknown>): Promise<void> {
    await this.#meanwhile(order, meanwhile);
    const provider = this.provider;
    if (meanwhile !== 'approval whose query gets no answer until later') return void (await step());
    let done: Promise<unknown> | undefined;
    provider.lost = 1;
    provider.meanwhile = () =>
      (done = step()).then(
        () => undefined,
        () => undefined,
      );
    await this.#wait();
    provider.meanwhile = undefined;
    await (done ?? step());
  }

  async #capture(
    { sessionId }: Order,
    { percent, isFinal: finalCapture, dies }: Extract<MoneyCommand, { do: 'capture' }>,
  ): Promise<void> {
    const { app, db } = this.#world;
    const found = await db.system.one<{ id: string; capturable: number }>`
      select id, amount_capturable as capturable from payment_intents
      where ${own({ scope: this.scope })} and checkout_session_id = ${sessionId}`;
    if (!found) return;
    const amountToCapture = Math.max(1, Math.floor((found.capturable * percent) / 100));
    const reservation = await this.#transact((tx) =>
      capturePaymentIntent(tx, app, { id: found.id, amountToCapture, finalCapture }),
    );
    if (dies === 'before the provider') return;
    const answer = await submitCapture(this.#at, app, reservation);
    if (dies === 'after the provider') return;
    await this.#transact((tx) => settleCapture(tx, app, { reservation, answer }));
  }

  async #refund({ sessionId }: Order, { percent, dies }: Extract<MoneyCommand, { do: 'refund' }>): Promise<void> {
    const { app, db } = this.#world;
    const found = await db.system.one<{ id: string; amount: number }>`
      select id, amount from payment_intents where ${own({ scope: this.scope })} and checkout_session_id = ${sessionId}`;
    if (!found) return;
    const amount = Math.floor((found.amount * percent) / 100);
    const reservation = await this.#transact((tx) => createRefund(tx, app, { paymentIntentId: found.id, amount }));
    if (dies === 'before the provider') return;
    const answer = await submitRefund(this.#at, app, reservation);
    if (dies === 'after the provider') return;
    const fallbackAt = fallbackOf(reservation);
    await this.#transact((tx) => settleRefund(tx, app, { ...reservation, answer, fallbackAt }));
  }

  /** Pays out a part of what is payable. */
  async #payOut(percent: number): Promise<void> {
    const { app } = this.#world;
    await this.#transact(async (tx) => {
      const { payable } = await getBalance(tx);
      const whole = payable.find(({ currency }) => currency === 'EGP')?.amount ?? 0;
      const amount = Math.max(1, Math.floor((whole * percent) / 100));
      const account = { holderName: 'Siwa Trading', currency: 'EGP', iban: 'EG380019000500000000263180002' } as const;
      const { id: bankAccountId } = await createBankAccount(tx, app, account);
      const { id } = await createPayout(tx, app, { amount, currency: 'EGP', bankAccountId });
      tx.afterCommit(() => this.#payouts.push(id));
    });
  }

  #settlePayout({ payout, trigger }: Extract<MoneyCommand, { do: 'settle payout' }>): Promise<unknown> {
    const id = this.#payouts[payout] ?? 'none';
    const failure = trigger === 'fail' || trigger === 'return' ? ({ failureCode: 'declined' } as const) : {};
    return this.#transact(async (tx) => settlePayout(tx, await lockPayout(tx, id), { trigger, ...failure }));
  }

  /** What follows a provider's callback about a dispute. @returns whether it is to be queried again */
  async #reportDispute(standing: DisputeStanding): Promise<boolean> {
    const { app } = this.#world;
    const reported = { ...standing, provider: 'simulator', connectionId: null };
    return (await this.#transact((tx) => applyStanding(tx, app, reported))) === 'not captured';
  }

  async #meanwhile(order: Order, meanwhile: Meanwhile): Promise<void> {
    if (meanwhile === 'nothing') return;
    if (meanwhile === 'confirm after a wait') await this.#wait();
    if (meanwhile.startsWith('confirm')) {
      const confirm = { answer: 'approves', isChanged: false, dies: 'never', meanwhile: 'nothing' } as const;
      return this.#confirm(order, confirm).catch((thrown: unknown) => {
        if (!(thrown instanceof Problem)) throw thrown;
      });
    }
    const chargeId = order.chargeIds.find((id) => this.#approve(id));
    if (chargeId === undefined) return;
    await this.#report(chargeId);
    if (meanwhile === 'approval that is settled') await this.#wait();
  }

  /** What the buyer's return does: it queries the provider itself. */
  async #return({ chargeIds }: Order): Promise<void> {
    const chargeId = chargeIds.at(-1);
    if (chargeId === undefined) return;
    const { app, db } = this.#world;
    const fallbackAt = new Date(this.#at.now.getTime() + crashGraceMs);
    const charge = await db.system.one<ChargeRow>`
      update charges set next_sync_at = least(next_sync_at, ${fallbackAt})
      where ${own({ scope: this.scope })} and id = ${chargeId} and status = 'PENDING' returning ${charges.columns}`;
    if (!charge) return;
    const { paymentIntentId } = charge;
    const answer = toPaymentOutcome(this.provider.standingOf(chargeId), charge);
    await this.#transact((tx) => settleCharge(tx, app, { chargeId, paymentIntentId, answer, fallbackAt }));
  }

  #approve(chargeId: string): boolean {
    this.#reported.delete(chargeId);
    return this.provider.approve(chargeId);
  }

  /** What a provider's callback does. */
  async #report(chargeId: string): Promise<void> {
    this.#reported.add(chargeId);
    const notice = { id: chargeId, bringsMoney: true, changesHold: true, provider: 'simulator', now: this.#at.now };
    await makeChargeDue(this.#world.db, this.scope, notice);
  }

  async #wait(): Promise<void> {
    const mine = own({ scope: this.scope });
    const updates = [
      fragment`update charges set next_sync_at = now() - interval '1 second' where ${mine} and next_sync_at > now()`,
      fragment`update captures set next_sync_at = now() - interval '1 second' where ${mine} and next_sync_at > now()`,
      fragment`update refunds set next_sync_at = now() - interval '1 second' where ${mine} and next_sync_at > now()`,
      fragment`update late_successes set due_at = now() - interval '1 second' where ${mine} and due_at > now()`,
    ];
    // In transactions, which try again: rows in any order can deadlock with what the janitors do with other rows.
    for (const update of updates) await this.#transact((tx) => tx.sql`${update}`);
    await this.#world.runJanitors();
  }

  /** Banks decide, the provider answers again, reports what it has taken in silence, and time passes until nothing is left to do. */
  async #settle(): Promise<void> {
    this.provider.lost = 0;
    for (const [i, dispute] of this.provider.disputes.entries())
      for (const decision of ['close', i % 2 === 0 ? 'lose' : 'win'] as const) this.provider.decide(dispute, decision);
    for (const [chargeId, { state }] of this.provider.charges)
      if (['captured', 'held'].includes(state) && !this.#reported.has(chargeId)) await this.#report(chargeId);
    for (let round = 0; round < 6; round++) {
      await this.#wait();
      if (await this.#knowsDisputes()) if ((await this.#undecided()).length === 0) return;
    }
    expect(await this.#undecided()).toEqual([]);
  }

  /** Reports each dispute as it is. @returns false while a payment is not known here that the provider has taken */
  async #knowsDisputes(): Promise<boolean> {
    const isLeft: boolean[] = [];
    for (const { standings } of this.provider.disputes)
      for (const standing of standings.slice(-1)) isLeft.push(await this.#reportDispute(standing));
    return !isLeft.includes(true);
  }

  #undecided(): Promise<object[]> {
    const mine = own({ scope: this.scope });
    return this.#world.db.system.sql`
      select id, status from charges where ${mine} and (status <> 'PENDING' and next_sync_at is not null
        or status = 'PENDING' and next_sync_at < '2090-01-01')
      union all select charge_id, 'late' from late_successes where ${mine}
      union all select charge_id, status from captures where ${mine} and status = 'PENDING'
      union all select id, status from refunds where ${mine} and status = 'PENDING'`;
  }

  /** What the provider keeps is what the orders and the ledger say, and nothing is kept that no order needs. */
  async #verify(): Promise<void> {
    const { db } = this.#world;
    const mine = own({ scope: this.scope });
    const provider = this.provider;
    const charges = await db.system.sql<{
      id: string;
      intentId: string;
      status: string;
      isSurplus: boolean;
      captured: number;
      refunded: number;
      failedRefunds: number;
      withdrawn: number;
      attempt: number;
    }>`
      select id, attempt, payment_intent_id as intent_id, status, is_surplus, amount_captured as captured, amount_refunded as refunded,
        (select count(*)::int from refunds where ${mine} and charge_id = charges.id and status = 'FAILED') as failed_refunds,
        (select coalesce(sum(amount), 0)::bigint from disputes where ${mine} and charge_id = charges.id
          and balance_transaction_id is not null and reversal_balance_transaction_id is null) as withdrawn
      from charges where ${mine}`;
    const intents = await db.system.sql<{
      id: string;
      status: string;
      amount: number;
      captureMethod: string;
      received: number;
      kept: number;
    }>`
      select id, status, amount, capture_method, amount_received as received, amount_received - amount_refunded as kept
      from payment_intents where ${mine}`;
    const ledger = await db.system.one<Record<SettlesTo, number>>`
      select coalesce(-sum(amount) filter (where account = 'processor_clearing'), 0)::bigint as platform,
        coalesce(-sum(amount) filter (where account = 'merchant_processor_clearing'), 0)::bigint as merchant
      from ledger_entries where ${mine}`;

    for (const { id, status, isSurplus, captured, refunded, failedRefunds, withdrawn } of charges) {
      const state = provider.charges.get(id)?.state ?? 'canceled';
      const known = new RegExp(`^(${knownStatuses[state].join('|')})$`);
      expect({ id, state, status }).toEqual({ id, state, status: expect.stringMatching(known) });
      expect({ id, kept: captured - refunded - withdrawn }).toEqual({ id, kept: provider.keptOf(id) });
      const returned = provider.refundsOf(id);
      expect({ id, refunded }).toEqual({ id, refunded: returned.reduce((sum, each) => sum + each, 0) });
      const mustBeReturned = isSurplus && failedRefunds === 0; // those that fail are the operator's to look at
      if (mustBeReturned)
        expect({ id, returned }).toEqual({ id, returned: captured > withdrawn ? [captured - withdrawn] : [] });
    }
    for (const { id, status, amount, captureMethod, received, kept } of intents) {
      const paying = charges.filter((each) => each.intentId === id && !each.isSurplus && each.captured > 0);
      const [captured, refunded] = [sumOf(paying, 'captured'), sumOf(paying, 'refunded')];
      const isPaying = isPaid(status) || status === 'AMOUNT_CAPTURABLE_UPDATED';
      expect({ id, status, paying: paying.length }).toEqual({ id, status, paying: isPaying ? 1 : 0 });
      expect({ id, received, kept }).toEqual({ id, received: captured, kept: captured - refunded });
      // Only a merchant that captures by hand may leave a part of it.
      if (captureMethod === 'automatic') expect({ id, received }).toEqual({ id, received: isPaying ? amount : 0 });
    }
    const keptFor = (receiver: SettlesTo) =>
      charges
        .filter(({ attempt }) => receiverOf(attempt) === receiver)
        .reduce((sum, { id }) => sum + provider.keptOf(id), 0);
    const paidOut = await db.system.one<{ amount: number }>`
      select coalesce(sum(amount), 0)::bigint as amount from payouts where ${mine} and status = 'PAID'`;
    const atProvider = { platform: keptFor('platform') - (paidOut?.amount ?? 0), merchant: keptFor('merchant') };
    expect(ledger).toEqual(atProvider);
  }
}

const sumOf = <Name extends string>(rows: readonly Readonly<Record<Name, number>>[], name: Name): number =>
  rows.reduce((sum, row) => sum + row[name], 0);

const isPaid = (status: string): boolean => ['SUCCEEDED', 'PARTIALLY_REFUNDED', 'REFUNDED'].includes(status);

/** What is known here of a charge in each state at the provider. Nothing that was declined stays payable there. */
const knownStatuses = {
  waiting: ['PENDING'],
  held: ['SUCCEEDED'],
  captured: ['SUCCEEDED', 'REFUNDED'],
  canceled: ['FAILED'],
  declined: [],
} as const satisfies Record<string, readonly string[]>;

/** How often each end was reached, of all histories that a run has tried. */
export async function countEnds(db: Database): Promise<Record<string, number>> {
  const counted = await db.system.one<Record<string, number>>`
    select
      (select count(*)::int from charges where ${acrossMerchants} and is_surplus) as surplus_charges,
      (select count(*)::int from refunds where ${acrossMerchants} and not is_surplus and status = 'SUCCEEDED') as refunds,
      (select count(*)::int from captures where ${acrossMerchants} and n > 1 and status = 'SUCCEEDED') as further_captures,
      (select count(*)::int from refunds where ${acrossMerchants} and status = 'FAILED') as failed_refunds,
      (select count(*)::int from payouts where ${acrossMerchants} and status = 'PAID') as paid_payouts,
      (select count(*)::int from payouts where ${acrossMerchants} and status = 'FAILED') as failed_payouts,
      (select count(*)::int from disputes where ${acrossMerchants} and status = 'LOST') as lost_disputes,
      (select count(*)::int from disputes where ${acrossMerchants} and status = 'WON') as won_disputes`;
  return counted ?? {};
}
