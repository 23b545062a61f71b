import { isDeepStrictEqual } from 'node:util';
import {
  type CaptureMethod,
  mergeRoutes,
  noLiveMethod,
  type ConfirmationMethod,
  type Currency,
  type LiveMethod,
  type LiveMethods,
  type SessionPaymentMethod,
} from '@mizan/contracts';
import { log, Problem, type BoundCalls, type Scope } from '@mizan/service-kit';
import type { App } from '../config.ts';
import type { Session } from './session.ts';

interface LiveRequest {
  readonly scope: Scope;
  readonly calls: BoundCalls;
}

/**
 * What live mode can take now, at most some seconds old, several of a method and currency where several providers take it;
 * undefined in test mode, which takes everything.
 * @throws Problem as the call `getLiveMethods`
 */
export const fetchLiveMethods = async (
  { liveMethods }: Pick<App, 'liveMethods'>,
  { scope, calls }: LiveRequest,
): Promise<readonly LiveMethod[] | undefined> =>
  scope.livemode ? takersIn(await liveMethods.get({ scope, calls })) : undefined;

/** The routes; of payments of an earlier release, what they can take together. */
const takersIn = ({ routes, methods }: Pick<LiveMethods, 'methods' | 'routes'>): readonly LiveMethod[] =>
  routes ?? methods;

/** As {@link fetchLiveMethods}, with what pages show; undefined as well when payments does not answer. */
export async function findLiveMode(
  { liveMethods }: Pick<App, 'liveMethods'>,
  { scope, calls }: LiveRequest,
): Promise<LiveMethods | undefined> {
  if (!scope.livemode) return undefined;
  return liveMethods.get({ scope, calls }).catch((thrown: unknown) => unknownLiveMode(scope, thrown));
}

/** What live mode can take at this very moment; undefined in test mode, and when payments does not answer. */
export const findLiveModeNow = async ({ scope, calls }: LiveRequest): Promise<LiveMethods | undefined> =>
  scope.livemode ? calls.getLiveMethods({}).catch((thrown: unknown) => unknownLiveMode(scope, thrown)) : undefined;

function unknownLiveMode({ merchantId }: Scope, thrown: unknown): undefined {
  log.warn({ event: 'live_methods.unknown', merchantId, err: thrown });
  return undefined;
}

/** What decides which live methods are of use to a session. */
interface LiveOffer {
  readonly currency: Currency;
  readonly methodTypes: Session['settings']['methodTypes'];
  readonly captureMethod: CaptureMethod;
  /** Absent: automatic. */
  readonly confirmationMethod?: ConfirmationMethod;
}

/**
 * The live methods that a session keeps: those of its currency that it may offer, and that its server can confirm if it is
 * to. Where a payment is captured later, a method is what those make of it that hold its amounts, if any do.
 */
export function liveMethodsFor(
  live: readonly LiveMethod[] | undefined,
  { currency, methodTypes, captureMethod, confirmationMethod }: LiveOffer,
): LiveMethod[] | undefined {
  const own = live?.filter(
    (method) =>
      method.currency === currency &&
      methodTypes.includes(method.type) &&
      (confirmationMethod !== 'manual' || method.supportsManualConfirmation),
  );
  if (captureMethod === 'automatic') return own && mergeRoutes(own);
  const holding = new Set(own?.flatMap(({ type, supportsManualCapture }) => (supportsManualCapture ? type : [])));
  return (
    own && mergeRoutes(own.filter(({ type, supportsManualCapture }) => supportsManualCapture || !holding.has(type)))
  );
}

/** A session with what live mode can take now, where that is known: the same one when nothing is different, or it is over. */
export function withLiveMethods<T extends Pick<Session, 'settings' | 'currency' | 'status'>>(
  session: T,
  live: Pick<LiveMethods, 'methods' | 'routes'> | undefined,
): T {
  const { settings, currency, status } = session;
  const { methodTypes, captureMethod } = settings;
  const liveMethods = liveMethodsFor(live && takersIn(live), {
    currency,
    methodTypes,
    captureMethod,
    confirmationMethod: settings.payment.confirmationMethod,
  });
  if (!liveMethods || status !== 'open' || isDeepStrictEqual(liveMethods, settings.liveMethods)) return session;
  return { ...session, settings: { ...settings, liveMethods } };
}

interface Requested {
  readonly currency: Currency;
  /** Those that the account has for the currency. */
  readonly accepted: readonly string[];
  /** Those that the merchant requests, or the configuration enables. */
  readonly offered: readonly SessionPaymentMethod[];
}

/**
 * Refuses methods of which live mode can take none, though it could take others. Without any, the order's total decides.
 * @throws Problem `parameter_invalid`
 */
export function assertSomeLive(
  live: readonly LiveMethod[] | undefined,
  { currency, accepted, offered }: Requested,
): void {
  const takes = (type: string) => live?.some((method) => method.type === type && method.currency === currency);
  if (!live || offered.some(({ type }) => takes(type)) || !accepted.some(takes)) return;
  const message = `Live mode cannot take any of the offered payment methods in ${currency} now. Offer another one.`;
  throw new Problem('parameter_invalid', message, { param: 'paymentMethodTypes' });
}

/** The refusal of an order that live mode cannot take in its currency, whatever the method. */
export const noMethodFor = (currency: Currency): Problem =>
  new Problem('merchant_not_activated', noLiveMethod(currency));
