import type { InferEntity } from '@mikro-orm/core';
import type {
  AccountFeeConfig,
  BrandingSettings,
  CustomField,
  FeeConfigInput,
  LineItem,
  PaymentLink,
} from '@mizan/contracts';
import type { CatalogChanges } from '../catalog/catalog-object.ts';
import type { PageSettings } from '../session/page-settings.ts';
import type { PaymentLinkEntity } from './payment-link.entity.ts';

/** What every checkout of a link starts with, beside its lines and custom fields. */
export interface LinkSettings
  extends PageSettings, Pick<PaymentLink, 'submitType' | 'paymentMethodConfigurationId' | 'metadata'> {
  readonly brandingSettings: BrandingSettings;
  /** Fee settings of the link's own; for those that it does not have, the account's apply. */
  readonly feeConfig?: FeeConfigInput;
  /** The account's fee settings when the link was created or its own were last changed. */
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
