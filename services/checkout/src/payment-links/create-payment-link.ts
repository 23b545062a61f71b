import type { AccountProfile, CheckoutPrice, CreatePaymentLink, LineItemChange, PaymentLink } from '@mizan/contracts';
import { newId, Problem, randomBase62, type LoadContext, type Tx } from '@mizan/service-kit';
import type { Accounts } from '../accounts.ts';
import { resolveFeeConfig } from '../pricing/fee-config.ts';
import { toBranding } from '../sessions/brand.ts';
import { checkReturnUrls } from '../sessions/check-urls.ts';
import { toCustomField } from '../sessions/custom-field.resource.ts';
import { publishUses, type FirstUses } from '../sessions/price-uses.ts';
import type { Rendering } from '../sessions/session.resource.ts';
import { askForLines, checkExpiry, linesOfLink } from './ask-for-lines.ts';
import { useConfiguration } from './use-configuration.ts';
import { insertLink } from './link-rows.ts';
import type { Link } from './link.ts';
import { toPaymentLinkResource } from './payment-link.resource.ts';
import { lockProducts, searchedOf } from './search-text.ts';

/** Base62 characters of a slug: 119 bits, for the address alone opens the link. */
const slugLength = 20;

/** What the other services said about a link. */
export interface LinkFacts {
  /** Of a new link: the id that was told to others already. */
  readonly id?: string;
  readonly account: AccountProfile;
  /** Prices of `lineItems`, at their places. */
  readonly offers: readonly CheckoutPrice[];
  /** From `reserveUnused`. */
  readonly firstUses: FirstUses;
}

/**
 * Asks everything that a new link depends on, before any transaction.
 *
 * @throws Problem `merchant_not_activated`: live mode without a provider
 * @throws Problem as `askForLines`; `parameter_invalid`: an address or an expiry that cannot be
 */
export async function askForPaymentLink(
  accounts: Accounts,
  context: LoadContext,
  { body, idempotencyKey }: { readonly body: CreatePaymentLink; readonly idempotencyKey: string | undefined },
): Promise<LinkFacts> {
  const account = await accounts.get(context);
  const { livemode } = context.scope;
  if (livemode && !account.livePaymentsEnabled)
    throw new Problem('merchant_not_activated', 'Live payments are not enabled for this account.');
  checkReturnUrls({ afterCompletion: body.afterCompletion, cancelUrl: undefined }, livemode);
  checkExpiry(body.expiresAt, context.now);
  const fees = resolveFeeConfig(account.feeConfig, { payment_link: body.feeConfig });
  const lineItems = body.lineItems.map(asChange);
  const id = newId('plink');
  await useConfiguration(body.paymentMethodConfigurationId, context, id);
  const lines = await askForLines(context, account, {
    lineItems,
    currency: body.currency,
    link: undefined,
    fees,
    idempotencyKey,
  });
  return { id, account, ...lines };
}

/**
 * Writes the link that {@link askForPaymentLink} allowed, with its event.
 *
 * @returns the link as the merchant's API shows it
 */
export async function createPaymentLink(
  rendering: Rendering,
  tx: Tx,
  body: CreatePaymentLink,
  { id = newId('plink'), account, offers, firstUses }: LinkFacts,
): Promise<PaymentLink> {
  const news = await lockProducts(
    tx,
    offers.map(({ product }) => product),
  );
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
    news,
    ...linesOfLink([], body.lineItems.map(asChange), offers),
    customFields: body.customFields.map(toCustomField),
    settings: {
      submitType: body.submitType,
      customerCreation: body.customerCreation,
      afterCompletion: body.afterCompletion,
      allowPromotionCodes: body.allowPromotionCodes,
      nameCollection: body.nameCollection,
      billingAddressCollection: body.billingAddressCollection,
      shippingAddressCollection: body.shippingAddressCollection,
      phoneNumberCollection: body.phoneNumberCollection,
      brandingSettings: toBranding(body.brandingSettings),
      ...(body.feeConfig ? { feeConfig: body.feeConfig } : {}),
      accountFeeConfig: account.feeConfig,
      ...(body.paymentMethodConfigurationId === undefined
        ? {}
        : { paymentMethodConfigurationId: body.paymentMethodConfigurationId }),
      metadata: body.metadata ?? {},
    },
  };
  await insertLink(tx, link, searchedOf(link.lineItems, news));
  const resource = toPaymentLinkResource(link, rendering);
  tx.emit('payment_link.created', { object: resource, version: link.version });
  publishUses(tx, link.id, firstUses);
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
