import { setTimeout as passed } from 'node:timers/promises';
import type { ProviderFault } from '@mizan/contracts';
import type { Database, Scope } from '@mizan/service-kit';
import type { Provider } from '../providers/provider.ts';
import type { Unknown } from '../providers/provider-outcome.ts';
import { takeFault, type ExpectedOperation } from './take-fault.ts';

/**
 * The simulator of one account's test mode, misbehaving where the account asked for it. What does not come to an answer
 * is `unknown`, as it is with a provider of the real world, at once: nobody learns more by waiting for a deadline.
 */
export function expectingProvider(provider: Provider, db: Database, scope: Scope): Provider {
  const meeting =
    <Request, Outcome>(ask: (request: Request) => Promise<Outcome>, about: (request: Request) => ExpectedOperation) =>
    async (request: Request): Promise<Outcome | Unknown> =>
      misbehave(await takeFault(db, scope, about(request)), () => ask.call(provider, request));
  return {
    name: provider.name,
    amountStepOf: (currency) => provider.amountStepOf(currency),
    completeAction: (request) => provider.completeAction(request),
    authorize: meeting(provider.authorize, ({ chargeId, amount, now }) => ({
      operation: 'authorize',
      chargeId,
      amount,
      now,
    })),
    capture: meeting(provider.capture, ({ chargeId, amount, now }) => ({
      operation: 'capture',
      chargeId,
      amount,
      now,
    })),
    refund: meeting(provider.refund, ({ chargeId, refundId, amount, now }) => ({
      operation: 'refund',
      chargeId,
      refundId,
      amount,
      now,
    })),
    cancel: meeting(provider.cancel, ({ chargeId, now }) => ({ operation: 'cancel', chargeId, now })),
    sync: meeting(provider.sync, ({ chargeId, now }) => ({ operation: 'sync', chargeId, now })),
    syncRefund: meeting(provider.syncRefund, ({ refundId, now }) => ({ operation: 'sync', refundId, now })),
  };
}

async function misbehave<Outcome>(
  fault: ProviderFault | undefined,
  ask: () => Promise<Outcome>,
): Promise<Outcome | Unknown> {
  if (!fault) return ask();
  if (fault.status !== null) return unknown(`the provider answered ${fault.status}`);
  if (fault.connectionReset) return unknown('the connection to the provider broke');
  const outcome = await ask();
  if (fault.timeout) return unknown('the answer of the provider got lost');
  await passed(fault.delayMs ?? 0);
  return outcome;
}

const unknown = (reason: string): Unknown => ({
  kind: 'unknown',
  cause: new Error(`${reason}, as it was expected to`),
});
