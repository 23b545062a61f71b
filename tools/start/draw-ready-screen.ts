import { relative } from 'node:path';
import { styleText } from 'node:util';
import type { DevFile } from '@mizan/stack/dev-file';

/** What a developer needs next, and nothing else. The first line starts with `ready` and the address, for scripts. */
export function drawReadyScreen(started: {
  dev: DevFile;
  checkoutUrl: string | undefined;
  homePath: string;
  seconds: number;
}): string {
  const { dev, checkoutUrl, homePath, seconds } = started;
  const row = (name: string, value: string, note = '') =>
    `  ${dim(name.padEnd(12))}${value}${note && `  ${dim(note)}`}`;
  const near = relative(process.cwd(), homePath);
  const home = near.startsWith('..') ? homePath : near;
  return [
    '',
    `${strong('ready')}  ${strong(dev.baseUrl)}  ${dim(`in ${seconds.toFixed(1)} s`)}`,
    '',
    ...(checkoutUrl ? [row('Checkout', checkoutUrl), row('', dim(order)), ''] : []),
    row('Secret key', dev.keys.testSecret, 'MIZAN_KEY, for your server, in test mode'),
    row('Publishable', dev.keys.testPublishable, 'MIZAN_PUBLISHABLE_KEY, for your pages'),
    '',
    row('Docs', `${dev.baseUrl}/docs`, 'guides, every operation and event, error codes'),
    '',
    row('Try', `curl ${dev.baseUrl}/products -H "Authorization: Bearer ${dev.keys.testSecret}"`),
    row('', 'npm run demo', 'a purchase from product to refund, explained as it happens'),
    row('', `${dev.baseUrl}/dev/mail`, 'the mail that buyers would receive in test mode'),
    '',
    ...(dev.providers ? [...providerRows(dev, dev.providers, row), ''] : []),
    `  ${dim(`${whereDataIs(dev, home)} Ctrl-C stops everything.`)}`,
    '',
  ].join('\n');
}

/** Where things are, and what `npm run reset` clears of them. */
const whereDataIs = ({ externalDatabase }: DevFile, home: string): string =>
  externalDatabase === undefined
    ? `Data, logs and all keys are in ${home}; npm run reset clears it.`
    : `Data is in ${externalDatabase}, which npm run reset does not clear; logs and all keys are in ${home}, which it clears.`;

/** How live mode is connected to the stand-ins: commands that can be copied as they are. */
const providerRows = (
  { account }: DevFile,
  providers: NonNullable<DevFile['providers']>,
  row: (name: string, value: string, note?: string) => string,
): string[] => [
  row('Live mode', `npm run mizan -- accounts update ${account.id} --live-payments on`),
  ...Object.entries(providers).flatMap(([name, { provider = name, controlUrl, credentials }]) => [
    '',
    row(name, controlUrl, 'the stand-in: its account and its payments'),
    row(
      '',
      `npm run mizan -- providers connect ${provider} ${account.id} --settles-to merchant${optionsOf(credentials)}`,
    ),
  ]),
];

/** Each on a line of its own, as a shell reads it. */
const optionsOf = (credentials: Readonly<Record<string, string>>): string =>
  Object.entries(credentials)
    .map(
      ([name, value]) =>
        ` \\\n${' '.repeat(16)}--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)} ${value}`,
    )
    .join('');

const order = 'an order of 249.50 EGP; test card 4242 4242 4242 4242, any future expiry date, any CVC';

const dim = (text: string) => styleText('dim', text);
const strong = (text: string) => styleText('bold', text);
