import type { CreateCheckoutSession, UpdateCheckoutSession } from '@mizan/contracts';
import { Problem, type LoadContext } from '@mizan/service-kit';
import type { App } from '../config.ts';
import { assertReturnUrls } from '../session/assert-settings.ts';
import type { SessionDependencies } from '../session/new-session.ts';
import { offeredMethods } from '../session/payment-methods.ts';
import { plainRules } from '../session/session-pricing.ts';
import { isSetup } from '../session/session-state.ts';
import type { Session } from '../session/session.ts';
import { totalCart } from '../session/total-cart.ts';
import { requestedDiscounts, requestedTypes } from './assert-update.ts';
import { fetchCustomer } from '../customers/customers.ts';

/**
 * Loads what a session of mode setup depends on. It saves a card, so that only its customer and the account matter.
 *
 * @throws Problem `parameter_invalid`: live mode, which saves no payment methods; or a type other than card
 * @throws Problem `resource_missing`: no such customer
 * @throws Problem `unsupported_currency`
 */
export async function prepareSetupSession(
  context: LoadContext,
  { accounts }: App,
  body: CreateCheckoutSession,
): Promise<SessionDependencies> {
  const { scope, calls } = context;
  const testOnly = 'mode setup is available in test mode only: live mode does not save payment methods yet.';
  if (scope.livemode) throw new Problem('parameter_invalid', testOnly, { param: 'mode' });
  assertOnlyCards(body.paymentMethodTypes);
  assertReturnUrls(body, scope.livemode);
  const account = await accounts.get(context);
  const currency = body.currency ?? account.defaultCurrency;
  const methods = offeredMethods({ account, currency, requested: ['card'] });
  const customer = body.customerId === undefined ? null : await fetchCustomer(calls, body.customerId);
  return {
    account,
    customer,
    methods,
    currency,
    cart: totalCart([], [], plainRules(currency)),
    feeConfig: { feesPassThrough: false, vatCollectionEnabled: false, source: 'session' },
  };
}

/**
 * Refuses a change by which a session of mode setup would sell something, or save a method without a customer.
 *
 * @throws Problem `parameters_exclusive`: a parameter of payments; `parameter_missing`: it removes the customer
 * @throws Problem `parameter_invalid`: a type other than card
 */
export function assertSetupUpdate(session: Session, body: UpdateCheckoutSession): void {
  if (!isSetup(session)) return;
  const ofPayments: Record<string, boolean> = {
    lineItems: (body.lineItems ?? []).length > 0,
    discounts: (requestedDiscounts(body) ?? []).length > 0,
    allowPromotionCodes: body.allowPromotionCodes === true,
    captureMethod: body.captureMethod === 'manual',
    feeConfig: body.feeConfig?.feesPassThrough === true || body.feeConfig?.vatCollectionEnabled === true,
    paymentIntentData: body.paymentIntentData !== undefined,
    paymentMethodConfigurationId: body.paymentMethodConfigurationId !== undefined,
  };
  const param = Object.keys(ofPayments).find((name) => ofPayments[name]);
  if (param !== undefined)
    throw new Problem('parameters_exclusive', `${param} must not be sent for a session of mode setup.`, { param });
  assertOnlyCards(requestedTypes(body));
  const missing = 'customerId is required for a session of mode setup.';
  if (body.customerId === null) throw new Problem('parameter_missing', missing, { param: 'customerId' });
}

function assertOnlyCards(types: readonly string[] | undefined): void {
  const index = types?.findIndex((type) => type !== 'card') ?? -1;
  if (index >= 0)
    throw new Problem('parameter_invalid', 'Only cards can be saved.', { param: `paymentMethodTypes[${index}]` });
}
