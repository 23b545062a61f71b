import type { AccountProfile, CheckoutPrice, CreatePaymentLink, LineItemChange, PaymentLink } from '@mizan/contracts';
import { newId, Problem, randomBase62, type LoadContext, type Tx } from '@mizan/service-kit';
import { lockCatalogProducts } from '../catalog/catalog-rows.ts';
import type { App } from '../config.ts';
import { assertReturnUrls } from '../session/assert-settings.ts';
import { toBranding } from '../session/brand.ts';
import { toCustomField } from '../session/custom-field.resource.ts';
import { resolveFeeConfig } from '../session/fee-config.ts';
import { publishPriceUses, type FirstUses } from '../session/line-prices.ts';
import { fetchLiveMethods } from '../session/live-methods.ts';
import { pageSettingsOf } from '../session/page-settings.ts';
import { insertLink } from './link-rows.ts';
import type { Link } from './link.ts';
import { toPaymentLinkResource } from './payment-link.resource.ts';
import { assertExpiry, fetchLinkConfiguration, linesOfLink, prepareLines, productsOf } from './prepare-link-lines.ts';
import { searchIndexOf } from './search-text.ts';

/** Base62 characters of a slug: 119 bits, because the address alone opens the link. */
const slugLength = 20;

/** What a link depends on, loaded before any transaction. */
export interface LinkDependencies {
  /** Of a new link: the id that other services know already. */
  readonly id?: string;
  readonly account: AccountProfile;
  /** Prices of `lineItems`, at the same positions. */
  readonly offers: readonly CheckoutPrice[];
  readonly firstUses: FirstUses;
}

interface CreateInput {
  readonly body: CreatePaymentLink;
  readonly idempotencyKey: string | undefined;
}

/**
 * Loads everything that a new link depends on, before any transaction.
 *
 * @throws Problem `merchant_not_activated`: live payments are off
 * @throws Problem as `prepareLines`; `parameter_invalid`: an invalid address or expiry
 */
export async function preparePaymentLink(
  context: LoadContext,
  app: App,
  { body, idempotencyKey }: CreateInput,
): Promise<LinkDependencies> {
  const account = await app.accounts.get(context);
  const { livemode } = context.scope;
  if (livemode && !account.livePaymentsEnabled)
    throw new Problem('merchant_not_activated', 'Live payments are not enabled for this account.');
  assertReturnUrls(body, livemode);
  assertExpiry(body.expiresAt, context.now);
  const fees = resolveFeeConfig(account.feeConfig, { payment_link: body.feeConfig });
  const lineItems = body.lineItems.map(asChange);
  const id = newId('plink');
  const configuration = await fetchLinkConfiguration(context, app, { id, named: body.paymentMethodConfigurationId });
  const { currency } = body;
  const live = await fetchLiveMethods(app, context);
  const requested = { lineItems, currency, link: undefined, live, configuration, fees, idempotencyKey };
  const lines = await prepareLines(context, account, requested);
  return { id, account, ...lines };
}

/** Writes the link that {@link preparePaymentLink} prepared, with its event. */
export async function createPaymentLink(
  tx: Tx,
  app: App,
  { body, loaded }: { readonly body: CreatePaymentLink; readonly loaded: LinkDependencies },
): Promise<PaymentLink> {
  const { id = newId('plink'), account, offers, firstUses } = loaded;
  const { paymentMethodConfigurationId: configurationId } = body;
  const catalogChanges = await lockCatalogProducts(tx, productsOf(offers)); // before the link: see `renameInLinks`
  const link: Link = {
    id,
    ...tx.scope,
    version: 1,
    createdAt: tx.now,
    updatedAt: tx.now,
    slug: randomBase62(slugLength),
    active: body.active,
    expiresAt: body.expiresAt ? new Date(body.expiresAt) : null,
    hasExpired: false,
    maxCompletions: body.maxCompletions ?? null,
    catalogChanges,
    ...linesOfLink([], body.lineItems.map(asChange), offers),
    customFields: body.customFields.map(toCustomField),
    settings: {
      submitType: body.submitType,
      ...pageSettingsOf(body),
      brandingSettings: toBranding(body.brandingSettings),
      ...(body.feeConfig ? { feeConfig: body.feeConfig } : {}),
      accountFeeConfig: account.feeConfig,
      ...(configurationId === undefined ? {} : { paymentMethodConfigurationId: configurationId }),
      metadata: body.metadata ?? {},
    },
  };
  await insertLink(tx, link, searchIndexOf(link.lineItems, catalogChanges));
  const resource = toPaymentLinkResource(link, app);
  tx.emit('payment_link.created', { object: resource, version: link.version });
  publishPriceUses(tx, link.id, firstUses);
  return resource;
}

const asChange = (line: CreatePaymentLink['lineItems'][number]): LineItemChange => ({
  id: undefined,
  priceId: line.priceId,
  priceData: line.priceData,
  quantity: line.quantity,
  adjustableQuantity: line.adjustableQuantity,
  customAmount: line.customAmount,
});
