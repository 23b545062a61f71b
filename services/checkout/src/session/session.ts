import type { InferEntity } from '@mikro-orm/core';
import type {
  BrandingSettings,
  CaptureMethod,
  CheckoutSession,
  ConfirmationMethod,
  CustomerDetails,
  CustomerUpdate,
  CustomField,
  Discount,
  EventSessionPaymentIntent,
  LineItem,
  LiveMethod,
  Metadata,
  PaymentMethodType,
  SessionCustomer,
  SubmitType,
  TotalDetails,
  UiMode,
} from '@mizan/contracts';
import type { CatalogChanges } from '../catalog/catalog-object.ts';
import type { PageSettings } from './page-settings.ts';
import type { SessionPricing } from './session-pricing.ts';
import type { CheckoutSessionEntity } from './session.entity.ts';

/** The payment method configuration of a session as it was when the session was created, for the session's currency. */
export interface MethodConfiguration {
  readonly id: string;
  readonly isDefault: boolean;
  /** The types that it enables, whether or not the account accepts them. */
  readonly types: readonly PaymentMethodType[];
  /** Limits of its own, minor units; null means the platform's. */
  readonly limits: {
    readonly [Type in PaymentMethodType]?: { readonly min: number | null; readonly max: number | null };
  };
}

/** What the merchant decided when the session was created. */
export interface SessionSettings extends PageSettings {
  readonly mode: CheckoutSession['mode'];
  readonly uiMode: UiMode;
  readonly submitType: SubmitType;
  /** The customer that the merchant chose; absent when the buyer's own details decide. */
  readonly customerId?: string;
  readonly customerUpdate: CustomerUpdate;
  readonly cancelUrl?: string;
  readonly feeConfig: CheckoutSession['feeConfig'];
  readonly brandingSettings: BrandingSettings;
  readonly locale: string;
  /** What it may offer; in live mode it offers those of them that are in `liveMethods`. */
  readonly methodTypes: readonly PaymentMethodType[];
  /** What live mode could take when the amount was last changed. Absent in test mode, and in older sessions. */
  readonly liveMethods?: readonly LiveMethod[];
  /** Absent in sessions that are older than configurations. */
  readonly methodConfiguration?: MethodConfiguration;
  readonly captureMethod: CaptureMethod;
  readonly payment: {
    readonly confirmationMethod: ConfirmationMethod;
    readonly description: string | null;
    readonly receiptEmail: string | null;
    readonly metadata: Metadata;
  };
  readonly metadata: Metadata;
  readonly merchantName: string;
  /** ISO 3166-1 alpha-2. */
  readonly merchantCountry: string;
  /** Of the account, for buyers whose language the page does not have. Absent in sessions of version 0.2: English. */
  readonly merchantLocale?: string;
  readonly merchantLogo?: string;
}

/** A discount of a session, pending while its `id` is `pending`. Its customer and session are the session's own. */
export type SessionDiscount = Omit<Discount, 'object' | 'checkoutSessionId' | 'customerId'>;

/** A copy of a payment intent. Its client secret is derived when it is shown, and not stored. */
export type StoredPaymentIntent = EventSessionPaymentIntent;

/** The parts of a session that are kept as JSON. */
export interface SessionSnapshot {
  readonly totalDetails: TotalDetails;
  readonly lineItems: readonly LineItem[];
  readonly settings: SessionSettings;
  readonly customer: SessionCustomer | null;
  readonly customerDetails: CustomerDetails | null;
  readonly customFields: readonly CustomField[];
  /** In the order in which they apply. */
  readonly discounts: readonly SessionDiscount[];
  /** The newest copy of the payment intent. */
  readonly paymentIntent: StoredPaymentIntent | null;
  /** Null where prices are in the processed currency and no method is chosen; in older sessions, too. */
  readonly pricing: SessionPricing | null;
}

/** A session as its row stores it. */
export type Session = Readonly<InferEntity<typeof CheckoutSessionEntity>> & {
  /** Prices and products that have changed since its lines were written; null for a new session and one that is over. */
  readonly catalogChanges: CatalogChanges;
};
