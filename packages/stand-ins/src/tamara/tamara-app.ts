import type { StandInRequest } from '../server/route.ts';
import type { StandInApp } from '../server/start-stand-in.ts';
import { TamaraRefusal } from './refusal.ts';
import { countries, type Order, type TamaraState } from './state.ts';

/** What every part of the stand-in works with. */
export interface TamaraApp extends StandInApp<TamaraState> {
  /** API tokens of other accounts, which have no orders. */
  readonly otherTokens: Set<string>;
}

export type Body = Readonly<Record<string, unknown>>;

/** @throws TamaraRefusal 401; 404 for another account, which has no orders */
export function authenticate({ state: { account }, otherTokens }: TamaraApp, { headers }: StandInRequest): void {
  if (otherTokens.has(headers.authorization?.replace(/^Bearer /, '') ?? ''))
    throw new TamaraRefusal(404, 'Order not found', 'order_not_found');
  if (headers.authorization !== `Bearer ${account.apiToken}` || account.isRevoked)
    throw new TamaraRefusal(401, 'Unauthorized', 'unauthorized');
}

export const isObject = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** @throws TamaraRefusal 400: the body is no JSON object */
export function readBody({ body, headers }: StandInRequest): Body {
  try {
    const value: unknown = JSON.parse(body);
    if (isObject(value) && headers['content-type']?.startsWith('application/json')) return value;
  } catch {
    // refused below
  }
  throw new TamaraRefusal(400, 'The body is not JSON');
}

/** @throws TamaraRefusal 400: the field is missing or no object */
export function objectOf(body: Body, field: string): Body {
  const value = body[field];
  if (!isObject(value)) throw new TamaraRefusal(400, `${field} is required`);
  return value;
}

/** A text. @throws TamaraRefusal 400: it is missing, blank or too long */
export function textOf(body: Body, field: string, maxLength = 255): string {
  const value = body[field];
  if (typeof value !== 'string' || value.trim() === '' || value.length > maxLength)
    throw new TamaraRefusal(400, `${field} is invalid`);
  return value;
}

/** An amount above 0, `{amount, currency}`: a number in major units of the account's currency, as minor units. @throws TamaraRefusal 400 */
export function moneyOf(app: TamaraApp, body: Body, field: string): number {
  const minor = moneyOrZeroOf(app, body, field);
  if (minor === 0) throw new TamaraRefusal(400, `${field}.amount is invalid`);
  return minor;
}

/** As {@link moneyOf}, from 0. */
export function moneyOrZeroOf(app: TamaraApp, body: Body, field: string): number {
  const { currency, decimals } = countries[app.state.account.country];
  const { amount, currency: given } = objectOf(body, field);
  const minor = typeof amount === 'number' ? Math.round(amount * 10 ** decimals) : Number.NaN;
  const isExact = typeof amount === 'number' && Math.abs(minor - amount * 10 ** decimals) < 1e-6;
  if (given !== currency) throw new TamaraRefusal(400, `${field}.currency must be ${currency}`, 'invalid_currency');
  if (!isExact || minor < 0) throw new TamaraRefusal(400, `${field}.amount is invalid`);
  return minor;
}

/** Minor units as Tamara writes them. */
export function money({ state: { account } }: TamaraApp, amount: number) {
  const { currency, decimals } = countries[account.country];
  return { amount: amount / 10 ** decimals, currency };
}

/** @throws TamaraRefusal 404 */
export function orderOf({ state }: TamaraApp, id: unknown): Order {
  const order = state.orders.find((each) => each.id === id);
  if (!order) throw new TamaraRefusal(404, 'Order not found', 'order_not_found');
  return order;
}

export const sumOf = (movements: readonly { readonly amount: number }[]): number =>
  movements.reduce((sum, { amount }) => sum + amount, 0);

/** Minor units that can still be captured. */
export const openAmountOf = ({ amount, captures, cancellations }: Order): number =>
  amount - sumOf(captures) - sumOf(cancellations);
