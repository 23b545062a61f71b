import { closestName } from '@mizan/contracts';

/** A page of the site that is written in Markdown. */
export interface Entry {
  /** Its address: `/docs/guides/<name>`. */
  readonly name: string;
  /** Below `docs`. */
  readonly file: string;
  /** What it is for, in one line. */
  readonly summary: string;
}

/** A group of pages, named after what the reader wants to do. */
export interface Chapter {
  readonly title: string;
  readonly entries: readonly Entry[];
}

const guide = (name: string, summary: string): Entry => ({ name, file: `guides/${name}.md`, summary });
const manual = (name: string, summary: string): Entry => ({ name, file: `${name}.md`, summary });

/** Every page in Markdown, in reading order. */
export const chapters: readonly Chapter[] = [
  {
    title: 'Get started',
    entries: [
      guide('quick-start', 'Your first request, and the client library'),
      guide('first-payment', 'From a product to a paid order'),
      guide('test-mode', 'Test cards, outcomes, and a clock that you can advance'),
      guide('other-languages', 'Python, PHP, curl and generated clients'),
    ],
  },
  {
    title: 'Accept payments',
    entries: [
      guide('hosted-page', 'Everything that the page of a checkout session can do'),
      guide('embedded-checkout', 'The checkout in a frame, or rendered by you'),
      guide('payment-links', 'One address for many buyers'),
      guide('discounts', 'Coupons and promotion codes'),
      guide('currencies-and-fees', 'Conversion, fees and VAT'),
    ],
  },
  {
    title: 'After the payment',
    entries: [
      guide('daily-work', 'Payments, refunds, disputes and reports for the staff of a shop, without code'),
      guide('webhooks', 'Receive, verify and recover events'),
      guide('refunds', 'Return money, also where the buyer has to say where to'),
      guide('disputes', 'Evidence, deadlines and the balance'),
      guide('payouts', 'Move your balance to a bank account'),
      guide('reports', 'CSV files of payments, refunds, payouts and the balance'),
    ],
  },
  {
    title: 'Go live',
    entries: [
      guide('egypt', 'From sign-up to the first real payment in Egypt'),
      guide('going-live', 'Providers, live keys and the checklist'),
      manual('provider-methods', 'What each payment method does through each provider'),
    ],
  },
  {
    title: 'Operate',
    entries: [
      manual('operating', 'Size, back up, upgrade and repair an installation'),
      manual('observability', 'Metrics, alerts, logs and traces'),
      manual('metrics', 'Every metric'),
      guide('bus', 'Events for your own services, over NATS JetStream'),
      manual('write-a-provider', 'Add a payment provider'),
    ],
  },
  {
    title: 'Reference',
    entries: [
      guide('errors', 'Handle errors, and what is safe to repeat'),
      guide('lists', 'Pages, and filters by amount, day, text and metadata'),
      guide('idempotency', 'Send a request twice without doing it twice'),
    ],
  },
];

/** Other names under which readers look for pages. */
const aliases: Readonly<Record<string, string>> = {
  api: '/docs/reference',
  cli: '/docs/guides/daily-work',
  php: '/docs/guides/other-languages',
  python: '/docs/guides/quick-start',
  sdk: '/docs/guides/quick-start',
  start: '/docs/guides/quick-start',
};

/** Pages that are generated from the contract. */
export const references = [
  { path: '/docs/reference', title: 'API reference', summary: 'Every operation, with a form that sends it' },
  { path: '/docs/events', title: 'Events', summary: 'Every event with its subject and its fields' },
  { path: '/docs/errors', title: 'Error codes', summary: 'What each code means and what to do' },
] as const;

/** A name without case, separators and the end of its file: `Quick_Start.md` is `quickstart`. */
const plainName = (name: string): string =>
  name
    .toLowerCase()
    .replace(/\.(md|html)$/, '')
    .replaceAll(/[^a-z0-9]/g, '');

/** The addresses of all pages by their names. */
const addresses = new Map<string, string>([
  ...references.map(({ path }) => [path.replace('/docs/', ''), path] as const),
  ...chapters.flatMap(({ entries }) => entries.map(({ name }) => [name, `/docs/guides/${name}`] as const)),
]);

/** The page that a name means in another spelling, or by another name; undefined where it means none for certain. */
export function addressOf(name: string): string | undefined {
  const wanted = plainName(name);
  const spelled = [...addresses].find(([known]) => plainName(known) === wanted)?.[1];
  return spelled ?? (Object.hasOwn(aliases, wanted) ? aliases[wanted] : undefined);
}

/** The page that a misspelled name probably means. */
export function suggestedAddress(name: string): string | undefined {
  const closest = closestName(name.replace(/\.(md|html)$/i, ''), [...addresses.keys(), ...Object.keys(aliases)]);
  return closest === undefined ? undefined : addressOf(closest);
}
