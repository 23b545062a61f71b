import type { StandInRequest } from '../server/route.ts';
import type { StandInApp } from '../server/start-stand-in.ts';
import { invalid, wrongMerchant, wrongSignature } from './refusal.ts';
import { sign } from './signature.ts';
import type { FawryState } from './state.ts';

/** What every part of the stand-in works with. */
export type FawryApp = StandInApp<FawryState>;

export type Body = Readonly<Record<string, unknown>>;

/** @throws FawryRefusal the body is no JSON object */
export function readBody({ body }: StandInRequest): Body {
  try {
    const value: unknown = JSON.parse(body);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Body;
  } catch {
    // refused below
  }
  throw invalid('request');
}

/** A text of at least one character. @throws FawryRefusal it is missing or none */
export function textOf(body: Body, field: string): string {
  const value = body[field];
  if (typeof value !== 'string' || value.trim() === '' || value.length > 500) throw invalid(field);
  return value;
}

export const optionalText = (body: Body, field: string): string | undefined =>
  (body[field] ?? '') === '' ? undefined : textOf(body, field);

/** An amount in pounds, a number with at most two decimals, as piastres. @throws FawryRefusal it is none */
export function piastresOf(body: Body, field: string): number {
  const value = body[field];
  if (typeof value !== 'number' || !(value > 0) || !/^\d{1,9}(\.\d{1,2})?$/.test(String(value))) throw invalid(field);
  return Math.round(value * 100);
}

/** @throws FawryRefusal the merchant is another one, or the parts are not signed with its key */
export function authenticate(
  { state: { account } }: FawryApp,
  { merchantCode, signature }: { readonly merchantCode: unknown; readonly signature: unknown },
  parts: readonly (string | undefined)[],
): void {
  if (merchantCode !== account.merchantCode || account.isRevoked) throw wrongMerchant();
  if (signature !== sign(parts, account.secureKey)) throw wrongSignature();
}
