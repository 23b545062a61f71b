import type { LiveMethod } from './calls.ts';
import type { Currency, PaymentMethodType } from './enums.ts';
import type { CaptureMethod, ConfirmationMethod } from './payment-enums.ts';

/** What a payment requires of a route. */
export interface RoutedPayment {
  readonly type: PaymentMethodType;
  readonly currency: Currency;
  /** Minor units. */
  readonly amount: number;
  readonly captureMethod: CaptureMethod;
  /** Absent: automatic. */
  readonly confirmationMethod?: ConfirmationMethod;
}

/** What decides whether a route takes a payment. */
export type RouteTerms = Omit<LiveMethod, 'supportsPartialCapture' | 'supportsRefund' | 'supportsPartialRefund'>;

/** Whether a route or method takes this amount, minor units of its currency. */
export const takesAmount = (
  { minAmount, maxAmount, amountStep }: Pick<RouteTerms, 'minAmount' | 'maxAmount' | 'amountStep'>,
  amount: number,
): boolean => amount >= minAmount && amount <= maxAmount && amount % amountStep === 0;

/**
 * Whether a payment can be taken by a route. Payments chooses the provider by it, and checkout what the buyer's page shows:
 * both have to choose the same route, as a token is of use only at the provider that made it.
 */
export const takesPayment = (
  route: RouteTerms,
  { type, currency, amount, captureMethod, confirmationMethod = 'automatic' }: RoutedPayment,
): boolean =>
  route.type === type &&
  route.currency === currency &&
  takesAmount(route, amount) &&
  (captureMethod === 'automatic' || route.supportsManualCapture) &&
  (confirmationMethod === 'automatic' || route.supportsManualConfirmation);

/**
 * The preferred route of a payment; where none takes its amount, as while the buyer still chooses it, the first one that
 * takes another amount.
 */
export const firstRouteFor = <Route extends RouteTerms>(
  routes: readonly Route[],
  payment: RoutedPayment,
): Route | undefined =>
  routes.find((route) => takesPayment(route, payment)) ??
  routes.find((route) =>
    takesPayment(route, { ...payment, amount: route.maxAmount - (route.maxAmount % route.amountStep) }),
  );

/** What routes can take together, one row for each method and currency. */
export function mergeRoutes(routes: readonly LiveMethod[]): LiveMethod[] {
  const groups = Map.groupBy(routes, ({ type, currency }) => `${type} ${currency}`);
  return [...groups.values()].map((group) => {
    const [{ type, currency }] = group as [LiveMethod, ...LiveMethod[]];
    const any = (has: (route: LiveMethod) => boolean): boolean => group.some(has);
    return {
      type,
      currency,
      minAmount: Math.min(...group.map(({ minAmount }) => minAmount)),
      maxAmount: Math.max(...group.map(({ maxAmount }) => maxAmount)),
      amountStep: Math.min(...group.map(({ amountStep }) => amountStep)),
      supportsManualCapture: any((route) => route.supportsManualCapture),
      supportsPartialCapture: any((route) => route.supportsPartialCapture),
      supportsRefund: any((route) => route.supportsRefund),
      supportsPartialRefund: any((route) => route.supportsPartialRefund),
      supportsManualConfirmation: any((route) => route.supportsManualConfirmation),
    };
  });
}
