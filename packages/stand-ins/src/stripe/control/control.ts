import { ControlRefusal } from '../../server/control-routes.ts';
import { StripeRefusal } from '../api/refusal.ts';
import { authenticateIntent, confirmIntent } from '../payment-intents/confirm-intent.ts';
import { cancelIntent } from '../payment-intents/cancel-intent.ts';
import { captureIntent } from '../payment-intents/capture-intent.ts';
import { onBehalf } from '../payment-intents/on-behalf.ts';
import { createConfirmationToken } from '../confirmation-tokens/create-confirmation-token.ts';
import { decideDispute, type Objection, openDispute, withdraw } from '../disputes/dispute.ts';
import { namedCard } from '../payment-methods/cards.ts';
import { newId, type ConfirmationToken, type Dispute, type Endpoint, type Intent, type Wallet } from '../state.ts';
import { owned, type StripeApp } from '../stripe-app.ts';
import { keepEndpoint } from '../webhooks/endpoints.ts';

/** An intent of any account and mode. @throws ControlRefusal there is none */
export function findByControl({ state }: StripeApp, intentId: string): Intent {
  const found = state.intents.find(({ id }) => id === intentId);
  if (!found) throw new ControlRefusal(`There is no PaymentIntent ${intentId}.`);
  return found;
}

/** The buyer's bank authenticates, or does not. */
export const authenticateByControl = (app: StripeApp, intentId: string, succeeds: boolean): Intent => {
  const intent = findByControl(app, intentId);
  authenticateIntent(onBehalf(app, intent), intent, succeeds);
  return intent;
};

/**
 * A buyer pays with a test method, `pm_card_…`: for this the intent's client secret is enough, also after a decline.
 *
 * @throws ControlRefusal with Stripe's reason when it is not payable any more, or the card is declined
 */
export const payByControl = (app: StripeApp, intentId: string, method = 'pm_card_visa'): Intent =>
  refusable(() => {
    const intent = findByControl(app, intentId);
    return confirmIntent(onBehalf({ ...app, acceptsTestCardsInLiveMode: true }, intent), intent, {
      payment_method: method,
      return_url: intent.returnUrl ?? 'https://shop.example/',
    });
  });

/** What a buyer pays with on a page. */
export interface PagePayment {
  /** `pm_card_…` of a card. */
  readonly method: string;
  /** Of a wallet's sheet, in which the buyer chose that card. */
  readonly wallet?: Wallet;
  readonly livemode: boolean;
}

/** A confirmation token as Stripe.js makes it of what a buyer enters on a page. @throws ControlRefusal no such card */
export function createTokenByControl(app: StripeApp, { method, wallet, livemode }: PagePayment): ConfirmationToken {
  const card = namedCard(method);
  if (!card) throw new ControlRefusal(`There is no ${method}.`);
  const caller = { ...onBehalf(app, { accountId: app.state.accountId, livemode }), isPublishable: true };
  const token = { ...owned(caller, newId('tok')), number: card.number, wallet: wallet ?? null, isUsed: false };
  app.state.cardTokens.push(token);
  app.mark('cardTokens', token);
  const data = { type: 'card', card: { token: token.id } } as const;
  return refusable(() => createConfirmationToken(caller, { payment_method_data: data }));
}

/** The merchant captures in the dashboard: everything, or `amount` and the rest is released. */
export const captureByControl = (app: StripeApp, intentId: string, amount?: number): Intent =>
  refusable(() => {
    const intent = findByControl(app, intentId);
    return captureIntent(onBehalf(app, intent), intent, amount === undefined ? {} : { amount_to_capture: amount });
  });

/** The merchant cancels in the dashboard; with `automatic` Stripe itself has released an authorization. */
export const cancelByControl = (app: StripeApp, intentId: string, reason?: 'automatic'): Intent =>
  refusable(() => {
    const intent = cancelIntent(onBehalf(app, findByControl(app, intentId)), findByControl(app, intentId), {});
    intent.cancellationReason = reason ?? intent.cancellationReason; // it is marked as changed already
    return intent;
  });

/** The buyer's bank disputes the charge of an intent. @throws ControlRefusal nothing of it was paid */
export function disputeByControl(app: StripeApp, intentId: string, objection: Objection): Dispute {
  const { latestChargeId } = findByControl(app, intentId);
  const charge = app.state.charges.find(({ id }) => id === latestChargeId);
  if (!charge?.isCaptured) throw new ControlRefusal('Nothing of the PaymentIntent was paid.');
  return openDispute(app, charge, objection);
}

/** What a bank does with a dispute: it decides, or takes the money after an inquiry. @throws ControlRefusal it has decided */
export function decideByControl(app: StripeApp, disputeId: string, outcome: 'won' | 'lost' | 'withdraw'): Dispute {
  const dispute = app.state.disputes.find(({ id }) => id === disputeId);
  if (!dispute) throw new ControlRefusal(`There is no dispute ${disputeId}.`);
  if (['won', 'lost', 'warning_closed'].includes(dispute.status)) throw new ControlRefusal('It has ended.');
  if (outcome !== 'withdraw') decideDispute(onBehalf(app, dispute), dispute, outcome);
  else if (dispute.status.startsWith('warning_')) withdraw(onBehalf(app, dispute), dispute);
  else throw new ControlRefusal('It is no inquiry.');
  return dispute;
}

/** Registers an endpoint as the dashboard does. It is signed with the account's own webhook secret. */
export const addEndpointByControl = (
  app: StripeApp,
  {
    url,
    livemode,
    events = ['*'],
  }: { readonly url: string; readonly livemode: boolean; readonly events?: readonly string[] },
): Endpoint =>
  refusable(() =>
    keepEndpoint(onBehalf(app, { accountId: app.state.accountId, livemode }), {
      url,
      enabledEvents: events,
      description: null,
      metadata: {},
      secret: app.state.webhookSecret,
    }),
  );

function refusable<T>(act: () => T): T {
  try {
    return act();
  } catch (thrown) {
    if (thrown instanceof StripeRefusal) throw new ControlRefusal(thrown.message);
    throw thrown;
  }
}
