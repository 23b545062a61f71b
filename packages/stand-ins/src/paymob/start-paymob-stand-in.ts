import { json } from '../server/route.ts';
import {
  type StandIn,
  type StandInOptions,
  startStandIn,
  undocumentedRetryDelaysMs,
} from '../server/start-stand-in.ts';
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

export interface PaymobOptions extends StandInOptions {
  /** `egy` by default. A state file keeps the country it was made for. */
  readonly country?: Country;
  /** What stands for null in signatures: `None` by default, as no recipe in the documents has it. */
  readonly nullText?: NullText;
}

/** The credentials of one mode, and the integration ids by what they are for. */
export interface PaymobCredentials extends ModeKeys {
  readonly hmacSecret: string;
  readonly integrations: Readonly<Partial<Record<IntegrationSlot, number>>>;
}

export interface PaymobStandIn extends StandIn<PaymobState> {
  /** Of test mode. */
  readonly account: PaymobCredentials;
  readonly liveAccount: PaymobCredentials;
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
}

/**
 * Starts a stand-in for Paymob on the loopback interface.
 *
 * @throws Error when the port is taken, or the state file cannot be read or belongs to another country
 */
export async function startPaymobStandIn(options: PaymobOptions = {}): Promise<PaymobStandIn> {
  const { app, shared, kept } = await startStandIn<PaymobState, PaymobApp>(options, {
    create: () => createState(options.country ?? 'egy'),
    collections: ['intentions', 'transactions', 'cardTokens'],
    retryDelaysMs: undocumentedRetryDelaysMs,
    callbackTimeoutMs: 10_000,
    forge: forgeSignature,
    toApp: (base) => {
      const { country } = base.state.account;
      if (options.country !== undefined && options.country !== country)
        throw new Error(`${options.stateFile} is an account of ${country}, not of ${options.country}.`);
      return { ...base, nullText: options.nullText ?? 'None', planned: { refund: [], void: [], capture: [] } };
    },
    routes: paymobRoutes,
    controlRoutes: paymobControlRoutes,
    refuse: (reason, { method }) =>
      ({
        not_found: () => json(404, { detail: 'Not found.' }),
        method: () => json(405, { detail: `Method "${method}" not allowed.` }),
        too_large: () => refusal(413, 'The request is too large.').answer,
      })[reason](),
    answerThrown: (thrown) => (thrown instanceof PaymobRefusal ? thrown.answer : undefined),
    resume: armReleases,
  });
  const { account } = app.state;
  return {
    ...shared,
    account: credentialsOf(app, false),
    liveAccount: credentialsOf(app, true),
    pay: (reference, payment = {}) => kept(() => payByControl(app, reference, payment)),
    settle: (id, outcome = 'approved') => kept(() => settleByControl(app, id, outcome)),
    dispute: (id, amount) => kept(() => disputeByControl(app, id, amount)),
    plan: (operation, ...outcomes) => planByControl(app, operation, outcomes),
    revokeCredentials: (isRevoked = true) => kept(() => void (account.isRevoked = isRevoked)),
    sign: (type, obj) =>
      sign(type === 'TOKEN' ? tokenText(obj) : transactionText(obj, app.nullText), account.hmacSecret),
    records: () => listRecords(app),
  };
}

/** Open holds are released when their time is over. */
function armReleases(app: PaymobApp): void {
  for (const hold of app.state.transactions)
    if (hold.kind === 'payment' && hold.outcome === 'approved' && integrationOf(app, hold.integrationId).isAuth)
      if (isOpenHold(app, hold)) armRelease(app, hold);
}

function credentialsOf({ state: { account } }: PaymobApp, isLive: boolean): PaymobCredentials {
  const own = account.integrations.filter((each) => each.isLive === isLive);
  return {
    ...account.keys[isLive ? 'live' : 'test'],
    hmacSecret: account.hmacSecret,
    integrations: Object.fromEntries(own.map(({ slot, id }) => [slot, id])),
  };
}
