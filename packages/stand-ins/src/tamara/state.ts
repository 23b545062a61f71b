import { randomBytes } from 'node:crypto';
import type { Callback } from '../server/callback-sender.ts';

/** Countries with their currency and its number of decimals. */
export const countries = {
  SA: { currency: 'SAR', decimals: 2 },
  AE: { currency: 'AED', decimals: 2 },
  KW: { currency: 'KWD', decimals: 3 },
  BH: { currency: 'BHD', decimals: 3 },
  OM: { currency: 'OMR', decimals: 3 },
} as const;
export type Country = keyof typeof countries;

export type OrderStatus =
  | 'new'
  | 'approved'
  | 'declined'
  | 'expired'
  | 'authorised'
  | 'canceled'
  | 'updated'
  | 'partially_captured'
  | 'fully_captured'
  | 'partially_refunded'
  | 'fully_refunded';

/** A capture, refund or cancellation. Minor units. */
export interface Movement {
  readonly id: string;
  readonly amount: number;
  /** Of a refund: what its merchant calls it. */
  readonly merchantRefundId: string | null;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

/** What a checkout has made. Amounts are minor units. */
export interface Order {
  readonly id: string;
  readonly checkoutId: string;
  readonly referenceId: string;
  readonly amount: number;
  readonly description: string;
  readonly language: 'en' | 'ar';
  readonly consumer: Readonly<Record<string, unknown>>;
  readonly urls: Readonly<Record<'success' | 'failure' | 'cancel' | 'notification', string>>;
  readonly createdAt: number;
  readonly expiresAt: number;
  status: OrderStatus;
  approvedAt: number | null;
  authorisedAt: number | null;
  readonly captures: Movement[];
  readonly refunds: Movement[];
  readonly cancellations: Movement[];
}

export interface TamaraAccount {
  readonly apiToken: string;
  readonly notificationToken: string;
  readonly country: Country;
  isRevoked: boolean;
  /** Whether an order is captured as soon as it is authorised. */
  capturesAtOnce: boolean;
}

/** Everything that the stand-in remembers. */
export interface TamaraState {
  readonly version: 1;
  readonly account: TamaraAccount;
  readonly orders: Order[];
  readonly callbacks: Callback[];
}

export const createState = (country: Country): TamaraState => ({
  version: 1,
  account: {
    apiToken: `${randomBytes(18).toString('base64url')}.${randomBytes(36).toString('base64url')}.sandbox`,
    notificationToken: randomBytes(18).toString('base64url'),
    country,
    isRevoked: false,
    capturesAtOnce: false,
  },
  orders: [],
  callbacks: [],
});
