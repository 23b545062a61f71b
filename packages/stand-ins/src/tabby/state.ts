import { randomBytes, randomUUID } from 'node:crypto';
import type { Callback } from '../server/callback-sender.ts';

/** Markets with their currency and its number of decimals. */
export const markets = {
  AE: { currency: 'AED', decimals: 2 },
  KW: { currency: 'KWD', decimals: 3 },
  SA: { currency: 'SAR', decimals: 2 },
} as const;
export type Market = keyof typeof markets;

export type PaymentStatus = 'CREATED' | 'AUTHORIZED' | 'CLOSED' | 'REJECTED' | 'EXPIRED';
export type RejectionReason = 'not_available' | 'order_amount_too_high' | 'order_amount_too_low';

/** A capture or a refund. Minor units. */
export interface Movement {
  readonly id: string;
  readonly amount: number;
  readonly referenceId: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

/** A payment with the session that made it. Amounts are minor units. */
export interface Payment {
  readonly id: string;
  readonly sessionId: string;
  readonly amount: number;
  readonly referenceId: string;
  readonly description: string;
  readonly language: 'en' | 'ar';
  readonly buyer: Readonly<Record<'name' | 'email' | 'phone', string>>;
  readonly urls: Readonly<Record<'success' | 'cancel' | 'failure', string>>;
  /** Pre-scoring; null: the session was created. */
  readonly rejection: RejectionReason | null;
  readonly createdAt: number;
  status: PaymentStatus;
  authorizedAt: number | null;
  closedAt: number | null;
  isDisputed: boolean;
  readonly captures: Movement[];
  readonly refunds: Movement[];
}

/** An address that is notified, with the header that its owner chose. */
export interface Webhook {
  readonly id: string;
  url: string;
  header: { readonly title: string; readonly value: string } | null;
}

export interface TabbyAccount {
  readonly secretKey: string;
  readonly publicKey: string;
  readonly merchantCode: string;
  readonly market: Market;
  isRevoked: boolean;
}

/** Everything that the stand-in remembers. */
export interface TabbyState {
  readonly version: 1;
  readonly account: TabbyAccount;
  readonly payments: Payment[];
  readonly webhooks: Webhook[];
  readonly callbacks: Callback[];
}

export const createState = (market: Market): TabbyState => ({
  version: 1,
  account: {
    secretKey: `sk_test_${randomUUID()}`,
    publicKey: `pk_test_${randomUUID()}`,
    merchantCode: `shop_${randomBytes(3).toString('hex')}`,
    market,
    isRevoked: false,
  },
  payments: [],
  webhooks: [],
  callbacks: [],
});
