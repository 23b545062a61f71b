import { randomBytes } from 'node:crypto';
import { json, type Answer, type StandInRequest } from '../../server/route.ts';
import type { Integration } from '../account.ts';
import { callerBySecretKey, type Caller } from '../authenticate.ts';
import { modeOf, nextId, type PaymobApp } from '../paymob-app.ts';
import { FieldReader, readBody } from '../read-fields.ts';
import { PaymobRefusal } from '../refusal.ts';
import type { Intention, IntentionTerms } from '../state.ts';
import {
  assertItemsMatch,
  findIntegrations,
  longestExpirationSeconds,
  readBilling,
  readCardTokens,
  readItems,
  readOptions,
} from './read-terms.ts';
import { renderIntention } from './render-intention.ts';

/**
 * `POST /v1/intention/`: an order that a buyer can pay, answered with 201.
 *
 * @throws PaymobRefusal 401 key, 404 integration, 400 fields or a reference used before, 406 items
 */
export function createIntention(app: PaymobApp, request: StandInRequest): Answer {
  const caller = callerBySecretKey(app, request);
  const terms = readTerms(app, new FieldReader(readBody(request)), caller);
  assertReferenceIsNew(app, terms.specialReference, caller);
  assertItemsMatch(terms);
  const { isLive } = caller;
  const mode = modeOf(isLive);
  const now = app.clock.now();
  const intention: Intention = {
    ...terms,
    id: `pi_${mode}_${randomBytes(16).toString('hex')}`,
    clientSecret: `${app.state.account.country}_csk_${mode}_${randomBytes(16).toString('hex')}`,
    orderId: nextId(app),
    isLive,
    createdAt: now,
    expiresAt: now + terms.expirationSeconds * 1000,
    paymentKeys: createPaymentKeys(terms.paymentMethods),
    isConfirmed: false,
  };
  app.state.intentions.push(intention);
  app.mark('intentions', intention);
  return json(201, renderIntention(app, intention));
}

/** One key for each integration; whoever has it can pay. */
export const createPaymentKeys = (integrationIds: readonly number[]): Intention['paymentKeys'] =>
  integrationIds.map((integrationId) => ({ integrationId, key: randomBytes(120).toString('base64') }));

/**
 * What Paymob answers to a reference that was used before is not documented; it calls references unique, so it is refused.
 *
 * @throws PaymobRefusal 400 `{special_reference}`
 */
export function assertReferenceIsNew(app: PaymobApp, reference: string | null, { isLive }: Caller): void {
  const isUsed = app.state.intentions.some((each) => each.specialReference === reference && each.isLive === isLive);
  if (reference !== null && isUsed)
    throw new PaymobRefusal(400, { special_reference: ['An order with this reference exists already.'] });
}

function readTerms(app: PaymobApp, reader: FieldReader, caller: Caller): IntentionTerms {
  const amount = reader.integer('amount', reader.needed('amount'));
  const currency = reader.text('currency', reader.needed('currency'), { max: 3 });
  const methods = reader.list('payment_methods', reader.needed('payment_methods'));
  if (methods.length === 0) reader.fail('payment_methods', 'This list may not be empty.');
  const billing = readBilling(reader) ?? {};
  const items = readItems(reader);
  const options = readOptions(reader);
  reader.finish();
  const integrations = findIntegrations(app, methods, caller);
  assertCurrency(reader, currency, integrations);
  const cardTokens = readCardTokens(app, reader, integrations);
  reader.finish();
  return {
    specialReference: null,
    notificationUrl: null,
    redirectionUrl: null,
    expirationSeconds: longestExpirationSeconds,
    extras: {},
    ...options,
    amount,
    currency,
    paymentMethods: integrations.map(({ id }) => id),
    items,
    billing,
    cardTokens,
  };
}

function assertCurrency(reader: FieldReader, currency: string, integrations: readonly Integration[]): void {
  if (integrations.some((integration) => integration.currency !== currency))
    reader.fail('currency', `The currency must be that of the integration, ${integrations[0]?.currency}.`);
}
