import type { StandInRequest } from '../server/route.ts';
import type { StandInApp } from '../server/start-stand-in.ts';
import { TabbyRefusal } from './refusal.ts';
import { markets, type Payment, type TabbyState } from './state.ts';

/** What every part of the stand-in works with. */
export type TabbyApp = StandInApp<TabbyState>;

export type Body = Readonly<Record<string, unknown>>;

/** @throws TabbyRefusal 401: no bearer token, or another key than the account's secret one */
export function authenticate({ state: { account } }: TabbyApp, { headers }: StandInRequest): void {
  const { authorization = '' } = headers;
  if (!authorization.startsWith('Bearer ')) throw new TabbyRefusal(401, 'missing Bearer scheme');
  if (authorization !== `Bearer ${account.secretKey}` || account.isRevoked)
    throw new TabbyRefusal(401, "auth: provided key doesn't exist");
}

/** @throws TabbyRefusal 400: the body is no JSON object */
export function readBody({ body, headers }: StandInRequest): Body {
  try {
    const value: unknown = JSON.parse(body);
    if (isObject(value) && headers['content-type']?.startsWith('application/json')) return value;
  } catch {
    // refused below
  }
  throw new TabbyRefusal(400, 'could not decode request');
}

export const isObject = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** @throws TabbyRefusal 400: the field is missing or no object */
export function objectOf(body: Body, field: string): Body {
  const value = body[field];
  if (!isObject(value)) throw new TabbyRefusal(400, `${field} is required`);
  return value;
}

/** A text of at most 255 characters. @throws TabbyRefusal 400 */
export function textOf(body: Body, field: string, { isBlankAllowed = false } = {}): string {
  const value = body[field];
  if (typeof value !== 'string' || value.length > 255 || (!isBlankAllowed && value.trim() === ''))
    throw new TabbyRefusal(400, `invalid ${field}`);
  return value;
}

/** An amount above 0: a text in major units with at most the currency's decimals, as minor units. @throws TabbyRefusal 400 */
export function amountOf(app: TabbyApp, body: Body, field: string): number {
  const amount = amountOrZeroOf(app, body, field);
  if (amount === 0) throw new TabbyRefusal(400, `invalid ${field}`);
  return amount;
}

/** As {@link amountOf}, from 0. */
export function amountOrZeroOf(app: TabbyApp, body: Body, field: string): number {
  const { decimals } = markets[app.state.account.market];
  const value = body[field];
  const match = typeof value === 'string' ? /^(\d{1,9})(?:\.(\d+))?$/.exec(value) : null;
  const [, whole = '', fraction = ''] = match ?? [];
  if (!match || fraction.length > decimals) throw new TabbyRefusal(400, `invalid ${field}`);
  return Number(whole) * 10 ** decimals + Number(fraction.padEnd(decimals, '0'));
}

/** Minor units as Tabby writes them: a text with the currency's decimals. */
export function amountText({ state: { account } }: TabbyApp, amount: number): string {
  const { decimals } = markets[account.market];
  return (amount / 10 ** decimals).toFixed(decimals);
}

/** @throws TabbyRefusal 404 */
export function paymentOf({ state }: TabbyApp, id: string | undefined): Payment {
  const payment = state.payments.find((each) => each.id === id);
  if (!payment) throw new TabbyRefusal(404, 'no such payment');
  return payment;
}

export const sumOf = (movements: readonly { readonly amount: number }[]): number =>
  movements.reduce((sum, { amount }) => sum + amount, 0);
