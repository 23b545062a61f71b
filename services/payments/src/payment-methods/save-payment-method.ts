import type { calls, ReplyOf } from '@mizan/contracts';
import { formerAttributes, json, newId, Problem, type LoadContext, type CallInput, type Tx } from '@mizan/service-kit';
import { assertTakesPayments } from '../intents/prepare-confirm.ts';
import { readMethod } from '../intents/read-method.ts';
import { describeFailure } from '../providers/describe-failure.ts';
import type { ProviderMethod } from '../providers/provider-method.ts';
import { refusalOfCard } from '../providers/simulator/behaviours.ts';
import type { Wiring } from '../wiring.ts';
import type { PaymentMethodRow } from './payment-method.entity.ts';
import { toSavedMethodResource } from './payment-method.resource.ts';

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
  context: LoadContext,
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
export async function savePaymentMethod(tx: Tx, facts: SavingFacts): Promise<ReplyOf<Saving>> {
  const { method, customerId } = facts;
  const { merchantId, livemode } = tx.scope;
  const fingerprint = method.card?.fingerprint;
  if (!fingerprint) throw new Error('bug: a card without a fingerprint');
  const made = await tx.one<PaymentMethodRow>`
    insert into payment_methods (
      id, merchant_id, livemode, version, customer_id, type, method, fingerprint, created_at, updated_at)
    values (
      ${newId('pm', tx.now.getTime())}, ${merchantId}, ${livemode}, 1, ${customerId}, ${method.type}, ${json(method)},
      ${fingerprint}, ${tx.now}, ${tx.now})
    on conflict (merchant_id, livemode, customer_id, fingerprint) where not is_duplicate do nothing
    returning *`;
  if (made) {
    tx.emit('payment_method.attached', { object: toSavedMethodResource(made), version: made.version });
    return { paymentMethodId: made.id };
  }
  const known = await tx.one<PaymentMethodRow>`
    select * from payment_methods
    where merchant_id = ${merchantId} and livemode = ${livemode} and customer_id = ${customerId}
      and fingerprint = ${fingerprint} and not is_duplicate
    for no key update`;
  if (!known) return savePaymentMethod(tx, facts); // it ended, or became another customer's, at this moment
  renewMethod(tx, known, method);
  return { paymentMethodId: known.id };
}

/** Gives a locked row what its card is now. Nothing is published when nobody could see a difference. */
function renewMethod(tx: Tx, before: PaymentMethodRow, method: ProviderMethod): void {
  const [was, is] = [toSavedMethodResource(before), toSavedMethodResource({ ...before, method })];
  const previousAttributes = formerAttributes(was, is);
  const isShown = Object.keys(previousAttributes).length > 0;
  const version = isShown ? before.version + 1 : before.version;
  tx.alongCommit`
    update payment_methods set method = ${json(method)}, version = ${version}, updated_at = ${tx.now}
    where merchant_id = ${before.merchant_id} and livemode = ${before.livemode} and id = ${before.id}`;
  if (isShown) tx.emit('payment_method.updated', { object: is, version, previousAttributes });
}
