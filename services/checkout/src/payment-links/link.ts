import type {
  AccountFeeConfig,
  BrandingSettings,
  Currency,
  FeeConfigInput,
  CustomField,
  LineItem,
  PaymentLink,
} from '@mizan/contracts';
import type { CatalogChanges } from '../catalog/catalog-object.ts';

/** What every checkout of a link begins with, beside its lines and questions. */
export interface LinkSettings extends Pick<
  PaymentLink,
  | 'submitType'
  | 'customerCreation'
  | 'afterCompletion'
  | 'allowPromotionCodes'
  | 'nameCollection'
  | 'billingAddressCollection'
  | 'shippingAddressCollection'
  | 'phoneNumberCollection'
  | 'paymentMethodConfigurationId'
  | 'metadata'
> {
  readonly brandingSettings: BrandingSettings;
  /** What the link itself says; the account decides what it leaves out. */
  readonly feeConfig?: FeeConfigInput;
  /** What the account said when the link was last written. */
  readonly accountFeeConfig?: AccountFeeConfig;
}

/** The parts of a link that are kept as JSON. */
export interface LinkSnapshot {
  /** As they were written, without availability; the catalog's news tell the rest. */
  readonly lineItems: readonly LineItem[];
  readonly customFields: readonly CustomField[];
  readonly settings: LinkSettings;
}

/** A payment link as its row holds it. */
export interface Link extends LinkSnapshot {
  readonly id: string;
  readonly merchantId: string;
  readonly livemode: boolean;
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly slug: string;
  readonly active: boolean;
  readonly expiresAt: Date | null;
  readonly hasExpired: boolean;
  readonly maxCompletions: number | null;
  readonly currency: Currency;
  readonly computedAmount: number;
  /** What has changed in the catalog since its lines were written. */
  readonly catalogChanges: CatalogChanges;
}
