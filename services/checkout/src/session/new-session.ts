import type {
  AccountProfile,
  CreateCheckoutSession,
  Currency,
  FeeConfig,
  LiveMethod,
  PaymentMethodConfiguration,
  SessionCustomer,
  SessionPaymentMethod,
} from '@mizan/contracts';
import { newId, type Reader, type Scope } from '@mizan/service-kit';
import { toBranding } from './brand.ts';
import { toCustomField } from './custom-field.resource.ts';
import type { FirstUses } from './line-prices.ts';
import { liveMethodsFor } from './live-methods.ts';
import { pageSettingsOf } from './page-settings.ts';
import { configurationFor } from './payment-methods.ts';
import type { Session } from './session.ts';
import type { TotalledCart } from './total-cart.ts';

/** What a new session depends on, loaded before any transaction. */
export interface SessionDependencies {
  readonly account: AccountProfile;
  readonly customer: SessionCustomer | null;
  readonly methods: readonly SessionPaymentMethod[];
  /** What live mode can take; absent in test mode. */
  readonly live?: readonly LiveMethod[] | undefined;
  /** The id that other services know already. */
  readonly id?: string;
  readonly configuration?: PaymentMethodConfiguration;
  readonly cart: TotalledCart;
  /** Of a session that sells nothing. */
  readonly currency?: Currency;
  readonly feeConfig: FeeConfig;
  /** From `reserveUnusedPrices`. */
  readonly firstUses?: FirstUses;
  /** None when absent. */
  readonly discounts?: Session['discounts'];
}

/** The id of a session to create. */
export const newSessionId = ({ livemode }: Pick<Scope, 'livemode'>): string => newId(livemode ? 'cs_live' : 'cs_test');

/** A new session: open, unpaid, not being confirmed. */
export function newSession(
  { scope, now }: Pick<Reader, 'scope' | 'now'>,
  body: CreateCheckoutSession,
  dependencies: SessionDependencies,
): Session {
  const { customer, cart, configuration } = dependencies;
  const currency = dependencies.currency ?? cart.lineItems[0]?.currency;
  if (currency === undefined) throw new Error('bug: a session without lines');
  const settings = toSettings(body, dependencies);
  const { methodTypes, captureMethod, payment } = settings;
  const { confirmationMethod } = payment;
  const liveMethods = liveMethodsFor(dependencies.live, { currency, methodTypes, captureMethod, confirmationMethod });
  return {
    id: dependencies.id ?? newSessionId(scope),
    merchantId: scope.merchantId,
    livemode: scope.livemode,
    version: 1,
    createdAt: now,
    updatedAt: now,
    expiresAt: new Date(now.getTime() + body.expiresAfterMinutes * 60_000),
    status: 'open',
    paymentStatus: 'unpaid',
    currency,
    ...cart,
    customerId: customer?.id ?? null,
    customer,
    erasedCustomerId: null,
    customerDetails: body.customerDetails ?? null,
    customFields: body.customFields.map(toCustomField),
    paymentLinkId: null,
    paymentIntentId: null,
    paymentMethodId: null,
    paymentIntent: null,
    intentVersion: 0,
    attempt: 0,
    attemptUntil: null,
    expiryRetryAt: null,
    holdId: null,
    recoveredFrom: null,
    closedByMerchant: false,
    paidIn: null,
    catalogChanges: null,
    discounts: dependencies.discounts ?? [],
    settings: {
      ...settings,
      ...(liveMethods && { liveMethods }),
      ...(configuration && { methodConfiguration: configurationFor(configuration, currency) }),
    },
  };
}

function toSettings(
  body: CreateCheckoutSession,
  { account, customer, methods, feeConfig }: SessionDependencies,
): Session['settings'] {
  const { paymentIntentData: payment } = body;
  return {
    mode: body.mode,
    uiMode: body.uiMode,
    submitType: body.submitType ?? (body.mode === 'subscription' ? 'SUBSCRIBE' : 'PAY'),
    ...(customer ? { customerId: customer.id } : {}), // the customer's current id: guests are merged
    customerUpdate: body.customerUpdate ?? {},
    ...pageSettingsOf(body),
    ...(body.cancelUrl === undefined ? {} : { cancelUrl: body.cancelUrl }),
    feeConfig,
    brandingSettings: toBranding(body.brandingSettings),
    locale: body.locale,
    methodTypes: methods.map(({ type }) => type),
    captureMethod: body.captureMethod,
    payment: {
      confirmationMethod: payment?.confirmationMethod ?? 'automatic',
      description: payment?.description ?? null,
      receiptEmail: payment?.receiptEmail ?? null,
      metadata: payment?.metadata ?? {},
    },
    metadata: body.metadata ?? {},
    merchantName: account.displayName,
    merchantCountry: account.country,
    merchantLocale: account.defaultLocale,
    ...(account.logo === null ? {} : { merchantLogo: account.logo }),
  };
}
