import type { Callback } from '../server/callback-sender.ts';
import type { Integration } from './account.ts';
import { responseQuery, sign, tokenText, transactionText } from './hmac.ts';
import { integrationOf, intentionOf, type PaymobApp } from './paymob-app.ts';
import { renderTime } from './render-time.ts';
import { renderTransaction } from './render-transaction.ts';
import type { CardToken, Transaction } from './state.ts';

/** Whether an intention's own addresses count: for the other methods those of the integration do. */
const followsIntention = ({ kind }: Integration): boolean => kind !== 'kiosk' && kind !== 'instalments';

/** Sends the processed callback of a transaction that succeeded or was declined. */
export function sendTransactionCallback(app: PaymobApp, transaction: Transaction): void {
  const obj = renderTransaction(app, transaction, false);
  const hmac = sign(transactionText(obj, app.nullText), app.state.account.hmacSecret);
  const body = { type: 'TRANSACTION', obj, issuer_bank: null, transaction_processed_callback_responses: '' };
  post(app, processedAddress(app, transaction), { body, hmac });
}

/** Sends the callback that hands over a saved card, after that of its transaction. */
export function sendTokenCallback(app: PaymobApp, transaction: Transaction, token: CardToken): void {
  const obj = renderToken(app, token);
  const hmac = sign(tokenText(obj), app.state.account.hmacSecret);
  post(app, processedAddress(app, transaction), { body: { type: 'TOKEN', obj }, hmac });
}

/** A saved card as callbacks and `order_card_tokens` carry it. */
export const renderToken = (app: PaymobApp, token: CardToken): Readonly<Record<string, unknown>> => ({
  id: token.id,
  token: token.token,
  masked_pan: token.maskedPan,
  merchant_id: app.state.account.profileId,
  card_subtype: token.subType,
  created_at: renderTime(token.createdAt, app.state.account.country, false),
  email: token.email,
  order_id: String(token.orderId),
  user_added: false,
  next_payment_intention: token.intentionId,
});

/** What the buyer's browser brings back to the shop, flat and signed. */
export const returnFields = (app: PaymobApp, transaction: Transaction): Record<string, string> =>
  responseQuery(renderTransaction(app, transaction, false), {
    secret: app.state.account.hmacSecret,
    nullText: app.nullText,
  });

/** Where the buyer's browser goes after the result; nothing when neither intention nor integration has an address for it. */
export function returnAddress(app: PaymobApp, transaction: Transaction): string | undefined {
  const integration = integrationOf(app, transaction.integrationId);
  const own = followsIntention(integration) ? intentionOf(app, transaction).redirectionUrl : null;
  const address = own ?? integration.responseCallback;
  if (address === null) return undefined;
  const url = new URL(address);
  for (const [name, value] of Object.entries(returnFields(app, transaction))) url.searchParams.append(name, value);
  return url.href;
}

/** The same callback under a signature that is as long and wrong. */
export function forgeSignature(callback: Callback): Callback {
  const url = new URL(callback.url);
  url.searchParams.set('hmac', sign('forged', 'not the secret'));
  return { ...callback, url: url.href };
}

function processedAddress(app: PaymobApp, transaction: Transaction): string | null {
  const integration = integrationOf(app, transaction.integrationId);
  const own = followsIntention(integration) ? intentionOf(app, transaction).notificationUrl : null;
  return own ?? integration.processedCallback;
}

function post(app: PaymobApp, address: string | null, { body, hmac }: { body: unknown; hmac: string }): void {
  if (address === null) return;
  const url = new URL(address);
  url.searchParams.set('hmac', hmac);
  app.callbacks.send({
    url: url.href,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}
