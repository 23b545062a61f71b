import { json, type Answer, type StandInRequest } from '../../server/route.ts';
import { callerBySecretKey } from '../authenticate.ts';
import type { PaymobApp } from '../paymob-app.ts';
import { FieldReader, readBody } from '../read-fields.ts';
import { notFound, operationRefusal } from '../refusal.ts';
import type { Intention } from '../state.ts';
import { assertReferenceIsNew, createPaymentKeys } from './create-intention.ts';
import { assertItemsMatch, findIntegrations, readBilling, readItems, readOptions } from './read-terms.ts';
import { renderElement, renderIntention } from './render-intention.ts';

/**
 * `PUT /v1/intention/{client_secret}`: changes an unpaid intention and replaces its payment keys. A buyer who is in the middle
 * of a payment can still finish it, at the former amount.
 *
 * @throws PaymobRefusal 401 key, 404 intention or integration, 400 fields or a paid intention, 406 items
 */
export function updateIntention(app: PaymobApp, request: StandInRequest): Answer {
  const caller = callerBySecretKey(app, request);
  const body = readBody(request);
  const intention = app.state.intentions.find(({ clientSecret }) => clientSecret === request.params['client_secret']);
  if (!intention || intention.isLive !== caller.isLive) throw notFound();
  const reader = new FieldReader(body);
  if (reader.integer('accept_order_id', reader.needed('accept_order_id')) !== intention.orderId)
    reader.fail('accept_order_id', 'This is not the order of the intention.');
  const amount = reader.optional('amount');
  const methods = reader.optional('payment_methods');
  const changes: Partial<Intention> = {
    ...readOptions(reader),
    ...(amount !== undefined && { amount: reader.integer('amount', amount) }),
    ...(reader.optional('billing_data') !== undefined && { billing: readBilling(reader) ?? {} }),
    ...(reader.optional('items') !== undefined && { items: readItems(reader) }),
  };
  const methodList = reader.list('payment_methods', methods);
  reader.finish();
  if (methodList.length > 0) changes.paymentMethods = findIntegrations(app, methodList, caller).map(({ id }) => id);
  if (intention.isConfirmed) throw operationRefusal('A paid intention cannot be changed.');
  if (changes.specialReference !== intention.specialReference)
    assertReferenceIsNew(app, changes.specialReference ?? null, caller);
  assertItemsMatch({ ...intention, ...changes });
  Object.assign(intention, changes);
  app.mark('intentions', intention);
  intention.paymentKeys = createPaymentKeys(intention.paymentMethods);
  if (changes.expirationSeconds !== undefined) intention.expiresAt = app.clock.now() + changes.expirationSeconds * 1000;
  return json(200, renderIntention(app, intention));
}

/**
 * `GET /v1/intention/element/{public_key}/{client_secret}/`: what a checkout may see of an intention.
 *
 * @throws PaymobRefusal 404 unless key and secret belong to one another
 */
export function getElement(app: PaymobApp, { params }: StandInRequest): Answer {
  return json(200, renderElement(app, findIntention(app, params['public_key'], params['client_secret'])));
}

/** @throws PaymobRefusal 404 unless the client secret is of an intention in the mode of the public key */
export function findIntention(app: PaymobApp, publicKey: unknown, clientSecret: unknown): Intention {
  const { keys, isRevoked } = app.state.account;
  const intention = app.state.intentions.find((each) => each.clientSecret === clientSecret);
  if (!intention || isRevoked || keys[intention.isLive ? 'live' : 'test'].publicKey !== publicKey) throw notFound();
  return intention;
}
