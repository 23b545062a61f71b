import type { Operation } from '@mizan/contracts';

/** What a reader of the reference looks for: a name, what it is about, and the paths of its operations. */
interface Tag {
  readonly name: string;
  readonly description: string;
  readonly paths: RegExp;
}

/** In the order of the reference; an operation belongs to the first one whose paths it matches. */
const tags: readonly Tag[] = [
  { name: 'Products', paths: /^\/products/, description: 'What you sell. A product has one or more prices.' },
  { name: 'Prices', paths: /^\/prices/, description: 'What a product costs in a currency, and how many are in stock.' },
  {
    name: 'Uploads',
    paths: /^\/(upload-url|uploads|files)/,
    description: 'Pictures of products and of your brand, stored on the platform.',
  },
  { name: 'Customers', paths: /^\/customers/, description: 'Your buyers, with their contact details and saved cards.' },
  {
    name: 'Checkout sessions',
    paths: /^\/checkout\/sessions/,
    description: 'One purchase by one buyer, paid on the hosted page, in a frame or on your own page.',
  },
  {
    name: 'Payment links',
    paths: /^\/payment-links/,
    description: 'An address that you can share. Every buyer who opens it gets a checkout session.',
  },
  { name: 'Coupons', paths: /^\/coupons/, description: 'Discounts by percentage or by amount.' },
  { name: 'Promotion codes', paths: /^\/promotion-codes/, description: 'Codes that buyers enter to redeem a coupon.' },
  { name: 'Discounts', paths: /^\/discounts/, description: 'Coupons and promotion codes that were applied.' },
  {
    name: 'Payments',
    paths: /^\/(payment-intents|charges)/,
    description: 'Payment intents, which collect an amount, and charges, which are their attempts.',
  },
  { name: 'Refunds', paths: /^\/refunds/, description: 'Money that you return to a buyer, in full or in part.' },
  { name: 'Disputes', paths: /^\/disputes/, description: 'Payments that a buyer contested at the bank (chargebacks).' },
  {
    name: 'Balance',
    paths: /^\/balance/,
    description: 'Your money on the platform, and every movement of it with its fees.',
  },
  {
    name: 'Payouts',
    paths: /^\/(payouts|payout-schedules|bank-accounts)/,
    description: 'Transfers of your balance to your bank account, manual or scheduled.',
  },
  {
    name: 'Payment methods',
    paths: /^\/payment-method-configurations/,
    description: 'Which ways to pay your buyers are offered.',
  },
  {
    name: 'Providers',
    paths: /^\/(provider-connections|provider-routes)/,
    description: 'Your accounts at payment providers, and which of them takes which payment in live mode.',
  },
  {
    name: 'Webhooks',
    paths: /^\/webhook-endpoints/,
    description: 'Addresses on your server that receive events, and their deliveries.',
  },
  { name: 'Events', paths: /^\/events/, description: 'Everything that happened on your account, newest first.' },
  { name: 'Account', paths: /^\/account/, description: 'Your account and its settings.' },
  { name: 'API keys', paths: /^\/api-keys/, description: 'Secret, restricted and publishable keys.' },
  {
    name: 'Test helpers',
    paths: /^\/(test-helpers|dev)\//,
    description:
      'For test mode only: move the clock, trigger events, decide how a payment ends, and read the mail that was sent.',
  },
  {
    name: 'Browser',
    paths: /^\/client\//,
    description: "For the buyer's browser, which has a client secret and no secret key.",
  },
  {
    name: 'Operator: accounts',
    paths: /^\/operator\/accounts/,
    description: 'For the operator of the platform: merchant accounts, their settings, keys and providers.',
  },
  {
    name: 'Operator: platform',
    paths: /^\/operator\//,
    description: 'For the operator of the platform: health, mail, payouts, exchange rates, bus users and the ledger.',
  },
  {
    name: 'Provider callbacks',
    paths: /^\/providers\/\{provider\}\/callbacks/,
    description: 'For payment providers: their signed notifications.',
  },
  {
    name: 'Documents',
    paths: /^\/(openapi\.json|asyncapi\.json|docs)/,
    description: 'The documents of this API, for people and for programs.',
  },
  { name: 'Pages', paths: /^\//, description: 'Web pages of the buyer, and the files that they load.' },
];

/** What the document says about each tag. */
export const tagDescriptions = tags.map(({ name, description }) => ({ name, description }));

/** The tag of an operation. */
export function tagOf({ path }: Pick<Operation, 'path'>): string {
  const tag = tags.find(({ paths }) => paths.test(path));
  if (!tag) throw new Error(`bug: no tag for ${path}`);
  return tag.name;
}
