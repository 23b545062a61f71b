import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { catalogEnv } from '@mizan/catalog/config';
import { env as checkoutEnv } from '@mizan/checkout/config';
import { serviceNames } from '@mizan/contracts';
import { gatewayEnv } from '@mizan/gateway/config';
import { env as paymentsEnv } from '@mizan/payments/config';
import { commonEnv } from '@mizan/service-kit';
import { keeperEnv } from '@mizan/service-kit/bus-keeper';
import { repositoryRoot } from '@mizan/stack/home';
import { webhooksEnv } from '@mizan/webhooks/config';
import { parse } from 'yaml';
import type { ZodType } from 'zod';
import { knownSettings } from '../kubernetes/known-settings.ts';
import { readComposeFiles, type ComposeService } from './compose-files.test-support.ts';

const textOf = (file: string) => readFileSync(join(repositoryRoot, file), 'utf8');
const compose = textOf('docker-compose.yml');
const { services } = readComposeFiles('docker-compose.yml');
const passedTo = ({ environment = {} }: ComposeService = {}): string[] =>
  Object.entries(environment).flatMap(([name, value]) => (String(value).startsWith(`\${${name}:`) ? [name] : []));

const shapes = {
  gateway: gatewayEnv,
  catalog: catalogEnv,
  customers: {},
  checkout: checkoutEnv,
  payments: paymentsEnv,
  webhooks: webhooksEnv,
};

/** What `secrets` writes into the settings files, and the address of the stack's own collector. */
const elsewhere = [...passedTo(services['secrets']), 'OTEL_EXPORTER_OTLP_ENDPOINT'];

/** Named in documents, and not for the operator of one server to set: what Compose fixes, and what Kubernetes has more of. */
const ofTheStack = new Set([
  ...serviceNames.map((name) => `MIZAN_${name.toUpperCase()}_URL`),
  ...['MIZAN_BUS_PREFIX', 'MIZAN_BUS_REPLICAS', 'MIZAN_BUS_SIGNING_SEED', 'MIZAN_DRAIN_DELAY_MS', 'MIZAN_LISTEN_PORT'],
  'MIZAN_UPLOADS_FOLDER',
]);

/** What only an override file sets, because few operators change it. */
const ofOverrides: readonly RegExp[] = [
  /^MIZAN_RATE_LIMIT_/,
  /^MIZAN_(STRIPE|PAYMOB|TABBY)_\w*URL$/,
  /^MIZAN_APPLE_DOMAIN_FILE$/,
  /^OTEL_METRIC/,
];
/** What Compose itself fixes, what a service finds in its settings file, and what only development sets. */
const fixed: readonly string[] = [
  ...['DATABASE_URL', 'NATS_URL', 'MIZAN_UPLOADS_FOLDER', 'MIZAN_SERVICE_SECRET', 'MIZAN_PAYMENT_CLIENT_KEY'],
  ...['MIZAN_IDENTITY_PRIVATE_KEY', 'MIZAN_IDENTITY_PUBLIC_KEYS', 'MIZAN_BUS_CREDENTIALS'],
  ...['MIZAN_BUS_SYSTEM_CREDENTIALS', 'MIZAN_BUS_REVOCATION_SEED', 'MIZAN_BUS_ACCOUNT_KEYS'],
  ...['MIZAN_LISTEN_HOST', 'MIZAN_BUS_PREFIX', 'MIZAN_PARENT_PIPE', 'MIZAN_DEV_MAILBOX'],
];

test.each(serviceNames)('what Compose passes on of the settings of %s reaches it, and the one process', (name) => {
  const read = Object.keys({ ...commonEnv, ...shapes[name] });
  const passedToAny = new Set(Object.values(services).flatMap(passedTo));
  const wanted = read.filter((setting) => passedToAny.has(setting) && !elsewhere.includes(setting));
  expect(wanted.length).toBeGreaterThan(0);
  expect(passedTo(services[name])).toEqual(expect.arrayContaining(wanted));
  expect(passedTo(services['single'])).toEqual(expect.arrayContaining(wanted));
});

test('every setting has a description', () => {
  const settings = [commonEnv, keeperEnv, ...Object.values(shapes)].flatMap((shape) => Object.entries<ZodType>(shape));
  expect(settings.length).toBeGreaterThan(50);
  expect(settings.filter(([, { description }]) => !description).map(([name]) => name)).toEqual([]);
});

test('every setting is passed on by Compose, or is known to be one of an override file', () => {
  const read = [...new Set([commonEnv, keeperEnv, ...Object.values(shapes)].flatMap((shape) => Object.keys(shape)))];
  const passed = Object.values(services).flatMap(passedTo);
  const known = new Set([...passed, ...elsewhere, ...ofTheStack, ...fixed]);
  const rest = read.filter((name) => !known.has(name));
  expect(rest.filter((name) => !ofOverrides.some((pattern) => pattern.test(name)))).toEqual([]);
});

test('every setting that a document names is passed on by Compose, or the guide shows how to set it in an override file', () => {
  const documents = readdirSync(join(repositoryRoot, 'docs'), { recursive: true, encoding: 'utf8' });
  const pages = documents.filter((file) => /^(guides\/)?[\w-]+\.md$/.test(file)).map((file) => textOf(`docs/${file}`));
  const named = new Set(pages.flatMap((text) => text.match(/\bMIZAN_[A-Z0-9_]+[A-Z0-9]\b/g) ?? []));
  const [, block = ''] = /```yaml\n(services:\n {2}gateway:.+?)```/s.exec(textOf('docs/operating.md')) ?? [];
  const overridden = parse(block) as { services: Record<string, { environment: Record<string, string> }> };
  const shown = Object.values(overridden.services).flatMap(({ environment }) => Object.keys(environment));
  for (const setting of shown) expect([setting, knownSettings.has(setting)]).toEqual([setting, true]);
  const passed = new Set([...Object.values(services).flatMap(passedTo), ...shown]);
  const ignored = [...named].filter((name) => knownSettings.has(name) && !passed.has(name) && !ofTheStack.has(name));
  expect(named.size).toBeGreaterThan(20);
  expect(ignored).toEqual([]);
});

test('every variable that docker-compose.yml reads is at its top', () => {
  const [head = ''] = compose.split(/^x-/m);
  const listed = (name: string) =>
    new RegExp(`\\b${name}\\b`).test(head) ||
    [...head.matchAll(/(MIZAN_[A-Z0-9_]+_)…[^:]*: ([A-Z_, ]+)/g)].some(([, start = '', ends = '']) =>
      ends
        .trim()
        .split(', ')
        .some((end) => start + end.split(' ')[0] === name),
    );
  const read = [...compose.matchAll(/\$\{([A-Z0-9_]+)/g)].map(([, name = '']) => name);
  expect([...new Set(read)].filter((name) => !listed(name))).toEqual([]);
});
