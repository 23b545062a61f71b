import type { CheckoutSession } from '@mizan/contracts';

const names = [
  'customerCreation',
  'afterCompletion',
  'allowPromotionCodes',
  'nameCollection',
  'billingAddressCollection',
  'shippingAddressCollection',
  'phoneNumberCollection',
] as const satisfies (keyof CheckoutSession)[];

/** What sessions and payment links set alike about the buyer's page. */
export type PageSettings = Readonly<Pick<CheckoutSession, (typeof names)[number]>>;

/** Page settings after a change; what the change leaves out is kept. */
export const changedPageSettings = (before: PageSettings, change: Partial<PageSettings>): PageSettings =>
  Object.fromEntries(names.map((name) => [name, change[name] ?? before[name]])) as PageSettings;

/** The page settings alone of a request, session or link. */
export const pageSettingsOf = (from: PageSettings): PageSettings => changedPageSettings(from, {});
