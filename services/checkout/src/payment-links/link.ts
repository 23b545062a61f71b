import type { InferEntity } from '@mikro-orm/core';
import type {
  AccountFeeConfig,
  BrandingSettings,
  FeeConfigInput,
  CustomField,
  LineItem,
  PaymentLink,
} from '@mizan/contracts';
import type { CatalogChanges } from '../catalog/catalog-object.ts';
import type { PaymentLinkEntity } from './payment-link.entity.ts';

/** What every checkout of a link starts with, beside its lines and custom fields. */
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
  /** Of the link itself; the account decides what it leaves out. */
  readonly feeConfig?: FeeConfigInput;
  /** The account's when the link was last written. */
  readonly accountFeeConfig?: AccountFeeConfig;
}

/** The parts of a link that are kept as JSON. */
export interface LinkSnapshot {
  /** As they were written, without availability, which comes from the catalog's changes. */
  readonly lineItems: readonly LineItem[];
  readonly customFields: readonly CustomField[];
  readonly settings: LinkSettings;
}

/** A payment link as its row stores it, apart from what only searches read. */
export type Link = Readonly<Omit<InferEntity<typeof PaymentLinkEntity>, 'searchText' | 'productIds'>> & {
  /** Prices and products that have changed in the catalog since its lines were written. */
  readonly catalogChanges: CatalogChanges;
};
