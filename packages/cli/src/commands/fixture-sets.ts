import type { FixtureFile } from './fixture-file.ts';

/** A small shop: what most things can be tried with. */
const shop: FixtureFile = {
  products: {
    coffee: { name: 'Coffee from Yemen', description: 'Roasted on Tuesdays.', unitLabel: 'bag' },
    soap: { name: 'Olive oil soap', unitLabel: 'piece' },
    donation: { name: 'Donation' },
  },
  prices: {
    'coffee-250g': { product: '@coffee', currency: 'EGP', unitAmount: 32_000, stock: 100 },
    'coffee-1kg': { product: '@coffee', currency: 'EGP', unitAmount: 115_000, stock: 20 },
    'soap-one': { product: '@soap', currency: 'EGP', unitAmount: 7_500 },
    'soap-last': { product: '@soap', currency: 'EGP', unitAmount: 6_000, stock: 1 },
    'donation-any': {
      product: '@donation',
      currency: 'EGP',
      type: 'CUSTOM',
      customUnitAmount: { minimum: 1_000, preset: 10_000 },
    },
  },
  customers: {
    mona: { name: 'Mona Adel', email: 'mona.adel@example.com', phone: '+201001234567' },
    omar: { name: 'Omar Said', email: 'omar.said@example.com' },
  },
  coupons: {
    'ten-percent': { name: 'Ten percent', percentOff: 10, duration: 'once' },
    'fifty-pounds': { name: 'Fifty pounds', amountOff: 5_000, currency: 'EGP', duration: 'once' },
  },
  promotionCodes: {
    welcome: { couponId: '@ten-percent', code: 'WELCOME10' },
    eid: { couponId: '@fifty-pounds', code: 'EID50', maxRedemptions: 100 },
  },
  paymentLinks: {
    'coffee-link': { lineItems: [{ price: '@coffee-250g', quantity: 1 }], allowPromotionCodes: true },
  },
};

/** Sets that come with the command, by name. */
export const fixtureSets: Readonly<Record<string, FixtureFile>> = { shop };
