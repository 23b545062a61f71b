import type { Callback } from '../server/callback-sender.ts';
import type { Country, PaymobAccount } from './account.ts';
import { createAccount } from './account.ts';

/** What the merchant sent with an intention, as it stands after the last change. Amounts are minor units. */
export interface IntentionTerms {
  amount: number;
  currency: string;
  /** Ids of integrations. */
  paymentMethods: readonly number[];
  items: readonly Readonly<Record<string, unknown>>[];
  billing: Readonly<Record<string, string>>;
  specialReference: string | null;
  notificationUrl: string | null;
  redirectionUrl: string | null;
  expirationSeconds: number;
  extras: Readonly<Record<string, unknown>>;
  cardTokens: readonly string[];
}

export interface Intention extends IntentionTerms {
  readonly id: string;
  readonly clientSecret: string;
  readonly orderId: number;
  readonly isLive: boolean;
  readonly createdAt: number;
  expiresAt: number;
  /** One for each payment method, replaced when the intention changes. */
  paymentKeys: { readonly integrationId: number; readonly key: string }[];
  /** A payment has succeeded. */
  isConfirmed: boolean;
}

/** A step that waits for the buyer: a bank's challenge, a wallet's PIN, a plan of instalments, cash at a kiosk. */
export interface BuyerStep {
  readonly kind: 'challenge' | 'wallet' | 'plan' | 'bill';
  /** Unguessable; names the step in addresses. */
  readonly token: string;
  /** What happens when the buyer completes the step correctly. */
  readonly then: OutcomeName;
}

export type OutcomeName =
  | 'approved'
  | 'declined'
  | 'insufficient_funds'
  | 'stolen_card'
  | 'expired_card'
  | 'wrong_cvv'
  | 'authentication_failed'
  | 'canceled'
  | 'gateway_error'
  | 'pending';

export interface Transaction {
  readonly id: number;
  readonly kind: 'payment' | 'refund' | 'void' | 'capture';
  /** Of a refund, void or capture. */
  readonly parentId: number | null;
  readonly intentionId: string;
  readonly integrationId: number;
  readonly amount: number;
  readonly isLive: boolean;
  readonly source: {
    readonly type: string;
    readonly subType: string | null;
    readonly pan: string | null;
    tenure: number | null;
  };
  /** First six and last four digits; empty without a card. */
  readonly cardNumber: string;
  readonly is3dSecure: boolean;
  readonly createdAt: number;
  updatedAt: number;
  outcome: OutcomeName;
  /** Of a payment: how much was returned, refunds that are still pending not included. */
  refunded: number;
  captured: number;
  isVoided: boolean;
  disputed: number;
  step: BuyerStep | null;
  /** The buyer lets the card be saved if the payment succeeds, and what the saved card will do. */
  saveCardAs: { readonly whenAbsent: OutcomeName } | null;
}

/** A saved card. Its number is not kept. */
export interface CardToken {
  readonly id: number;
  readonly token: string;
  readonly maskedPan: string;
  readonly subType: string;
  readonly cardNumber: string;
  readonly email: string;
  readonly orderId: number;
  readonly intentionId: string;
  readonly isLive: boolean;
  readonly createdAt: number;
  /** The outcome of a payment while the buyer is absent. */
  readonly whenAbsent: OutcomeName;
}

export interface BearerToken {
  readonly token: string;
  readonly isLive: boolean;
  readonly expiresAt: number;
}

/** Everything that the stand-in remembers. */
export interface PaymobState {
  readonly version: 1;
  readonly account: PaymobAccount;
  readonly intentions: Intention[];
  /** In the order in which they were made. */
  readonly transactions: Transaction[];
  readonly cardTokens: CardToken[];
  readonly bearerTokens: BearerToken[];
  /** Callbacks that the merchant has not accepted. */
  readonly callbacks: Callback[];
  lastId: number;
}

/** The state of a new account. */
export const createState = (country: Country): PaymobState => ({
  version: 1,
  account: createAccount(country),
  intentions: [],
  transactions: [],
  cardTokens: [],
  bearerTokens: [],
  callbacks: [],
  lastId: 190_000_000, // Paymob's ids have nine digits and rise
});
