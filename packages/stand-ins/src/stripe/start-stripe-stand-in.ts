import { CallbackSender, type CallbackAttempt, type CallbackFault } from '../server/callback-sender.ts';
import { StandInClock } from '../server/clock.ts';
import { sharedControlRoutes } from '../server/control-routes.ts';
import { matches, type Faults } from '../server/faults.ts';
import { startServer, type RequestRecord } from '../server/start-server.ts';
import { openState } from '../server/state-file.ts';
import { refuseRoute } from './api/endpoint.ts';
import { StripeFaults } from './api/stripe-faults.ts';
import { IdempotentRequests } from './api/idempotency.ts';
import {
  addEndpointByControl,
  authenticateByControl,
  cancelByControl,
  captureByControl,
  createTokenByControl,
  decideByControl,
  disputeByControl,
  type PagePayment,
  payByControl,
} from './control/control.ts';
import { listRecords, type StripeRecord } from './control/records.ts';
import { stripeControlRoutes } from './control/stripe-control-routes.ts';
import { credentialsOf, revokeKey } from './credentials.ts';
import type { Objection } from './disputes/dispute.ts';
import { scriptPath, scriptRoutes } from './js/script-routes.ts';
import { threeDSecureRoutes } from './pages/three-d-secure.ts';
import { armExpiry } from './payment-intents/expire-hold.ts';
import { armRefund } from './refunds/settle-refund.ts';
import {
  collections,
  createState,
  type Dispute,
  type Endpoint,
  type Intent,
  type StripeAccount,
  type StripeState,
} from './state.ts';
import { nowSeconds, type StripeApp } from './stripe-app.ts';
import { stripeRoutes } from './stripe-routes.ts';
import { keptEvents } from './webhooks/emit.ts';
import { forgeWebhook, resignWebhook } from './webhooks/sign.ts';

export interface StripeOptions {
  /** Any free one by default. */
  readonly port?: number;
  /** A JSON file that keeps everything over a restart; without it the account lives as long as the process. */
  readonly stateFile?: string;
  /** The account's id and keys; what is not given is made up. A state file keeps those that it was made with. */
  readonly account?: Partial<StripeAccount>;
  /** A clock that tests move. */
  readonly clock?: StandInClock;
  /** Lets test cards pay in live mode, which Stripe never does: for tests of a platform's live mode. */
  readonly acceptsTestCardsInLiveMode?: boolean;
  /** Waits before each repetition of a webhook that failed. */
  readonly retryDelaysMs?: readonly number[];
  /** How long a server may take to answer a webhook. */
  readonly webhookTimeoutMs?: number;
}

export interface StripeStandIn {
  /** Base address of the API, without a slash at the end. */
  readonly url: string;
  /** Of Stripe.js. */
  readonly scriptUrl: string;
  /** Of test mode, unless the account was given live keys. */
  readonly account: StripeAccount;
  readonly liveAccount: StripeAccount;
  readonly clock: StandInClock;
  /** Answers that go wrong. */
  readonly faults: Faults;
  /** Requests that arrived, oldest first. */
  readonly requests: readonly RequestRecord[];
  /** Idempotency keys that arrived, each once, oldest first. */
  readonly idempotencyKeys: ReadonlySet<string>;
  /** Attempts to deliver webhooks, oldest first. */
  readonly callbacks: readonly CallbackAttempt[];
  /** Every PaymentIntent, oldest first, as it stands at the moment of reading. */
  readonly intents: readonly Readonly<Intent>[];
  /** Spoils the next webhooks, one fault each. */
  spoilCallbacks(...faults: readonly CallbackFault[]): void;
  /** Sends a webhook of the past again, with its old signature. */
  replayCallback(id: number): boolean;
  /** Resolves when every webhook that is due has its answer. */
  idle(): Promise<void>;
  /** Runs `act` once, after the next request to a path was executed and before it is answered. `*` stands for any text. */
  beforeNextAnswer(path: string, act: () => Promise<void>): void;
  /** As after a day, without moving the clock. */
  forgetIdempotencyKeys(): void;
  /** Adds a key. @param accountId null: a restricted key without permissions */
  addKey(key: string, accountId: string | null): void;
  /** From now on a key is refused with 401; `false` accepts it again. */
  revokeKey(key: string, isRevoked?: boolean): void;
  /** Whether the account has multicapture; it does until this says otherwise. */
  setMulticapture(isAvailable: boolean): void;
  /** Registers an endpoint as the dashboard does, signed with `account.webhookSecret`. */
  addWebhookEndpoint(url: string, livemode?: boolean): Readonly<Endpoint>;
  /** The buyer's bank authenticates, or does not. */
  authenticate(intentId: string, succeeds: boolean): void;
  /** The buyer pays with another test method. @throws Error with Stripe's reason */
  pay(intentId: string, method?: string): void;
  /** A confirmation token, `ctoken_…`, as Stripe.js makes it: of the account's own mode, unless another is given. */
  createToken(payment: Omit<PagePayment, 'livemode'> & Partial<PagePayment>): string;
  /** The merchant captures in the dashboard. @throws Error with Stripe's reason */
  captureInDashboard(intentId: string, amount?: number): void;
  /** The merchant, or with `automatic` Stripe itself, cancels. @throws Error with Stripe's reason */
  cancelInDashboard(intentId: string, reason?: 'automatic'): void;
  /** The buyer's bank disputes a payment. @returns Stripe's id of the dispute */
  dispute(intentId: string, objection?: Objection): string;
  /** The bank decides a dispute, or takes the money after an inquiry. @throws Error it has ended */
  decideDispute(disputeId: string, outcome: 'won' | 'lost' | 'withdraw'): void;
  /** Every dispute, oldest first, as it stands at the moment of reading. */
  readonly disputes: readonly Readonly<Dispute>[];
  /** Every charge and refund, oldest first. */
  records(): StripeRecord[];
  close(): Promise<void>;
}

/** Stripe repeats for days; a stand-in for as long as someone watches it. */
const defaultRetryDelaysMs = [5_000, 30_000, 120_000, 600_000];
const defaultWebhookTimeoutMs = 10_000;

/**
 * Starts a stand-in for Stripe on the loopback interface: its API, Stripe.js and the page of the buyer's bank.
 *
 * @throws Error when the port is taken, or the state file cannot be read
 */
export async function startStripeStandIn(options: StripeOptions = {}): Promise<StripeStandIn> {
  const clock = options.clock ?? new StandInClock();
  const faults = new StripeFaults();
  const { state, mark, save } = openState<StripeState>({
    path: options.stateFile,
    create: () => createState(options.account ?? {}),
    collections,
  });
  state.events = state.events.slice(-keptEvents);
  const callbacks = new CallbackSender({
    clock,
    queue: state.callbacks,
    save,
    forge: forgeWebhook,
    isAccepted: (status) => status >= 200 && status < 300,
    resign: (callback) =>
      resignWebhook(
        state.endpoints.map(({ secret }) => secret),
        callback,
        nowSeconds(app),
      ),
    retryDelaysMs: options.retryDelaysMs ?? defaultRetryDelaysMs,
    timeoutMs: options.webhookTimeoutMs ?? defaultWebhookTimeoutMs,
  });
  const app: StripeApp = {
    state,
    clock,
    callbacks,
    acceptsTestCardsInLiveMode: options.acceptsTestCardsInLiveMode ?? false,
    url: () => server.url,
    mark,
    save,
  };
  const idempotency = new IdempotentRequests(state, (answer) => mark('answers', answer));
  const hooks: { readonly path: string; readonly act: () => Promise<void> }[] = [];
  const beforeAnswer = async (_method: string, path: string): Promise<void> => {
    const index = hooks.findIndex((hook) => matches(hook.path, path));
    if (index >= 0) await hooks.splice(index, 1)[0]?.act();
  };
  const server = await startServer({
    ...(options.port !== undefined && { port: options.port }),
    routes: [...stripeRoutes({ app, idempotency, beforeAnswer }), ...threeDSecureRoutes(app), ...scriptRoutes(app)],
    controlRoutes: [...sharedControlRoutes({ faults, callbacks, clock }), ...stripeControlRoutes(app)],
    faults,
    refuse: (reason, { method }) => refuseRoute(reason, method),
    answerThrown: () => undefined,
    afterRequest: save,
  });
  const charges = new Map(state.charges.map((charge) => [charge.id, charge]));
  for (const intent of state.intents) {
    const charge = charges.get(intent.latestChargeId ?? '');
    if (charge) armExpiry(app, intent, charge);
  }
  for (const refund of state.refunds) armRefund(app, refund);
  callbacks.resume();

  /** Does something outside of a request, and keeps it. */
  const kept = <T>(act: () => T): T => {
    try {
      return act();
    } finally {
      save();
    }
  };
  const livemode = options.account?.secretKey?.slice(2).startsWith('_live_') ?? false;
  return {
    url: server.url,
    scriptUrl: `${server.url}${scriptPath}`,
    account: credentialsOf(state, livemode),
    liveAccount: credentialsOf(state, true),
    clock,
    faults,
    requests: server.requests,
    idempotencyKeys: idempotency.keys,
    callbacks: callbacks.attempts,
    intents: state.intents,
    spoilCallbacks: (...spoiled) => callbacks.spoil(...spoiled),
    replayCallback: (id) => callbacks.replay(id),
    idle: () => callbacks.idle(),
    beforeNextAnswer: (path, act) => void hooks.push({ path, act }),
    forgetIdempotencyKeys: () => kept(() => idempotency.forget()),
    addKey: (value, accountId) => kept(() => state.keys.push({ value, accountId, isRevoked: false })),
    revokeKey: (key, isRevoked = true) => void kept(() => revokeKey(state, key, isRevoked)),
    setMulticapture: (isAvailable) => kept(() => (state.hasMulticapture = isAvailable)),
    addWebhookEndpoint: (url, isLive = livemode) => kept(() => addEndpointByControl(app, { url, livemode: isLive })),
    authenticate: (id, succeeds) => void kept(() => authenticateByControl(app, id, succeeds)),
    pay: (id, method) => void kept(() => payByControl(app, id, method)),
    createToken: (payment) => kept(() => createTokenByControl(app, { livemode, ...payment }).id),
    captureInDashboard: (id, amount) => void kept(() => captureByControl(app, id, amount)),
    cancelInDashboard: (id, reason) => void kept(() => cancelByControl(app, id, reason)),
    dispute: (id, objection = {}) => kept(() => disputeByControl(app, id, objection).id),
    decideDispute: (id, outcome) => void kept(() => decideByControl(app, id, outcome)),
    disputes: state.disputes,
    records: () => listRecords(app),
    close: async () => {
      clock.stop();
      await server.close();
      await callbacks.close();
      save();
    },
  };
}
