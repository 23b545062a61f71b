import { invalidRequest } from './refusal.ts';

/** The version of Stripe's API that this stand-in speaks, also without a `Stripe-Version` header. */
export const stripeVersion = '2026-10-28.endive';

const [, release = ''] = stripeVersion.split('.');

/** Accepts versions of the same release, whose changes are compatible. @throws StripeRefusal 400: any other version */
export function readVersion(header: string | undefined): string {
  if (header === undefined) return stripeVersion;
  if (!new RegExp(`^\\d{4}-\\d{2}-\\d{2}\\.${release}$`).test(header))
    throw invalidRequest(`Invalid Stripe API version: ${header.slice(0, 40)}. This stand-in speaks ${stripeVersion}.`);
  return header;
}
