import { randomBytes } from 'node:crypto';
import { isOnlineCard, type Integration } from '../account.ts';
import { nextId, type PaymobApp } from '../paymob-app.ts';
import { operationRefusal } from '../refusal.ts';
import type { BuyerStep, CardToken, Intention, OutcomeName, Transaction } from '../state.ts';
import { settlePayment } from './settle-payment.ts';
import { cardBehaviour, subTypeOf, testCvv, type Card } from './test-cards.ts';

/** What the buyer pays with. */
export type Means =
  | { readonly type: 'card'; readonly card: Card; readonly isSaved: boolean }
  | {
      readonly type: 'saved_card';
      readonly token: CardToken;
      /** Null: the buyer is absent. */ readonly cvv: string | null;
    }
  | { readonly type: 'apple_pay' | 'google_pay' }
  | { readonly type: 'wallet'; readonly phone: string }
  | { readonly type: 'kiosk' }
  | { readonly type: 'instalments'; readonly phone: string };

interface Start {
  readonly intention: Intention;
  readonly integration: Integration;
  readonly means: Means;
  /** Settles the payment at once in this way, whatever the means do, and although the intention is paid or has expired. */
  readonly forced?: OutcomeName;
}

interface Plan extends Pick<Transaction, 'source' | 'cardNumber' | 'saveCardAs'> {
  readonly outcome: OutcomeName;
  /** What the buyer has to do first. */
  readonly step?: BuyerStep['kind'];
}

/**
 * Makes a payment of an intention, and settles it unless the buyer has a step to complete.
 *
 * @throws PaymobRefusal 400 `{message}` when the intention is paid or has expired
 */
export function startPayment(app: PaymobApp, { intention, integration, means, forced }: Start): Transaction {
  if (forced === undefined) assertPayable(app, intention);
  const { step, ...plan } = { ...planOf(app, integration, means), ...(forced && { outcome: forced, step: undefined }) };
  const now = app.clock.now();
  const payment: Transaction = {
    id: nextId(app),
    kind: 'payment',
    parentId: null,
    intentionId: intention.id,
    integrationId: integration.id,
    amount: intention.amount,
    isLive: intention.isLive,
    source: plan.source,
    cardNumber: plan.cardNumber,
    is3dSecure: isOnlineCard(integration),
    createdAt: now,
    updatedAt: now,
    outcome: 'pending',
    refunded: 0,
    captured: 0,
    isVoided: false,
    disputed: 0,
    step: step ? { kind: step, token: randomBytes(16).toString('hex'), then: plan.outcome } : null,
    saveCardAs: plan.saveCardAs,
  };
  app.state.transactions.push(payment);
  app.mark('transactions', payment);
  if (!payment.step) settlePayment(app, payment, plan.outcome);
  return payment;
}

/** @throws PaymobRefusal 400 `{message}` when the intention is paid or has expired */
export function assertPayable(app: PaymobApp, { isConfirmed, expiresAt }: Intention): void {
  if (isConfirmed) throw operationRefusal('This order has been paid already.');
  if (app.clock.now() >= expiresAt) throw operationRefusal('The payment token has expired.');
}

function planOf(app: PaymobApp, integration: Integration, means: Means): Plan {
  const other = { cardNumber: '', saveCardAs: null };
  switch (means.type) {
    case 'card': {
      const { number } = means.card;
      const { outcome, needsChallenge, whenAbsent = 'approved' } = cardBehaviour(means.card, app.clock.now());
      return {
        ...cardSource(number, subTypeOf(number) ?? 'Visa'),
        outcome,
        ...(needsChallenge && { step: 'challenge' }),
        saveCardAs: means.isSaved ? { whenAbsent } : null,
      };
    }
    case 'saved_card': {
      const { cardNumber, subType, whenAbsent } = means.token;
      const present: OutcomeName = means.cvv === testCvv ? 'approved' : 'wrong_cvv';
      return {
        ...cardSource(cardNumber, subType),
        outcome: means.cvv === null ? whenAbsent : present,
        saveCardAs: null,
      };
    }
    case 'apple_pay':
    case 'google_pay':
      return { ...cardSource('4111111111111111', 'Visa'), outcome: 'approved', saveCardAs: null };
    case 'wallet':
      return {
        ...other,
        source: { type: 'wallet', subType: 'wallet', pan: means.phone, tenure: null },
        outcome: walletOutcomes[means.phone] ?? 'approved',
        step: 'wallet',
      };
    case 'kiosk':
      return {
        ...other,
        source: { type: 'aggregator', subType: 'AGGREGATOR', pan: '', tenure: null },
        outcome: 'approved',
        step: 'bill',
      };
    case 'instalments':
      return {
        ...other,
        source: { type: integration.gatewayType.toLowerCase(), subType: null, pan: null, tenure: null },
        outcome: 'approved',
        step: 'plan',
      };
  }
}

/** Wallets that do not approve, by phone number. */
const walletOutcomes: Readonly<Record<string, OutcomeName>> = {
  '01010101051': 'insufficient_funds',
  '01010101077': 'pending',
};

const cardSource = (number: string, subType: string): Pick<Transaction, 'source' | 'cardNumber'> => ({
  source: { type: 'card', subType, pan: number.slice(-4), tenure: null },
  cardNumber: `${number.slice(0, 6)}${number.slice(-4)}`,
});

/** The integration of an intention that takes these means. */
export function integrationFor(integrations: readonly Integration[], type: Means['type']): Integration | undefined {
  if (type === 'card' || type === 'saved_card') return integrations.find(isOnlineCard);
  return integrations.find(({ kind }) => kind === type);
}
