import { setTimeout as passed } from 'node:timers/promises';
import type { ProviderFault, ProviderOperation } from '@mizan/contracts';
import { type Database, fragment, type Fragment, json, own, type Scope } from '@mizan/service-kit';
import type { Unknown } from '../port/provider-outcome.ts';
import type { AuthorizeRequest, Provider } from '../port/provider.ts';
import { simulatorOperations } from './simulator-operation.table.ts';
import { databaseStore, type SimulatorRecord, type SimulatorStore } from './simulator-store.ts';

/**
 * The simulator of one account's test mode with the faults that the account expects of it. An operation without an answer
 * is `unknown`, as with a real provider, but at once: waiting for a deadline would teach nothing more.
 */
export function withExpectedFaults(
  simulatorOn: (store: SimulatorStore) => Provider,
  db: Database,
  scope: Scope,
): Provider {
  const store = databaseStore(db, scope);
  const provider = simulatorOn(store);
  const faulty =
    <Request, Outcome>(perform: (request: Request) => Promise<Outcome>, about: (request: Request) => ProviderCall) =>
    async (request: Request): Promise<Outcome | Unknown> =>
      applyFault(await consumeFault(db, scope, about(request)), () => perform.call(provider, request));
  /** The authorization's only write takes the fault with it: one commit less for each payment. */
  const authorizeAtOnce = async (request: AuthorizeRequest) => {
    let fault: ProviderFault | undefined;
    const { chargeId, amount, now } = request;
    const simulator = simulatorOn({
      get: (key) => store.get(key),
      putIfAbsent: async (key, record) => {
        const taken = await consumeFaultAndPut(db, scope, {
          call: { operation: 'authorize', chargeId, amount, now },
          key,
          record,
        });
        fault = taken.fault ?? undefined;
        return taken.record ?? record; // what never arrived is not answered either
      },
    });
    return { outcome: await simulator.authorize(request), fault };
  };
  return {
    completeAction: (request) => provider.completeAction(request),
    authorize: async (request) => {
      const { fault, outcome } = await authorizeAtOnce(request);
      return applyFault(fault, async () => outcome);
    },
    capture: faulty(provider.capture, ({ chargeId, amount, now }) => ({ operation: 'capture', chargeId, amount, now })),
    refund: faulty(provider.refund, ({ chargeId, refundId, amount, now }) => ({
      operation: 'refund',
      chargeId,
      refundId,
      amount,
      now,
    })),
    cancel: faulty(provider.cancel, ({ chargeId, now }) => ({ operation: 'cancel', chargeId, now })),
    sync: faulty(provider.sync, ({ chargeId, now }) => ({ operation: 'sync', chargeId, now })),
    syncRefund: faulty(provider.syncRefund, ({ refundId, now }) => ({ operation: 'sync', refundId, now })),
  };
}

async function applyFault<Outcome>(
  fault: ProviderFault | undefined,
  call: () => Promise<Outcome>,
): Promise<Outcome | Unknown> {
  if (!fault) return call();
  if (fault.status !== null) return unknown(`the provider answered ${fault.status}`);
  if (fault.connectionReset) return unknown('the connection to the provider broke');
  const outcome = await call();
  if (fault.timeout) return unknown('the answer of the provider was lost');
  await passed(fault.delayMs ?? 0);
  return outcome;
}

const unknown = (reason: string): Unknown => ({ kind: 'unknown', cause: new Error(`${reason}, as a test expects`) });

/** What of a call to the simulator an expectation can match. */
interface ProviderCall {
  readonly operation: ProviderOperation;
  /** Undefined where only the refund is known. */
  readonly chargeId?: string;
  readonly refundId?: string;
  /** Minor units; undefined where the request names none. */
  readonly amount?: number;
  readonly now: Date;
}

/** Uses up one time of the oldest expectation that matches a call; undefined when none does. */
async function consumeFault(db: Database, scope: Scope, call: ProviderCall): Promise<ProviderFault | undefined> {
  const taken = await db.system.one<{ fault: ProviderFault }>`
    with ${consumedFault(scope, call)} select fault from consumed`;
  return taken?.fault;
}

/** As {@link consumeFault}, and writes a record unless it has a key already or the fault keeps the call from arriving. */
async function consumeFaultAndPut(
  db: Database,
  scope: Scope,
  { call, key, record }: { readonly call: ProviderCall; readonly key: string; readonly record: SimulatorRecord },
): Promise<{ fault: ProviderFault | null; record: SimulatorRecord | null }> {
  const taken = await db.system.one<{ fault: ProviderFault | null; record: SimulatorRecord | null }>`
    with ${consumedFault(scope, call)},
    stored as (
      ${simulatorOperations.into('merchantId', 'livemode', 'key', 'record', 'createdAt')}
      select ${scope.merchantId}, ${scope.livemode}, ${key}, ${json(record)}::jsonb, now()
      where not exists (
        select from consumed where fault ->> 'status' is not null or fault ->> 'connectionReset' is not null)
      on conflict (merchant_id, livemode, key) do update set key = excluded.key
      returning record)
    select (select fault from consumed), (select record from stored)`;
  if (!taken) throw new Error(`bug: record ${key} was neither written nor refused`);
  return taken;
}

/**
 * The expressions that use up an expectation, for `with`: its fault is in `consumed`. One statement and its own transaction:
 * concurrent calls, of other replicas too, wait for the row and then see what is left of it.
 */
function consumedFault(scope: Scope, call: ProviderCall): Fragment {
  const { operation, now, chargeId = null, refundId = null, amount = null } = call;
  return fragment`
    matched as (
      select expected.id from provider_expectations expected
      where ${own({ scope }, 'expected')}
        and expected.operation = ${operation} and expected.remaining > 0 and expected.expires_at > ${now}
        and (coalesce(expected.amount::text, expected.metadata::text, expected.reference) is null or exists (
          select 1 from charges charge
          join payment_intents intent on intent.merchant_id = charge.merchant_id and intent.livemode = charge.livemode
            and intent.id = charge.payment_intent_id
          left join refunds refund on refund.merchant_id = charge.merchant_id and refund.livemode = charge.livemode
            and refund.charge_id = charge.id and refund.id = ${refundId}::text
          where ${own({ scope }, 'charge')}
            and charge.id = coalesce(${chargeId}::text, (
              select own.charge_id from refunds own
              where ${own({ scope }, 'own')} and own.id = ${refundId}::text))
            and (expected.amount is null
              or expected.amount = coalesce(${amount}::bigint, refund.amount, charge.amount))
            and (expected.metadata is null or intent.metadata @> expected.metadata)
            and (expected.reference is null
              or expected.reference in (intent.id, charge.id, intent.checkout_session_id, refund.id))))
      order by expected.id limit 1
      for update of expected),
    consumed as (
      update provider_expectations left_over set remaining = left_over.remaining - 1 from matched
      where ${own({ scope }, 'left_over')} and left_over.id = matched.id and left_over.remaining > 0
      returning left_over.fault)`;
}
