import { isDeepStrictEqual } from 'node:util';
import {
  isGiven,
  type CheckoutPrice,
  type CustomField,
  type FeeConfig,
  type LiveMethod,
  type SessionCustomer,
  type UpdateCheckoutSession,
} from '@mizan/contracts';
import { mergeMetadata, Problem } from '@mizan/service-kit';
import { toBranding } from '../session/brand.ts';
import { changedLines } from '../session/change-lines.ts';
import { toCustomField } from '../session/custom-field.resource.ts';
import { changeFeeConfig } from '../session/fee-config.ts';
import { liveMethodsFor } from '../session/live-methods.ts';
import type { FirstUses } from '../session/line-prices.ts';
import { changedPageSettings } from '../session/page-settings.ts';
import { payableMethodsOf } from '../session/payment-methods.ts';
import { rulesOf, type PricingRules } from '../session/session-pricing.ts';
import type { Session, SessionSettings } from '../session/session.ts';
import { totalCart } from '../session/total-cart.ts';
import { assertTotal } from '../session/assert-total.ts';

/** What a change depends on, loaded before any transaction. */
export interface UpdateDependencies {
  /** Prices of `lineItems`, at the same positions. */
  readonly offers: readonly CheckoutPrice[];
  /** The customer that is newly chosen; null when it is removed; undefined when it does not change. */
  readonly customer: SessionCustomer | null | undefined;
  /** Undefined when they do not change. */
  readonly discounts: Session['discounts'] | undefined;
  /** The payment method configuration that is newly named; undefined when it does not change. */
  readonly configuration?: SessionSettings['methodConfiguration'];
  readonly firstUses: FirstUses;
  /** Types to offer; undefined when they do not change. */
  readonly methodTypes: SessionSettings['methodTypes'] | undefined;
  /** What live mode can take; undefined in test mode, and where neither the amount nor the methods change. */
  readonly live?: readonly LiveMethod[] | undefined;
}

const changeable = [
  'lineItems',
  'amountSubtotal',
  'amountTotal',
  'totalDetails',
  'discounts',
  'settings',
  'customerId',
  'customer',
  'customerDetails',
  'customFields',
  'pricing',
] as const;

/** The part of a session that a merchant may change. */
export type Changeable = Pick<Session, (typeof changeable)[number]>;

/**
 * The fields of a session that a change makes different; empty when it changes nothing.
 *
 * @throws Problem `resource_missing` | `amount_invalid`: of its lines
 * @throws Problem `parameter_invalid`: too much metadata, details beside a chosen customer, or no method is left that
 *   can be captured later
 */
export function changeSession(
  session: Session,
  body: UpdateCheckoutSession,
  loaded: UpdateDependencies,
): Partial<Changeable> {
  const offer = changedOffer(session, body, loaded);
  const { discounts = session.discounts } = loaded;
  const lines = body.lineItems && changedLines(session.lineItems, body.lineItems, loaded.offers);
  const rules = stillOffered(rulesOf(offer), offer.settings);
  const isRepriced = !isDeepStrictEqual(rules, rulesOf(session));
  const cart =
    lines || loaded.discounts || isRepriced ? totalCart(lines ?? session.lineItems, discounts, rules) : undefined;
  const takesOthers = !isDeepStrictEqual(payersOf(offer.settings), payersOf(session.settings));
  const methods = cart || takesOthers ? payableMethodsOf(offer) : []; // also refuses a session that none can pay
  if (cart) assertTotal(cart.amountTotal, methods, { ...rules, param: totalParamOf(body) });
  const after: Changeable = { ...offer, ...cart, discounts };
  const changed = changeable.filter((name) => !isSame(after, session, name));
  return Object.fromEntries(changed.map((name) => [name, after[name]]));
}

/** What decides which methods can pay. */
const payersOf = ({ methodTypes, methodConfiguration, liveMethods, captureMethod }: SessionSettings) => ({
  methodTypes,
  methodConfiguration,
  liveMethods,
  captureMethod,
});

/**
 * The session after a change, but for what it costs: its lines, discounts and totals are still those before.
 *
 * @throws Problem `parameter_invalid`: as {@link changeSession}
 */
export function changedOffer(
  session: Session,
  body: UpdateCheckoutSession,
  loaded: Pick<UpdateDependencies, 'customer' | 'configuration' | 'methodTypes' | 'live'>,
): Session {
  const { customer } = loaded;
  const settings = withLive(session, changedSettings(session, body, loaded), loaded.live);
  const after: Session = {
    ...session,
    settings,
    ...(customer === undefined ? {} : { customer, customerId: customer?.id ?? null }),
    customerDetails: body.customerDetails
      ? mergeDetails(session.customerDetails, body.customerDetails)
      : session.customerDetails,
    customFields: body.customFields?.map((field) => changedField(session.customFields, field)) ?? session.customFields,
  };
  if (settings.customerId !== undefined && body.customerDetails && !isSame(after, session, 'customerDetails'))
    throw new Problem('parameter_invalid', 'customerDetails must not be sent for a session with a chosen customer.', {
      param: 'customerDetails',
    });
  return after;
}

/** The part of a change to which a total belongs that no method can pay; undefined where none of them is in it. */
export const totalParamOf = (body: UpdateCheckoutSession): string | undefined =>
  (
    [
      'lineItems',
      'discounts',
      'feeConfig',
      'captureMethod',
      'paymentMethodTypes',
      'paymentMethodConfigurationId',
    ] as const
  ).find((name) => isGiven(body[name])) ??
  (isGiven(body.paymentIntentData?.confirmationMethod) ? 'paymentIntentData.confirmationMethod' : undefined);

/** True when an attempt that waits for the buyer would then charge the wrong amount or customer, or capture at the wrong time. */
export function isPaymentAffected({ lineItems, settings }: Session, change: Partial<Changeable>): boolean {
  const priced = ['amountSubtotal', 'amountTotal', 'totalDetails', 'discounts', 'customerId', 'pricing'];
  if (priced.some((name) => name in change)) return true;
  if (change.settings && change.settings.captureMethod !== settings.captureMethod) return true;
  return change.lineItems !== undefined && !isDeepStrictEqual(lineItems.map(sold), change.lineItems.map(sold));
}

const sold = ({ price, quantity, amountTotal }: Session['lineItems'][number]) => [price.id, quantity, amountTotal];

const isSame = (one: Changeable, other: Changeable, name: keyof Changeable): boolean =>
  isDeepStrictEqual(one[name], other[name]);

function changedSettings(
  { settings }: Session,
  body: UpdateCheckoutSession,
  { customer, configuration, methodTypes }: Pick<UpdateDependencies, 'customer' | 'configuration' | 'methodTypes'>,
): SessionSettings {
  const { cancelUrl, customerId, ...rest } = settings;
  const chosen = customer === undefined ? customerId : customer?.id;
  const back = body.cancelUrl === undefined ? cancelUrl : (body.cancelUrl ?? undefined);
  return {
    ...rest,
    ...(chosen === undefined ? {} : { customerId: chosen }),
    ...(back === undefined ? {} : { cancelUrl: back }),
    ...changedPageSettings(rest, body),
    customerUpdate: body.customerUpdate === undefined ? rest.customerUpdate : (body.customerUpdate ?? {}),
    feeConfig: changedFees(rest.feeConfig, body.feeConfig),
    brandingSettings: body.brandingSettings === undefined ? rest.brandingSettings : brandingOf(body.brandingSettings),
    locale: body.locale ?? rest.locale,
    methodTypes: methodTypes ?? rest.methodTypes,
    ...(configuration && { methodConfiguration: configuration }),
    captureMethod: body.captureMethod ?? rest.captureMethod,
    payment: changedPayment(rest.payment, body.paymentIntentData),
    metadata: mergeMetadata(rest.metadata, body.metadata) ?? {},
  };
}

function withLive({ currency }: Session, settings: SessionSettings, live: UpdateDependencies['live']): SessionSettings {
  const { methodTypes, captureMethod, payment } = settings;
  const { confirmationMethod } = payment;
  const liveMethods = liveMethodsFor(live, { currency, methodTypes, captureMethod, confirmationMethod });
  return liveMethods ? { ...settings, liveMethods } : settings;
}

/** The session's own fees after a change; what equals those before keeps its source, the link or the account. */
function changedFees(before: FeeConfig, change: UpdateCheckoutSession['feeConfig']): FeeConfig {
  if (!change) return before;
  const { source: _source, ...was } = before;
  const after = changeFeeConfig(was, change);
  return isDeepStrictEqual(after, was) ? before : { ...after, source: 'session' };
}

/** Without the fee of a method that is no longer offered. */
const stillOffered = (rules: PricingRules, { methodTypes }: SessionSettings): PricingRules =>
  rules.chosen && !methodTypes.includes(rules.chosen.paymentMethodType) ? { ...rules, chosen: null } : rules;

/** Branding as it is stored, with its warnings found again. */
export function brandingOf(input: UpdateCheckoutSession['brandingSettings']): SessionSettings['brandingSettings'] {
  const { warnings: _warnings, ...branding } = input ?? {};
  return toBranding(branding);
}

type PaymentData = NonNullable<UpdateCheckoutSession['paymentIntentData']>;

function changedPayment(payment: SessionSettings['payment'], change: PaymentData = {}): SessionSettings['payment'] {
  // `null` removes, `undefined` keeps.
  const {
    confirmationMethod = payment.confirmationMethod,
    description = payment.description,
    receiptEmail = payment.receiptEmail,
  } = change;
  const metadata = mergeMetadata(payment.metadata, change.metadata) ?? {};
  return { confirmationMethod, description, receiptEmail, metadata };
}

/** A custom field after a change; one that did not change keeps its answer. */
function changedField(
  before: readonly CustomField[],
  field: NonNullable<UpdateCheckoutSession['customFields']>[number],
): CustomField {
  const changed = toCustomField({
    ...field,
    text: field.text && { defaultValue: field.text.defaultValue },
    numeric: undefined,
    dropdown: undefined,
  });
  const known = before.find(({ key }) => key === field.key);
  return known && isDeepStrictEqual(unanswered(known), changed) ? known : changed;
}

const unanswered = (field: CustomField): CustomField => ({
  ...field,
  ...(field.text ? { text: { ...field.text, value: null } } : {}),
  ...(field.numeric ? { numeric: { value: null } } : {}),
  ...(field.dropdown ? { dropdown: { value: null } } : {}),
});

type Details = NonNullable<Session['customerDetails']>;

/** Later details replace earlier ones field by field; `null` removes one. Addresses are replaced as a whole. */
export function mergeDetails(before: Details | null, after: Details): Details {
  return {
    ...before,
    ...given(after),
    ...(after.billingDetails ? { billingDetails: { ...before?.billingDetails, ...given(after.billingDetails) } } : {}),
    ...(after.shipping ? { shipping: { ...before?.shipping, ...given(after.shipping) } } : {}),
  };
}

const given = <T extends object>(fields: T): Partial<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;
