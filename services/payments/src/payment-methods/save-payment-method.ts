import type { calls, ReplyOf } from '@mizan/contracts';
import { json, newId, Problem, type AskContext, type CallInput, type Tx } from '@mizan/service-kit';
import { assertTakesPayments } from '../intents/prepare-confirm.ts';
import { readMethod } from '../intents/read-method.ts';
import { describeFailure } from '../providers/describe-failure.ts';
import type { ProviderMethod } from '../providers/provider-method.ts';
import { refusalOfCard } from '../providers/simulator/behaviours.ts';
import type { Wiring } from '../wiring.ts';

type Saving = typeof calls.savePaymentMethod;

/** What must be known before a method is saved. */
export interface SavingFacts {
  readonly method: ProviderMethod;
  /** Whose it becomes, under the id that the customer has by now. */
  readonly customerId: string;
}

/**
 * Reads the method that a customer saves, and refuses one that could not pay. No money is asked for, and no bank asked to
 * know its customer: a card that wants 3-D Secure is saved, and wants it with each payment.
 *
 * @throws Problem `payment_method_corrupted`: its issuer declines the card
 * @throws Problem `payment_method_mismatch`: no card, or live mode, whose provider saves none here
 * @throws Problem `resource_missing`: no such customer
 * @throws Problem as `readMethod`
 */
export async function prepareSaving(
  wiring: Wiring,
  context: AskContext,
  { body }: CallInput<Saving>,
): Promise<SavingFacts> {
  if (context.scope.livemode)
    throw new Problem('payment_method_mismatch', 'Payment methods are saved in test mode only.', {
      param: 'paymentMethod',
    });
  await assertTakesPayments(wiring, context);
  const { country } = await wiring.accounts.get(context);
  const { method, savedId } = await readMethod(wiring, context.reader, { ...body, country, savedMethodsOf: null });
  if (method.type !== 'card' || !method.card || savedId !== undefined)
    throw new Problem('payment_method_mismatch', 'Only cards can be saved.', { param: 'paymentMethod.type' });
  const refusal = refusalOfCard(method.token);
  if (refusal)
    throw new Problem('payment_method_corrupted', describeFailure(refusal, true, false).message, {
      param: 'paymentMethod',
    });
  const { customer } = await context.calls.getCustomerSummary({ customerId: body.customerId });
  return { method, customerId: customer.id };
}

/**
 * Saves a method for its customer. A card that the customer has saved before keeps its id and takes the newer date; the
 * unique index makes two at the same time one.
 */
export async function savePaymentMethod(tx: Tx, { method, customerId }: SavingFacts): Promise<ReplyOf<Saving>> {
  const { merchantId, livemode } = tx.scope;
  const fingerprint = method.card?.fingerprint;
  if (!fingerprint) throw new Error('bug: a card without a fingerprint');
  const saved = await tx.one<{ id: string }>`
    insert into payment_methods (
      id, merchant_id, livemode, customer_id, type, method, fingerprint, created_at, updated_at)
    values (
      ${newId('pm', tx.now.getTime())}, ${merchantId}, ${livemode}, ${customerId}, ${method.type}, ${json(method)},
      ${fingerprint}, ${tx.now}, ${tx.now})
    on conflict (merchant_id, livemode, customer_id, fingerprint) where not is_duplicate
    do update set method = excluded.method, updated_at = excluded.updated_at
    returning id`;
  if (!saved) throw new Error('bug: a method was neither saved nor known');
  return { paymentMethodId: saved.id };
}
