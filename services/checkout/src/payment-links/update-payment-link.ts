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
import { lockCatalogProducts } from '../catalog/catalog-rows.ts';
import type { App } from '../config.ts';
import { commonCurrency } from '../session/assert-lines.ts';
import { assertReturnUrls } from '../session/assert-settings.ts';
import { toCustomField } from '../session/custom-field.resource.ts';
import { changeFeeConfig } from '../session/fee-config.ts';
import { publishPriceUses } from '../session/line-prices.ts';
import { fetchLiveMethods } from '../session/live-methods.ts';
import { changedPageSettings } from '../session/page-settings.ts';
import { brandingOf } from '../sessions/change-session.ts';
import type { LinkDependencies } from './create-payment-link.ts';
import { findLink, lockLink, saveLink } from './link-rows.ts';
import type { Link, LinkSettings } from './link.ts';
import { feeConfigOf, toPaymentLinkResource } from './payment-link.resource.ts';
import {
  assertExpiry,
  assertPayable,
  fetchLinkConfiguration,
  linesOfLink,
  prepareLines,
  productsOf,
} from './prepare-link-lines.ts';
import { searchIndexOf } from './search-text.ts';

/** What a change of a link depends on, loaded before any transaction. */
interface LoadedChange extends LinkDependencies {
  /** The link that the rest was prepared for. */
  readonly link: Link;
}

interface UpdateInput {
  readonly params: { readonly id: string };
  readonly body: UpdatePaymentLink;
  readonly idempotencyKey: string | undefined;
}

/**
 * Loads everything that a change of a link depends on, before any transaction.
 *
 * @throws Problem `resource_missing`: no such link, line, price, product or payment method configuration
 * @throws Problem as `prepareLines`; `parameter_invalid`: an invalid address, expiry or currency
 */
export async function prepareLinkUpdate(
  context: LoadContext,
  app: App,
  { params, body, idempotencyKey }: UpdateInput,
): Promise<LoadedChange> {
  const link = await findLink(context.reader, params.id);
  if (!link) throw resourceMissing();
  const shown = toPaymentLinkResource(link, app);
  assertReturnUrls(body, link.livemode);
  if (body.expiresAt !== shown.expiresAt) assertExpiry(body.expiresAt, context.now);
  changedSettings(link.settings, body); // refused before a price is fetched
  const account = await app.accounts.get(context);
  const fees = body.feeConfig ? changeFeeConfig(shown.feeConfig, body.feeConfig) : shown.feeConfig;
  const { lineItems, currency } = body;
  const { paymentMethodConfigurationId: former } = link.settings;
  const { paymentMethodConfigurationId: named = former } = body;
  const isOtherConfiguration = (named ?? undefined) !== former;
  if (lineItems || isOtherConfiguration || !isDeepStrictEqual(fees, shown.feeConfig)) {
    const configuration = await fetchLinkConfiguration(context, app, { id: link.id, named });
    const offer = { configuration, live: await fetchLiveMethods(app, context), fees };
    if (lineItems) {
      const requested = { lineItems, currency, link, idempotencyKey, ...offer };
      return { link, account, ...(await prepareLines(context, account, requested)) };
    }
    const param = isOtherConfiguration ? 'paymentMethodConfigurationId' : 'feeConfig';
    await assertPayable(context, account, { link, ...offer, param });
  }
  commonCurrency([link.currency], currency);
  return { link, account, offers: [], firstUses: [] };
}

interface Update {
  readonly id: string;
  readonly body: UpdatePaymentLink;
  readonly loaded: LoadedChange;
}

/**
 * Changes a link, with its event unless nothing is different afterwards. Sessions that it has opened do not change.
 *
 * @throws Problem `resource_missing`: no such link or line; `resource_invalid_state`: as `assertAsPrepared`
 * @throws Problem `amount_invalid` | `parameter_invalid`: of its lines, or too much metadata
 */
export async function updatePaymentLink(tx: Tx, app: App, { id, body, loaded }: Update): Promise<PaymentLink> {
  const catalogChanges = body.lineItems && (await lockCatalogProducts(tx, productsOf(loaded.offers))); // before the link
  const before = await lockLink(tx, id);
  if (!before) throw resourceMissing();
  assertAsPrepared(before, body, loaded);
  const changed = {
    ...changedLink(before, body, loaded),
    ...(catalogChanges && { catalogChanges: { ...before.catalogChanges, ...catalogChanges } }),
  };
  const former = toPaymentLinkResource(before, app);
  const previousAttributes = formerAttributes(former, toPaymentLinkResource(changed, app));
  if (Object.keys(previousAttributes).length === 0) return former;
  const link: Link = { ...changed, version: before.version + 1, updatedAt: tx.now };
  const search = catalogChanges ? searchIndexOf(link.lineItems, catalogChanges) : undefined;
  await saveLink(tx, { before, link, search });
  const resource = toPaymentLinkResource(link, app);
  tx.emit('payment_link.updated', { object: resource, version: link.version, previousAttributes });
  publishPriceUses(tx, link.id, loaded.firstUses);
  return resource;
}

/**
 * Refuses a change of what buyers pay, and how, that was prepared for a link which another request has changed since:
 * together they could make a link in a currency that is not that of its prices, or one that no method can pay.
 *
 * @throws Problem `resource_invalid_state`
 */
function assertAsPrepared(now: Link, body: UpdatePaymentLink, { link }: LoadedChange): void {
  const { lineItems, currency, feeConfig, paymentMethodConfigurationId } = body;
  if (![lineItems, currency, feeConfig, paymentMethodConfigurationId].some((each) => each !== undefined)) return;
  if (now.version === link.version || isDeepStrictEqual(pricingOf(now), pricingOf(link))) return;
  throw new Problem(
    'resource_invalid_state',
    'Another request has just changed this payment link. Retrieve it, then send your change with a new Idempotency-Key.',
  );
}

const pricingOf = ({ lineItems, settings: { feeConfig, accountFeeConfig, paymentMethodConfigurationId } }: Link) => [
  lineItems,
  ...[feeConfig, accountFeeConfig, paymentMethodConfigurationId],
];

function changedLink(link: Link, body: UpdatePaymentLink, { account, offers }: LinkDependencies): Link {
  const end = body.expiresAt === undefined ? link.expiresAt : body.expiresAt;
  const expiresAt = end === null ? null : new Date(end);
  return {
    ...link,
    ...(body.lineItems ? linesOfLink(link.lineItems, body.lineItems, offers) : {}),
    active: body.active ?? link.active,
    expiresAt,
    // A new expiry is published again.
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
  ...changedPageSettings(settings, body),
  brandingSettings: body.brandingSettings === undefined ? settings.brandingSettings : brandingOf(body.brandingSettings),
  ...configurationOf(settings, body),
  metadata: mergeMetadata(settings.metadata, body.metadata) ?? {},
});

/** The link's own fees after a change; what equals those that it shows changes nothing. */
function changedFees(link: Link, { feeConfig: change }: UpdatePaymentLink, account: AccountProfile) {
  const { feeConfig, accountFeeConfig } = link.settings;
  const shown = feeConfigOf(link);
  if (!change || isDeepStrictEqual(changeFeeConfig(shown, change), shown))
    return { ...(feeConfig ? { feeConfig } : {}), ...(accountFeeConfig ? { accountFeeConfig } : {}) };
  const { source: _source, ...changed } = change;
  return { feeConfig: { ...feeConfig, ...changed }, accountFeeConfig: account.feeConfig };
}

function configurationOf({ paymentMethodConfigurationId: former }: LinkSettings, body: UpdatePaymentLink) {
  const { paymentMethodConfigurationId: id = former } = body;
  return id === undefined || id === null ? {} : { paymentMethodConfigurationId: id };
}
