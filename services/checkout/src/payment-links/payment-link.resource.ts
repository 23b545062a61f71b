import type { AccountFeeConfig, PaymentLink, PaymentLinkListItem } from '@mizan/contracts';
import { offeredLines } from '../catalog/current-lines.ts';
import type { App } from '../config.ts';
import { changeFeeConfig } from '../session/fee-config.ts';
import { pageSettingsOf } from '../session/page-settings.ts';
import type { Link } from './link.ts';

/** The address of a link's page. */
export const linkUrl = ({ publicUrl }: Pick<App, 'publicUrl'>, { slug }: Pick<Link, 'slug'>): string =>
  `${publicUrl}/p/${slug}`;

/** A link as the merchant's API and its events show it. */
export function toPaymentLinkResource(link: Link, app: Pick<App, 'publicUrl'>): PaymentLink {
  const { settings } = link;
  const { paymentMethodConfigurationId: configurationId } = settings;
  return {
    id: link.id,
    object: 'payment_link',
    merchantId: link.merchantId,
    active: link.active,
    expiresAt: link.expiresAt?.toISOString() ?? null,
    maxCompletions: link.maxCompletions,
    url: linkUrl(app, link),
    currency: link.currency,
    computedAmount: link.computedAmount,
    submitType: settings.submitType,
    ...pageSettingsOf(settings),
    lineItems: offeredLines(link.lineItems, link.catalogChanges),
    customFields: [...link.customFields],
    feeConfig: feeConfigOf(link),
    brandingSettings: settings.brandingSettings,
    ...(configurationId === undefined ? {} : { paymentMethodConfigurationId: configurationId }),
    metadata: settings.metadata,
    createdAt: link.createdAt.toISOString(),
    updatedAt: link.updatedAt.toISOString(),
  };
}

/** Who bears the fee and whether VAT is added, by the link and, for what it leaves out, by its account. */
export function feeConfigOf({ settings }: Pick<Link, 'settings'>): AccountFeeConfig {
  const account = settings.accountFeeConfig ?? { feesPassThrough: false, vatCollectionEnabled: false };
  return settings.feeConfig ? changeFeeConfig(account, settings.feeConfig) : account;
}

/** A link inside a list, with how many of its sessions were paid. */
export const toPaymentLinkListItem = (link: Link, successfulTransactions: number): PaymentLinkListItem => ({
  id: link.id,
  merchantId: link.merchantId,
  active: link.active,
  expiresAt: link.expiresAt?.toISOString() ?? null,
  currency: link.currency,
  computedAmount: link.computedAmount,
  submitType: link.settings.submitType,
  afterCompletion: link.settings.afterCompletion,
  lineItems: offeredLines(link.lineItems, link.catalogChanges),
  createdAt: link.createdAt.toISOString(),
  updatedAt: link.updatedAt.toISOString(),
  successfulTransactions,
});
