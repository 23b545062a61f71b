import { randomBytes } from 'node:crypto';
import type { Callback } from '../server/callback-sender.ts';

export const orderMethods = ['PAYATFAWRY', 'MWALLET'] as const;
export type OrderMethod = (typeof orderMethods)[number];
export type OrderStatus = 'NEW' | 'PAID' | 'CANCELED' | 'EXPIRED' | 'REFUNDED' | 'PARTIAL_REFUNDED' | 'FAILED';

/** What a merchant has charged. Amounts are piastres. */
export interface Order {
  /** The number that the buyer presents. */
  readonly id: number;
  readonly merchantRefNum: string;
  readonly customerProfileId: string;
  readonly customerName: string;
  readonly customerMobile: string;
  readonly customerMail: string;
  readonly method: OrderMethod;
  readonly amount: number;
  /** Paid by the buyer on top of the amount. */
  readonly fees: number;
  readonly items: readonly Readonly<Record<string, unknown>>[];
  readonly walletNumber: string | null;
  readonly webhookUrl: string | null;
  readonly createdAt: number;
  readonly expiresAt: number;
  status: OrderStatus;
  paidAt: number | null;
  refunded: number;
  failure: { readonly code: string; readonly reason: string } | null;
}

export interface FawryAccount {
  readonly merchantCode: string;
  readonly secureKey: string;
  /** The address that is registered at Fawry, for orders that name none. */
  webhookUrl: string | null;
  /** Whether PAYATFAWRY orders are refunded by API. */
  refundsCash: boolean;
  isRevoked: boolean;
}

/** Everything that the stand-in remembers. */
export interface FawryState {
  readonly version: 1;
  readonly account: FawryAccount;
  readonly orders: Order[];
  readonly callbacks: Callback[];
  lastId: number;
}

export const createState = (): FawryState => ({
  version: 1,
  account: {
    merchantCode: randomBytes(16).toString('base64url').replaceAll(/[-_]/g, '7'),
    secureKey: `${randomBytes(4).toString('hex')}-${randomBytes(12).toString('hex')}`,
    webhookUrl: null,
    refundsCash: false,
    isRevoked: false,
  },
  orders: [],
  callbacks: [],
  lastId: 963_000_000,
});
