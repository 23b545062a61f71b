import type { CreateCheckoutSession, UpdateCheckoutSession } from '@mizan/contracts';
import { Problem, type LoadContext } from '@mizan/service-kit';
import type { Accounts } from '../accounts.ts';
import { plainRules } from '../pricing/session-pricing.ts';
import { wantedDiscounts, wantedTypes } from './check-fixed.ts';
import { checkReturnUrls } from './check-urls.ts';
import { findCustomer } from './create-session.ts';
import type { SessionFacts } from './open-session.ts';
import { offeredMethods } from './payment-methods.ts';
import { isSetup } from './session-state.ts';
import type { Session } from './session.ts';
import { totalCart } from './total-cart.ts';

/**
 * Asks what a new session of mode setup depends on. It sells nothing, so that only its customer and what can be saved
 * matter: cards.
 *
 * @throws Problem `parameter_invalid`: live mode, whose provider saves no methods here; or a type other than card
 * @throws Problem `resource_missing`: no such customer
 * @throws Problem `unsupported_currency`
 */
export async function askForSetup(
  accounts: Accounts,
  context: LoadContext,
  body: CreateCheckoutSession,
): Promise<SessionFacts> {
  const { scope, calls } = context;
  if (scope.livemode)
    throw new Problem('parameter_invalid', 'mode setup is for test mode: live mode saves no payment methods yet.', {
      param: 'mode',
    });
  refuseOtherTypes(body.paymentMethodTypes);
  checkReturnUrls(body, scope.livemode);
  const account = await accounts.get(context);
  const currency = body.currency ?? account.defaultCurrency;
  const methods = offeredMethods(account, currency, ['card']);
  const customer = await findCustomer(body, calls);
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
 * Refuses a change by which a session of mode setup would sell something, or save a method for nobody.
 *
 * @throws Problem `parameters_exclusive`: what only a payment has
 * @throws Problem `parameter_missing`: it takes its customer away
 * @throws Problem `parameter_invalid`: a type other than card
 */
export function checkSetupChange(session: Session, body: UpdateCheckoutSession): void {
  if (!isSetup(session)) return;
  const ofPayments: Record<string, boolean> = {
    lineItems: (body.lineItems ?? []).length > 0,
    discounts: (wantedDiscounts(body) ?? []).length > 0,
    allowPromotionCodes: body.allowPromotionCodes === true,
    captureMethod: body.captureMethod === 'manual',
    feeConfig: body.feeConfig?.feesPassThrough === true || body.feeConfig?.vatCollectionEnabled === true,
    paymentIntentData: body.paymentIntentData !== undefined,
    paymentMethodConfigurationId: body.paymentMethodConfigurationId !== undefined,
  };
  const param = Object.keys(ofPayments).find((name) => ofPayments[name]);
  if (param !== undefined)
    throw new Problem('parameters_exclusive', `${param} must not be sent for a session of mode setup.`, { param });
  refuseOtherTypes(wantedTypes(body));
  if (body.customerId === null)
    throw new Problem('parameter_missing', 'customerId is required for a session of mode setup.', {
      param: 'customerId',
    });
}

function refuseOtherTypes(types: readonly string[] | undefined): void {
  const index = types?.findIndex((type) => type !== 'card') ?? -1;
  if (index >= 0)
    throw new Problem('parameter_invalid', 'Only cards can be saved.', { param: `paymentMethodTypes[${index}]` });
}
