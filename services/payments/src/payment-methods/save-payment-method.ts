import type { calls, ReplyOf } from '@mizan/contracts';
import { type CallInput, formerAttributes, type LoadContext, newId, own, Problem, type Tx } from '@mizan/service-kit';
import { type App, assertPaymentsEnabled } from '../payment/app.ts';
import { describeFailure } from '../providers/port/describe-failure.ts';
import type { ProviderMethod } from '../providers/port/provider-method.ts';
import { refusalOfCard } from '../providers/simulator/behaviours.ts';
import type { PaymentMethodRow } from './payment-method.entity.ts';
import { toSavedPaymentMethodResource } from './payment-method.resource.ts';
import { paymentMethods } from './payment-method.table.ts';
import { tokenizeTest } from './read-method.ts';

type SaveCall = typeof calls.savePaymentMethod;

/** What is loaded before a method is saved. */
interface MethodToSave {
  readonly method: ProviderMethod;
  /** Current id of the customer, who may have been merged. */
  readonly customerId: string;
}

/**
 * Reads the method that a customer saves, and refuses one that could not pay. Nothing is charged and the customer is not
 * authenticated: a card that requires 3-D Secure requires it with each payment.
 *
 * @throws Problem `payment_method_corrupted`: its issuer declines the card; `resource_missing`: no such customer
 * @throws Problem `payment_method_mismatch`: no card, or live mode, where methods cannot be saved; as `tokenizeTest`
 */
export async function loadMethodToSave(
  context: LoadContext,
  app: App,
  { body }: CallInput<SaveCall>,
): Promise<MethodToSave> {
  const param = 'paymentMethod';
  if (context.scope.livemode)
    throw new Problem('payment_method_mismatch', 'Payment methods can be saved in test mode only.', { param });
  await assertPaymentsEnabled(context, app);
  const { country } = await app.accounts.get(context);
  const { method, savedId } = await tokenizeTest(context.reader, app.providers, {
    ...body,
    country,
    savedMethodsOf: null,
  });
  if (method.type !== 'card' || !method.card || savedId !== undefined)
    throw new Problem('payment_method_mismatch', 'Only cards can be saved.', { param: 'paymentMethod.type' });
  const refusal = refusalOfCard(method.token);
  if (refusal) throw new Problem('payment_method_corrupted', describeFailure(refusal, true, false).message, { param });
  const { customer } = await context.calls.getCustomerSummary({ customerId: body.customerId });
  return { method, customerId: customer.id };
}

/**
 * Saves a method for its customer. A card that the customer has saved before keeps its id and gets the newer expiry date;
 * the unique index merges concurrent requests.
 */
export async function savePaymentMethod(tx: Tx, loaded: MethodToSave): Promise<ReplyOf<SaveCall>> {
  const { method, customerId } = loaded;
  const { merchantId, livemode } = tx.scope;
  const fingerprint = method.card?.fingerprint;
  if (!fingerprint) throw new Error('bug: a card without a fingerprint');
  const row = {
    id: newId('pm', tx.now.getTime()),
    merchantId,
    livemode,
    version: 1,
    customerId,
    type: method.type,
    method,
    fingerprint,
    createdAt: tx.now,
    updatedAt: tx.now,
  };
  const made = await tx.one<PaymentMethodRow>`
    ${paymentMethods.insert([row])}
    on conflict (merchant_id, livemode, customer_id, fingerprint) where not is_duplicate do nothing
    returning ${paymentMethods.columns}`;
  if (made) {
    tx.emit('payment_method.attached', { object: toSavedPaymentMethodResource(made), version: made.version });
    return { paymentMethodId: made.id };
  }
  const known = await tx.one<PaymentMethodRow>`
    select ${paymentMethods.columns} from payment_methods
    where ${own(tx)} and customer_id = ${customerId} and fingerprint = ${fingerprint} and not is_duplicate
    for no key update`;
  if (!known) return savePaymentMethod(tx, loaded); // it was deleted, or reassigned to another customer, at this moment
  renewMethod(tx, known, method);
  return { paymentMethodId: known.id };
}

/** Updates a locked row to the card as it is now. Publishes nothing when nothing that is shown has changed. */
function renewMethod(tx: Tx, before: PaymentMethodRow, method: ProviderMethod): void {
  const [was, is] = [toSavedPaymentMethodResource(before), toSavedPaymentMethodResource({ ...before, method })];
  const previousAttributes = formerAttributes(was, is);
  const isShown = Object.keys(previousAttributes).length > 0;
  const version = isShown ? before.version + 1 : before.version;
  tx.alongCommit`
    update payment_methods set ${paymentMethods.set({ method, version, updatedAt: tx.now })}
    where ${own(tx)} and id = ${before.id}`;
  if (isShown) tx.emit('payment_method.updated', { object: is, version, previousAttributes });
}
