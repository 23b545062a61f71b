import {
  type AccountProfile,
  type calls,
  type Currency,
  type PaymentMethodInput,
  type PaymentMethodType,
  type ReplyOf,
  type RoutedPayment,
  takesAmount,
} from '@mizan/contracts';
import { type CallInput, own, Problem, type Reader, resourceMissing } from '@mizan/service-kit';
import { type App, noMethodFor, paymentsNotEnabled } from '../payment/app.ts';
import { canUse, type LiveRoute, routesFor, termsOf } from '../providers/live-routes.ts';
import type { TokenizedMethod, TokenizeRequest } from '../providers/port/adapter.ts';
import { amountBoundsOf, amountStepOf, type PayableAmount } from '../providers/port/capabilities.ts';
import type { ProviderMethod } from '../providers/port/provider-method.ts';
import type { ChargeRoute } from '../providers/port/provider.ts';
import type { Providers } from '../providers/registry.ts';
import type { PaymentMethodRow } from './payment-method.entity.ts';
import { paymentMethods } from './payment-method.table.ts';

/** A payment method of a request, and whose it is. */
export interface MethodRequest extends Omit<TokenizeRequest, 'findSaved'> {
  /** Customer whose saved methods may be used: the one that the merchant's server chose; null: no saved methods. */
  readonly savedMethodsOf: string | null;
}

/** A payment that a method is about to pay. */
export interface MethodPayment extends Omit<MethodRequest, 'country'>, Omit<RoutedPayment, 'type'> {
  readonly account: AccountProfile;
}

/** Who takes the payment, one after the other, each with the method as it needs it. */
export interface ReadRoutes {
  readonly routes: readonly [ChargeRoute, ...ChargeRoute[]];
  readonly savedId?: string;
}

/**
 * The method without its card number. May call the provider, so no transaction may be open.
 *
 * @throws Problem `payment_method_mismatch`, `parameter_missing`, `parameter_unknown`, `payment_method_corrupted`
 * @throws Problem `merchant_not_activated`: nobody takes the currency in live mode; `amount_invalid`: nor this amount
 * @throws Problem as {@link findSavedMethod}
 */
export async function readRoutes(reader: Reader, app: App, request: MethodPayment): Promise<ReadRoutes> {
  if (!reader.scope.livemode) return readTestRoute(reader, app, { ...request, country: request.account.country });
  const { account, paymentMethod, amount, currency, captureMethod, confirmationMethod = 'automatic' } = request;
  const all = await app.providers.liveRoutesOf(reader, account);
  if (!all.some((route) => route.currency === currency)) throw noMethodFor(currency);
  const { type } = assertLiveMethod(paymentMethod);
  const ofType = all.filter((route) => route.type === type && route.currency === currency);
  if (ofType.length === 0)
    throw mismatch('type', `${type} cannot be taken in ${currency} now. Choose another payment method.`);
  const able = routesFor(ofType, { type, amount, currency, captureMethod, confirmationMethod });
  if (able.length === 0) throw refusalOf(ofType, { amount, currency, captureMethod });
  return tokenizeFor(reader, app, { request: { ...request, country: account.country }, candidates: able });
}

async function readTestRoute(reader: Reader, { providers }: App, request: MethodRequest): Promise<ReadRoutes> {
  const { method, savedId } = await tokenizeTest(reader, providers, request);
  const route = { provider: providers.test.name, connectionId: null, settlesTo: 'platform', method } as const;
  return { routes: [route], ...(savedId === undefined ? {} : { savedId }) };
}

/** The method of test mode without its card number. @throws Problem as {@link readRoutes} */
export const tokenizeTest = (
  reader: Reader,
  { test }: Pick<Providers, 'test'>,
  { savedMethodsOf, ...request }: MethodRequest,
): Promise<TokenizedMethod> =>
  test.tokenize(reader, { ...request, findSaved: (id) => findSavedMethod(reader, id, savedMethodsOf) });

/** A method of live mode by its type: no card number, and nothing that only a test may request. */
function assertLiveMethod({ type, id, card, testOutcome }: PaymentMethodInput): { type: PaymentMethodType } {
  const number = 'Card numbers are not accepted in live mode. Send the token from the provider’s hosted card field.';
  if (testOutcome !== undefined)
    throw new Problem('parameter_unknown', 'testOutcome is only allowed in test mode.', {
      param: 'paymentMethod.testOutcome',
    });
  if (card !== undefined) throw mismatch('card', number);
  if (id !== undefined || type === undefined) throw mismatch('id', 'This is not a payment method of live mode.');
  return { type };
}

const mismatch = (field: string, message: string): Problem =>
  new Problem('payment_method_mismatch', message, { param: `paymentMethod.${field}` });

function refusalOf(
  routes: readonly LiveRoute[],
  { amount, currency, captureMethod }: PayableAmount & Pick<RoutedPayment, 'captureMethod'>,
): Problem {
  const able = routes.filter((route) => takesAmount(termsOf(route), amount));
  if (able.some(({ capability }) => captureMethod === 'automatic' || capability.captures !== 'none'))
    return mismatch('type', 'This payment method cannot be confirmed by your server. Choose another one.');
  if (able.length > 0) return mismatch('type', 'This payment method cannot be authorized first and captured later.');
  const bounds = routes.map(({ capability }) => amountBoundsOf(capability, currency));
  const [min, max] = [Math.min(...bounds.map((each) => each.min)), Math.max(...bounds.map((each) => each.max))];
  const step = Math.min(...routes.map(({ capability }) => amountStepOf(capability, currency)));
  const multiple = step === 1 ? '' : `, a multiple of ${step}`;
  return new Problem(
    'amount_invalid',
    `This payment method takes from ${min} to ${max} in the smallest unit of ${currency}${multiple}, not ${amount}.`,
  );
}

interface Tokenization {
  readonly request: MethodRequest;
  readonly candidates: readonly LiveRoute[];
}

/**
 * The method for each who can use it. One that does not answer is left out, unless none is left. What the first one refuses is
 * refused; a later one is left out then: a second account at a provider cannot read the token that the first one made.
 */
async function tokenizeFor(reader: Reader, app: App, { request, candidates }: Tokenization): Promise<ReadRoutes> {
  const { paymentMethod, savedMethodsOf } = request;
  const { live } = app.providers;
  const usable = candidates.filter((route) => canUse(route, live, paymentMethod));
  const findSaved = (id: string) => findSavedMethod(reader, id, savedMethodsOf);
  const routes: ChargeRoute[] = [];
  let unanswered: unknown;
  for (const route of usable.length > 0 ? usable : candidates.slice(0, 1)) {
    try {
      const { method } = await app.providers.tokenizeFor(route, reader, { ...request, findSaved });
      const { provider, settlesTo, connection } = route;
      routes.push({ provider, settlesTo, connectionId: connection?.id ?? null, method });
    } catch (thrown) {
      if (!(thrown instanceof Problem)) throw thrown;
      if (thrown.status >= 500) unanswered ??= thrown;
      else if (routes.length === 0 && unanswered === undefined) throw thrown;
    }
  }
  const [first, ...others] = routes;
  if (!first) throw unanswered;
  return { routes: [first, ...others] };
}

const testIdPrefix = 'pm_test_';

/** Refuses an id that looks like one of test mode and names no method: most are typing errors. */
function noTestMethod(livemode: boolean): Problem {
  const message = livemode
    ? 'This payment method is one of test mode. In live mode, send what the buyer entered, or the ID of a saved payment method.'
    : 'No such payment method. IDs of test mode are pm_test_<type>_<outcome>, such as pm_test_card_succeed or pm_test_fawry_pending_then_succeed; the outcomes are those of testOutcome.';
  return new Problem('resource_missing', message, { param: 'paymentMethod.id' });
}

/**
 * A saved method that is about to pay.
 *
 * @param customerId customer whose methods may be used; null: none
 * @throws Problem `resource_missing`, `payment_method_customer_mismatch`
 */
export async function findSavedMethod(
  { one, scope }: Pick<Reader, 'one' | 'scope'>,
  id: string,
  customerId: string | null,
): Promise<ProviderMethod> {
  const row = await one<PaymentMethodRow>`
    select ${paymentMethods.columns} from payment_methods where ${own({ scope })} and id = ${id}`;
  if (!row) throw id.startsWith(testIdPrefix) ? noTestMethod(scope.livemode) : resourceMissing('paymentMethod.id');
  const message = 'This payment method does not belong to the customer of this payment.';
  if (row.customerId !== customerId)
    throw new Problem('payment_method_customer_mismatch', message, { param: 'paymentMethod.id' });
  return { ...row.method, savedAt: row.createdAt.toISOString() };
}

type DescribeMethodCall = typeof calls.describePaymentMethod;
type DescribeBinCall = typeof calls.describeCardBin;

/** What the fee of a method depends on, and which card it is. @throws Problem `merchant_not_activated`, as {@link readRoutes} */
export async function describePaymentMethod(
  reader: Reader,
  app: App,
  { body }: CallInput<DescribeMethodCall>,
): Promise<ReplyOf<DescribeMethodCall>> {
  const { currency, ...method } = body;
  const request = { ...method, savedMethodsOf: body.savedMethodsOf ?? null };
  const { type, cardInfo, card } = reader.scope.livemode
    ? await describeLive(reader, app, { ...request, currency })
    : (await tokenizeTest(reader, app.providers, request)).method;
  return { paymentMethodType: type, cardInfo, cardFingerprint: card?.fingerprint ?? null };
}

/** By the provider that takes the currency of the payment, or, where that is not named, any that takes the method. */
async function describeLive(
  reader: Reader,
  app: App,
  { currency, ...request }: MethodRequest & { readonly currency: Currency | undefined },
): Promise<ProviderMethod> {
  const { scope } = reader;
  const all = await app.providers.liveRoutesOf(reader, await app.accounts.get({ scope, calls: app.callsFor(scope) }));
  if (all.length === 0) throw paymentsNotEnabled();
  const { type } = assertLiveMethod(request.paymentMethod);
  const candidates = all.filter(
    (route) => route.type === type && (currency === undefined || route.currency === currency),
  );
  if (candidates.length === 0) throw mismatch('type', `${type} cannot be taken now. Choose another payment method.`);
  const oneEach = [...new Map(candidates.map((route) => [route.connection?.id, route])).values()];
  return (await tokenizeFor(reader, app, { request, candidates: oneEach })).routes[0].method;
}

/** What the fee of a card depends on, while its number is being typed. */
export const describeCardBin = (
  { scope }: Reader,
  { providers }: App,
  { body }: CallInput<DescribeBinCall>,
): ReplyOf<DescribeBinCall> => ({ cardInfo: providers.cardInfoOf(scope, body.cardBin) });
