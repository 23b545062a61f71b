import { isDeepStrictEqual } from 'node:util';
import type { AccountProfile, PaymentLink, UpdatePaymentLink } from '@mizan/contracts';
import {
  formerAttributes,
  mergeMetadata,
  Problem,
  resourceMissing,
  type LoadContext,
  type Tx,
} from '@mizan/service-kit';
import type { Accounts } from '../accounts.ts';
import { changeFeeConfig } from '../pricing/fee-config.ts';
import { lookOf } from '../sessions/change-session.ts';
import { checkReturnUrls } from '../sessions/check-urls.ts';
import { toCustomField } from '../sessions/custom-field.resource.ts';
import { publishUses } from '../sessions/price-uses.ts';
import type { Rendering } from '../sessions/session.resource.ts';
import { askForLines, checkExpiry, linesOfLink } from './ask-for-lines.ts';
import type { LinkFacts } from './create-payment-link.ts';
import { findLink, lockLink, saveLink } from './link-rows.ts';
import type { Link, LinkSettings } from './link.ts';
import { useConfiguration } from './use-configuration.ts';
import { feeConfigOf, toPaymentLinkResource } from './payment-link.resource.ts';
import { lockProducts, searchedOf } from './search-text.ts';

interface UpdateInput {
  readonly params: { readonly id: string };
  readonly body: UpdatePaymentLink;
  readonly idempotencyKey: string | undefined;
}

/**
 * Asks everything that a change of a link depends on, before any transaction.
 *
 * @throws Problem `resource_missing`: no such link, line, price, product or payment method configuration
 * @throws Problem as `askForLines`; `parameter_invalid`: an address, an expiry or a currency that cannot be
 */
export async function askForLinkChange(
  accounts: Accounts,
  rendering: Rendering,
  context: LoadContext,
  { params, body, idempotencyKey }: UpdateInput,
): Promise<LinkFacts> {
  const link = await findLink(context.reader, params.id);
  if (!link) throw resourceMissing();
  const shown = toPaymentLinkResource(link, rendering);
  if (body.afterCompletion)
    checkReturnUrls({ afterCompletion: body.afterCompletion, cancelUrl: undefined }, link.livemode);
  if (body.expiresAt !== shown.expiresAt) checkExpiry(body.expiresAt, context.now);
  changedSettings(link.settings, body); // refused before a price is asked for
  const account = await accounts.get(context);
  const fees = body.feeConfig ? changeFeeConfig(shown.feeConfig, body.feeConfig) : shown.feeConfig;
  if (body.paymentMethodConfigurationId !== link.settings.paymentMethodConfigurationId)
    await useConfiguration(body.paymentMethodConfigurationId, context, link.id);
  const { lineItems, currency } = body;
  if (lineItems) {
    const lines = await askForLines(context, account, { lineItems, currency, link, fees, idempotencyKey });
    return { account, ...lines };
  }
  if (currency !== undefined && currency !== link.currency)
    throw new Problem('parameter_invalid', `currency must equal that of the line items, ${link.currency}.`, {
      param: 'currency',
    });
  return { account, offers: [], firstUses: [] };
}

/**
 * Changes a link, with its event unless nothing is different afterwards. Checkouts that have begun stay as they are.
 *
 * @returns the link as the merchant's API shows it
 * @throws Problem `resource_missing`: no such link or line
 * @throws Problem `amount_invalid` | `parameter_invalid`: of its lines, or too much metadata
 */
export async function updatePaymentLink(
  rendering: Rendering,
  tx: Tx,
  id: string,
  body: UpdatePaymentLink,
  facts: LinkFacts,
): Promise<PaymentLink> {
  const sold = body.lineItems && facts.offers.map(({ product }) => product);
  const news = sold && (await lockProducts(tx, sold));
  const before = await lockLink(tx, id);
  if (!before) throw resourceMissing();
  const changed = {
    ...changedLink(before, body, facts),
    ...(news === undefined ? {} : { news: { ...before.news, ...news } }),
  };
  const former = toPaymentLinkResource(before, rendering);
  const previousAttributes = formerAttributes(former, toPaymentLinkResource(changed, rendering));
  if (Object.keys(previousAttributes).length === 0) return former;
  const link: Link = { ...changed, version: before.version + 1, updatedAt: tx.now };
  await saveLink(tx, before, link, news === undefined ? undefined : searchedOf(link.lineItems, news));
  const resource = toPaymentLinkResource(link, rendering);
  tx.emit('payment_link.updated', { object: resource, version: link.version, previousAttributes });
  publishUses(tx, link.id, facts.firstUses);
  return resource;
}

function changedLink(link: Link, body: UpdatePaymentLink, { account, offers }: LinkFacts): Link {
  const wanted = body.expiresAt === undefined ? link.expiresAt : body.expiresAt;
  const expiresAt = wanted === null ? null : new Date(wanted);
  return {
    ...link,
    ...(body.lineItems ? linesOfLink(link.lineItems, body.lineItems, offers) : {}),
    active: body.active ?? link.active,
    expiresAt,
    // A new end is announced anew.
    hasExpired: link.hasExpired && expiresAt?.getTime() === link.expiresAt?.getTime(),
    maxCompletions: body.maxCompletions === undefined ? link.maxCompletions : body.maxCompletions,
    customFields:
      body.customFields?.map(({ text, ...field }) =>
        toCustomField({ ...field, text: text && { defaultValue: text.defaultValue }, numeric: null, dropdown: null }),
      ) ?? link.customFields,
    settings: { ...changedSettings(link.settings, body), ...changedFees(link, body, account) },
  };
}

const changedSettings = (settings: LinkSettings, body: UpdatePaymentLink): LinkSettings => ({
  submitType: body.submitType ?? settings.submitType,
  customerCreation: body.customerCreation ?? settings.customerCreation,
  afterCompletion: body.afterCompletion ?? settings.afterCompletion,
  allowPromotionCodes: body.allowPromotionCodes ?? settings.allowPromotionCodes,
  nameCollection: body.nameCollection ?? settings.nameCollection,
  billingAddressCollection: body.billingAddressCollection ?? settings.billingAddressCollection,
  shippingAddressCollection: body.shippingAddressCollection ?? settings.shippingAddressCollection,
  phoneNumberCollection: body.phoneNumberCollection ?? settings.phoneNumberCollection,
  brandingSettings: body.brandingSettings === undefined ? settings.brandingSettings : lookOf(body.brandingSettings),
  ...configurationOf(settings, body),
  metadata: mergeMetadata(settings.metadata, body.metadata) ?? {},
});

/** What the link says from now on; the same as it shows already changes nothing. */
function changedFees(
  link: Link,
  { feeConfig: change }: UpdatePaymentLink,
  account: AccountProfile,
): Pick<LinkSettings, 'feeConfig' | 'accountFeeConfig'> {
  const { feeConfig, accountFeeConfig } = link.settings;
  const shown = feeConfigOf(link);
  if (!change || isDeepStrictEqual(changeFeeConfig(shown, change), shown))
    return { ...(feeConfig ? { feeConfig } : {}), ...(accountFeeConfig ? { accountFeeConfig } : {}) };
  const { source: _source, ...said } = change;
  return { feeConfig: { ...feeConfig, ...said }, accountFeeConfig: account.feeConfig };
}

function configurationOf(
  settings: LinkSettings,
  { paymentMethodConfigurationId: wanted = settings.paymentMethodConfigurationId }: UpdatePaymentLink,
): Pick<LinkSettings, 'paymentMethodConfigurationId'> {
  return wanted === undefined || wanted === null ? {} : { paymentMethodConfigurationId: wanted };
}
