import type {
  AfterCompletion,
  BrandingSettings,
  CaptureMethod,
  CheckoutSession,
  ConfirmationMethod,
  Currency,
  CustomerCreation,
  CustomerDetails,
  CustomerUpdate,
  CustomField,
  Discount,
  LineItem,
  Metadata,
  PaymentMethodType,
  PaymentStatus,
  SessionCustomer,
  SessionPaymentIntent,
  SessionStatus,
  SubmitType,
  TotalDetails,
  UiMode,
} from '@mizan/contracts';
import type { CatalogChanges } from '../catalog/catalog-object.ts';
import type { SessionPricing } from './session-pricing.ts';

/** The payment method configuration of a session as it was when the session was created, for the session's currency. */
export interface MethodConfiguration {
  readonly id: string;
  readonly isDefault: boolean;
  /** The types that it enables, whether or not the account takes them. */
  readonly types: readonly PaymentMethodType[];
  /** Bounds of its own, minor units; null leaves them to the platform. */
  readonly limits: {
    readonly [Type in PaymentMethodType]?: { readonly min: number | null; readonly max: number | null };
  };
}

/** What the merchant decided when the session was created. */
export interface SessionSettings {
  readonly mode: CheckoutSession['mode'];
  readonly uiMode: UiMode;
  readonly submitType: SubmitType;
  /** The customer that the merchant chose; absent when the buyer's own details decide. */
  readonly customerId?: string;
  readonly customerCreation: CustomerCreation;
  readonly customerUpdate: CustomerUpdate;
  readonly afterCompletion: AfterCompletion;
  readonly cancelUrl?: string;
  readonly allowPromotionCodes: boolean;
  readonly nameCollection: boolean;
  readonly billingAddressCollection: boolean;
  readonly shippingAddressCollection: boolean;
  readonly phoneNumberCollection: boolean;
  readonly feeConfig: CheckoutSession['feeConfig'];
  readonly brandingSettings: BrandingSettings;
  readonly locale: string;
  readonly methodTypes: readonly PaymentMethodType[];
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
  readonly merchantLogo?: string;
}

/** A discount of a session: pending while `id` says so. Whose it is and of which session, the session knows. */
export type SessionDiscount = Omit<Discount, 'object' | 'checkoutSessionId' | 'customerId'>;

/** The parts of a session that are kept as JSON. */
export interface SessionSnapshot {
  readonly totalDetails: TotalDetails;
  readonly lineItems: readonly LineItem[];
  readonly settings: SessionSettings;
  readonly customer: SessionCustomer | null;
  readonly customerDetails: CustomerDetails | null;
  readonly customFields: readonly CustomField[];
  /** What is taken off, in the order applied. */
  readonly discounts: readonly SessionDiscount[];
  /** The newest copy of the payment intent that was heard of. */
  readonly paymentIntent: SessionPaymentIntent | null;
  /** Null where prices are in the currency that is processed and no method is chosen; in older sessions, too. */
  readonly pricing: SessionPricing | null;
}

/** A session as its row holds it. */
export interface Session extends SessionSnapshot {
  readonly id: string;
  readonly merchantId: string;
  readonly livemode: boolean;
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly expiresAt: Date;
  readonly status: SessionStatus;
  readonly paymentStatus: PaymentStatus;
  readonly currency: Currency;
  readonly amountSubtotal: number;
  readonly amountTotal: number;
  readonly customerId: string | null;
  readonly paymentLinkId: string | null;
  readonly paymentIntentId: string | null;
  /** What a session of mode setup saved. */
  readonly paymentMethodId: string | null;
  readonly intentVersion: number;
  readonly attempt: number;
  /** Real time, not the account's clock: how long a confirm may still be running. */
  readonly attemptUntil: Date | null;
  readonly holdId: string | null;
  /** The first of the sessions that this one is a copy of. */
  readonly recoveredFrom: string | null;
  /** The merchant ended it, or is about to: once it has expired, that is final. */
  readonly closedByMerchant: boolean;
  /** What has changed in the catalog since its lines were written; null where they were written just now, or it is over. */
  readonly catalogChanges: CatalogChanges;
}
