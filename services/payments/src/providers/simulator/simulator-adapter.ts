import { createHmac, type KeyObject } from 'node:crypto';
import { type Database, Problem, type Reader, type Scope } from '@mizan/service-kit';
import type { BuiltInProvider, TokenizedMethod, TokenizeRequest } from '../port/adapter.ts';
import type { CardInfo } from '../port/provider-method.ts';
import { parseOutcome } from './behaviours.ts';
import { withExpectedFaults } from './expected-faults.ts';
import { parseMagicId, type MethodRefusal, refusalOfCard, tokenizeMethod } from './tokenize-method.ts';
import { databaseStore } from './simulator-store.ts';
import { createSimulator, type Simulator, simulatorName } from './simulator.ts';
import { cardInfoOfBin, isPastExpiry } from './tokenize-card.ts';

interface SimulatorOptions {
  readonly db: Database;
  /** Key that card fingerprints are derived with. */
  readonly fingerprintKey: KeyObject;
  /** Base of the platform. */
  readonly publicUrl: string;
}

/** The provider of test mode. */
export interface SimulatorAdapter extends BuiltInProvider {
  /** What the fee of a card depends on, from the first digits of its number; null when they do not tell. */
  readonly cardInfoOf: (bin: string) => CardInfo | null;
  /** The simulator of an account, with what no real provider can do, and without the faults that a test expects. */
  readonly simulatorOf: (scope: Scope) => Simulator;
}

/** Every account has a simulator in test mode; nothing needs to be connected. */
export function createSimulatorAdapter({ db, fingerprintKey, publicUrl }: SimulatorOptions): SimulatorAdapter {
  const simulatorOf = (scope: Scope): Simulator => createSimulator(databaseStore(db, scope), publicUrl);
  const pepperOf = ({ merchantId }: Scope): string =>
    createHmac('sha256', fingerprintKey).update(merchantId).digest('base64');
  return {
    name: simulatorName,
    simulatorOf,
    money: (scope) => withExpectedFaults((store) => createSimulator(store, publicUrl), db, scope),
    tokenize: async ({ scope, now }, request) => {
      const { id } = request.paymentMethod;
      if (id !== undefined && !parseMagicId(id)) return tokenizeSaved(now, id, request);
      const tokenized = tokenizeMethod(request.paymentMethod, { ...request, pepper: pepperOf(scope), now });
      if ('refusal' in tokenized) throw problemOf(tokenized.refusal);
      return tokenized;
    },
    cardInfoOf: (bin) => cardInfoOfBin(bin) ?? null,
  };
}

const problemOf = ({ code, message, param }: MethodRefusal): Problem => new Problem(code, message, { param });

/** A saved method with the outcome that a test names for this payment; a card may have expired since it was saved. */
async function tokenizeSaved(
  now: Reader['now'],
  id: string,
  { paymentMethod, findSaved }: TokenizeRequest,
): Promise<TokenizedMethod> {
  const { type, testOutcome } = paymentMethod;
  const saved = await findSaved(id);
  const refusal = refusalOfCard(paymentMethod);
  if (refusal) throw problemOf(refusal);
  if (type !== undefined && type !== saved.type)
    throw new Problem('payment_method_mismatch', 'The type does not match the type of the saved payment method.', {
      param: 'paymentMethod.type',
    });
  const token = saved.card && isPastExpiry(saved.card, now) ? 'past_expiry' : saved.token;
  const requested = testOutcome === undefined ? undefined : parseOutcome(testOutcome);
  return { method: { ...saved, token: requested ?? token }, savedId: id };
}
