import { CallbackSender, type CallbackAttempt, type CallbackFault } from '../server/callback-sender.ts';
import { StandInClock } from '../server/clock.ts';
import { sharedControlRoutes } from '../server/control-routes.ts';
import { Faults } from '../server/faults.ts';
import { json } from '../server/route.ts';
import { startServer, type RequestRecord } from '../server/start-server.ts';
import { openState } from '../server/state-file.ts';
import type { Country, IntegrationSlot, ModeKeys } from './account.ts';
import { forgeSignature } from './callbacks.ts';
import {
  disputeByControl,
  listRecords,
  payByControl,
  planByControl,
  settleByControl,
  type ControlledPayment,
  type PaymobRecord,
  type SettledPayment,
} from './control.ts';
import { paymobControlRoutes } from './control-routes.ts';
import { sign, tokenText, transactionText, type NullText } from './hmac.ts';
import { isOpenHold } from './operations/release-hold.ts';
import { integrationOf, type Operation, type PaymobApp } from './paymob-app.ts';
import { paymobRoutes } from './paymob-routes.ts';
import { armRelease } from './payments/settle-payment.ts';
import { PaymobRefusal, refusal } from './refusal.ts';
import { createState, type OutcomeName, type PaymobState } from './state.ts';

export interface PaymobOptions {
  /** Any free one by default. */
  readonly port?: number;
  /** A JSON file that keeps everything over a restart; without it the account lives as long as the process. */
  readonly stateFile?: string;
  /** `egy` by default. A state file keeps the country it was made for. */
  readonly country?: Country;
  /** A clock that tests move. */
  readonly clock?: StandInClock;
  /** What stands for null in signatures: `None` by default, as no recipe in the documents has it. */
  readonly nullText?: NullText;
  /** Waits before each repetition of a callback that failed. */
  readonly retryDelaysMs?: readonly number[];
  /** How long a merchant's server may take to answer a callback. */
  readonly callbackTimeoutMs?: number;
}

/** The credentials of one mode, and the integration ids by what they are for. */
export interface PaymobCredentials extends ModeKeys {
  readonly hmacSecret: string;
  readonly integrations: Readonly<Partial<Record<IntegrationSlot, number>>>;
}

export interface PaymobStandIn {
  /** Base address, without a slash at the end. */
  readonly url: string;
  /** Of test mode. */
  readonly account: PaymobCredentials;
  readonly liveAccount: PaymobCredentials;
  readonly clock: StandInClock;
  /** Answers that go wrong. */
  readonly faults: Faults;
  /** Requests that arrived, oldest first. */
  readonly requests: readonly RequestRecord[];
  /** Attempts to deliver callbacks, oldest first. */
  readonly callbacks: readonly CallbackAttempt[];
  /** Spoils the next callbacks, one fault each. */
  spoilCallbacks(...faults: readonly CallbackFault[]): void;
  /** Sends a callback of the past again. */
  replayCallback(id: number): boolean;
  /** Resolves when every callback that is due has its answer. */
  idle(): Promise<void>;
  /** A buyer pays, also late or a second time. `reference`: the merchant's, or id, client secret or order id of the intention. */
  pay(reference: string | number, payment?: ControlledPayment): SettledPayment;
  /** Decides what is pending: a bill is paid at an outlet, a refund goes through or fails. */
  settle(transactionId: number, outcome?: OutcomeName): SettledPayment;
  /** Minor units that the buyer's bank takes back. */
  dispute(transactionId: number, amount: number): SettledPayment;
  /** How the next refunds, voids or captures end. */
  plan(operation: Operation, ...outcomes: readonly ('declined' | 'pending')[]): void;
  /** From now on every key and token is refused with 401; `false` accepts them again. */
  revokeCredentials(isRevoked?: boolean): void;
  /** The signature of a callback that a test makes up: the `obj` of a TRANSACTION or a TOKEN. */
  sign(type: 'TRANSACTION' | 'TOKEN', obj: Readonly<Record<string, unknown>>): string;
  /** Every transaction, oldest first. */
  records(): PaymobRecord[];
  /** A copy of everything that it remembers. */
  snapshot(): PaymobState;
  close(): Promise<void>;
}

const defaultRetryDelaysMs = [5_000, 30_000, 120_000, 600_000]; // growing, over about a quarter of an hour
const defaultCallbackTimeoutMs = 10_000;

/**
 * Starts a stand-in for Paymob on the loopback interface.
 *
 * @throws Error when the port is taken, or the state file cannot be read or belongs to another country
 */
export async function startPaymobStandIn(options: PaymobOptions = {}): Promise<PaymobStandIn> {
  const clock = options.clock ?? new StandInClock();
  const faults = new Faults();
  const { state, mark, save } = openState({
    path: options.stateFile,
    create: () => createState(options.country ?? 'egy'),
    collections: ['intentions', 'transactions', 'cardTokens'],
  });
  if (options.country !== undefined && options.country !== state.account.country)
    throw new Error(`${options.stateFile} is an account of ${state.account.country}, not of ${options.country}.`);
  const callbacks = new CallbackSender({
    clock,
    queue: state.callbacks,
    save,
    forge: forgeSignature,
    retryDelaysMs: options.retryDelaysMs ?? defaultRetryDelaysMs,
    timeoutMs: options.callbackTimeoutMs ?? defaultCallbackTimeoutMs,
  });
  const app: PaymobApp = {
    state,
    mark,
    save,
    clock,
    callbacks,
    nullText: options.nullText ?? 'None',
    planned: { refund: [], void: [], capture: [] },
    url: () => server.url,
  };
  const server = await startServer({
    ...(options.port !== undefined && { port: options.port }),
    routes: paymobRoutes(app),
    controlRoutes: [...sharedControlRoutes({ faults, callbacks, clock }), ...paymobControlRoutes(app)],
    faults,
    refuse: (reason, { method }) =>
      ({
        not_found: () => json(404, { detail: 'Not found.' }),
        method: () => json(405, { detail: `Method "${method}" not allowed.` }),
        too_large: () => refusal(413, 'The request is too large.').answer,
      })[reason](),
    answerThrown: (thrown) => (thrown instanceof PaymobRefusal ? thrown.answer : undefined),
    afterRequest: save,
  });
  for (const hold of state.transactions)
    if (hold.kind === 'payment' && hold.outcome === 'approved' && integrationOf(app, hold.integrationId).isAuth)
      if (isOpenHold(app, hold)) armRelease(app, hold);
  callbacks.resume();

  /** Does something outside a request, and keeps it. */
  const kept = <T>(act: () => T): T => {
    try {
      return act();
    } finally {
      save();
    }
  };
  return {
    url: server.url,
    account: credentialsOf(app, false),
    liveAccount: credentialsOf(app, true),
    clock,
    faults,
    requests: server.requests,
    callbacks: callbacks.attempts,
    spoilCallbacks: (...spoiled) => callbacks.spoil(...spoiled),
    replayCallback: (id) => callbacks.replay(id),
    idle: () => callbacks.idle(),
    pay: (reference, payment = {}) => kept(() => payByControl(app, reference, payment)),
    settle: (id, outcome = 'approved') => kept(() => settleByControl(app, id, outcome)),
    dispute: (id, amount) => kept(() => disputeByControl(app, id, amount)),
    plan: (operation, ...outcomes) => planByControl(app, operation, outcomes),
    revokeCredentials: (isRevoked = true) => kept(() => (state.account.isRevoked = isRevoked)),
    sign: (type, obj) =>
      sign(type === 'TOKEN' ? tokenText(obj) : transactionText(obj, app.nullText), state.account.hmacSecret),
    records: () => listRecords(app),
    snapshot: () => structuredClone(state),
    close: async () => {
      clock.stop();
      await server.close();
      await callbacks.close();
      save();
    },
  };
}

function credentialsOf({ state: { account } }: PaymobApp, isLive: boolean): PaymobCredentials {
  const own = account.integrations.filter((each) => each.isLive === isLive);
  return {
    ...account.keys[isLive ? 'live' : 'test'],
    hmacSecret: account.hmacSecret,
    integrations: Object.fromEntries(own.map(({ slot, id }) => [slot, id])),
  };
}
