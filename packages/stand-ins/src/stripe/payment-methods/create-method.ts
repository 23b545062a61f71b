import { missing, refused, StripeRefusal } from '../api/refusal.ts';
import { integer, metadata, object, oneOf, required, text, type Read } from '../parameters/readers.ts';
import { newId, type BillingDetails, type Method } from '../state.ts';
import { findOwn, owned, type Caller } from '../stripe-app.ts';
import { cardOf, hasCheckDigit, namedCard } from './cards.ts';

const addressShape = {
  city: text(),
  country: text(2),
  line1: text(),
  line2: text(),
  postal_code: text(),
  state: text(),
};

/** What a PaymentMethod is made of, also inside other requests as `payment_method_data`. */
export const methodShape = {
  type: oneOf('card'),
  card: object({ number: text(30), exp_month: integer, exp_year: integer, cvc: text(4), token: text() }),
  billing_details: object({ name: text(), email: text(), phone: text(), address: object(addressShape) }),
  allow_redisplay: oneOf('always', 'limited', 'unspecified'),
  metadata,
};

/**
 * Makes a PaymentMethod of a card. A number is accepted from a page only: servers of accounts that do not prove their
 * compliance are refused.
 */
export function createMethod(caller: Caller, data: Read<typeof methodShape>, path = ''): Method {
  const named = (name: string): string => (path === '' ? name : `${path}[${name}]`);
  required(data.type, named('type'));
  const card = required(data.card, named('card'));
  const billingDetails = (data.billing_details ?? {}) as BillingDetails; // absent members are absent
  if (card.token !== undefined) return ofToken(caller, card.token, billingDetails);
  if (!caller.isPublishable)
    throw new StripeRefusal(402, {
      type: 'invalid_request_error',
      message:
        'Sending credit card numbers directly to the Stripe API is generally unsafe. To continue processing use Stripe.js, the Stripe mobile bindings, or Stripe Elements.',
    });
  const number = required(card.number, 'card[number]').replaceAll(/[ -]/g, '');
  const expMonth = required(card.exp_month, 'card[exp_month]');
  const expYear = required(card.exp_year, 'card[exp_year]');
  assertCardIsSound(caller, { number, expMonth, expYear, cvc: card.cvc });
  return keepMethod(caller, {
    number,
    expMonth,
    expYear,
    hasCvc: card.cvc !== undefined,
    wallet: null,
    billingDetails,
  });
}

/** The method of an id. A test method, `pm_card_…`, is another one at each use. @throws StripeRefusal `resource_missing` */
export function useMethod(caller: Caller, id: string): Method {
  const card = namedCard(id);
  if (!card || !id.startsWith('pm_'))
    return findOwn(caller, caller.app.state.methods, { id, name: 'PaymentMethod', param: 'payment_method' });
  if (caller.livemode && !caller.app.acceptsTestCardsInLiveMode)
    throw missing(
      `No such PaymentMethod: '${id}'; it's possible this PaymentMethod exists on one of your connected accounts.`,
      'payment_method',
    );
  return keepMethod(caller, { ...expiry, number: card.number, hasCvc: true, wallet: null, billingDetails: {} });
}

const expiry = { expMonth: 12, expYear: 2034 };

function ofToken(caller: Caller, id: string, billingDetails: BillingDetails): Method {
  const card = namedCard(id);
  if (card && id.startsWith('tok_') && (!caller.livemode || caller.app.acceptsTestCardsInLiveMode))
    return keepMethod(caller, { ...expiry, number: card.number, hasCvc: true, wallet: null, billingDetails });
  const token = findOwn(caller, caller.app.state.cardTokens, { id, name: 'token', param: 'card[token]' });
  if (token.isUsed)
    throw refused(`You cannot use a Stripe token more than once: ${id}.`, 'token_already_used', 'card[token]');
  token.isUsed = true;
  caller.app.mark('cardTokens', token);
  return keepMethod(caller, { ...expiry, number: token.number, hasCvc: false, wallet: token.wallet, billingDetails });
}

type CardOfMethod = Pick<Method, 'number' | 'expMonth' | 'expYear' | 'hasCvc' | 'wallet' | 'billingDetails'>;

function keepMethod(caller: Caller, card: CardOfMethod): Method {
  const method = { ...owned(caller, newId('pm')), ...card, isUsed: false };
  caller.app.state.methods.push(method);
  caller.app.mark('methods', method);
  return method;
}

function assertCardIsSound(
  { app, livemode }: Caller,
  { number, expMonth, expYear, cvc }: Pick<Method, 'number' | 'expMonth' | 'expYear'> & { cvc: string | undefined },
): void {
  const wrong = (code: string, param: string, message: string) =>
    new StripeRefusal(402, { type: 'card_error', code, param, message });
  if (!hasCheckDigit(number)) throw wrong('incorrect_number', 'number', 'Your card number is incorrect.');
  if (expMonth < 1 || expMonth > 12)
    throw wrong('invalid_expiry_month', 'exp_month', "Your card's expiration month is invalid.");
  const now = new Date(app.clock.now());
  const months = (expYear - now.getUTCFullYear()) * 12 + expMonth - 1 - now.getUTCMonth();
  if (months < 0 || expYear > now.getUTCFullYear() + 50)
    throw wrong('invalid_expiry_year', 'exp_year', "Your card's expiration year is invalid.");
  if (cvc !== undefined && !/^\d{3,4}$/.test(cvc))
    throw wrong('invalid_cvc', 'cvc', "Your card's security code is invalid.");
  const isTest = cardOf(number) !== undefined;
  const declines = new StripeRefusal(402, {
    type: 'card_error',
    code: 'card_declined',
    decline_code: livemode ? 'live_mode_test_card' : 'test_mode_live_card',
    message: livemode
      ? 'Your card was declined. Your request was in live mode, but used a known test card.'
      : 'Your card was declined. Your request was in test mode, but used a non test card.',
  });
  // There is no bank behind this stand-in: a number that is not a test card is never accepted.
  if (!isTest || (livemode && !app.acceptsTestCardsInLiveMode)) throw declines;
}
