import { serviceNames, type ServiceName } from '@mizan/contracts';
import { z } from 'zod';
import { logLevels } from './telemetry/log-levels.ts';

const port = z.coerce.number().int().min(0).max(65_535);

const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http:// or https:// URL' });

function isKeySet(text: string): boolean {
  try {
    const keys: unknown = JSON.parse(text);
    return serviceNames.every((name) => typeof (keys as Record<string, unknown> | null)?.[name] === 'string');
  } catch {
    return false;
  }
}

/** Environment of every service. The launcher, compose and Kubernetes set the same names. */
export const commonEnv = {
  MIZAN_LISTEN_HOST: z.string().default('127.0.0.1').describe('Address to listen on'),
  MIZAN_LISTEN_PORT: port.default(0).describe('Port to listen on; 0 takes a free one'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// URL' })
    .describe("This service's own login, made by provisioning"),
  NATS_URL: z.string().default('nats://127.0.0.1:4222').describe('NATS server'),
  MIZAN_BUS_CREDENTIALS: z
    .base64()
    .optional()
    .describe('Credentials of this service for NATS, a .creds file in base64; for servers that require them'),
  MIZAN_BUS_REPLICAS: z.coerce
    .number()
    .int()
    .min(1)
    .max(5)
    .default(1)
    .describe('Servers that keep a copy of each event: 3 on a cluster of NATS; the bus keeper applies a change'),
  MIZAN_BUS_PREFIX: z.string().default('').describe('Prefix of the stream and every subject, on a shared NATS'),
  MIZAN_PUBLIC_URL: httpUrl
    .transform((url) => url.replace(/\/$/, ''))
    .default('http://localhost:8080')
    .describe('Base of checkout links and documentation links'),
  MIZAN_TRACE_RATIO: z.coerce.number().min(0).max(1).default(0.1).describe('Share of requests traced, 0..1'),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional().describe('Collector of traces and metrics; unset: no export'),
  OTEL_METRICS_EXPORTER: z
    .enum(['otlp', 'none'])
    .default('otlp')
    .describe('`none`: metrics are not pushed to the collector; /metrics shows them either way'),
  OTEL_METRIC_EXPORT_INTERVAL: z.coerce
    .number()
    .int()
    .min(1_000)
    .default(15_000)
    .describe('How often metrics are pushed to the collector, ms'),
  MIZAN_REQUIRE_IDEMPOTENCY_KEY: z
    .enum(['money'])
    .optional()
    .describe('`money`: confirms, captures, refunds and payouts without an Idempotency-Key are refused'),
  MIZAN_COMPRESS_EVENTS: z
    .enum(['on', 'off'])
    .default('off')
    .describe('`on`: events are compressed where they are kept. Not before every replica is of version 0.3 or later'),
  MIZAN_IDENTITY_PRIVATE_KEY: z
    .string()
    .refine((seed) => Buffer.from(seed, 'base64').length === 32, 'must be 32 bytes in base64')
    .describe('Seed of the Ed25519 key this service signs with, base64'),
  MIZAN_IDENTITY_PUBLIC_KEYS: z
    .string()
    .refine(isKeySet, 'must be JSON with a key for each service')
    .describe('JSON: name of a service, or `bus-keeper` → public key, SPKI DER in base64'),
  MIZAN_SERVICE_SECRET: z.string().min(32).describe('Root of the secrets that only this service derives'),
  MIZAN_DRAIN_DELAY_MS: z.coerce
    .number()
    .int()
    .min(0)
    .default(0)
    .describe('How long to keep serving after SIGTERM, so that load balancers notice'),
  LOG_LEVEL: z
    .enum(logLevels, `must be one of ${logLevels.join(', ')}`)
    .default('info')
    .describe('Least level that is logged'),
  MIZAN_PARENT_PIPE: z.enum(['1']).optional().describe('Exit when standard input closes: the launcher has died'),
};

type Shape = Record<string, z.ZodType>;
export type CommonEnv = z.output<z.ZodObject<typeof commonEnv>>;
export type EnvOf<S extends Shape> = CommonEnv & z.output<z.ZodObject<S>>;

/** The environment is wrong; the message has a line for each variable that is, for the operator. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Reads the environment of a service: the common variables and its own. @throws ConfigError as {@link readShape} does */
export const readEnv = <S extends Shape>(shape: S, env: Record<string, string | undefined>): EnvOf<S> =>
  readShape({ ...commonEnv, ...shape }, env) as EnvOf<S>;

/**
 * Reads these variables; an empty one is absent.
 *
 * @throws ConfigError naming all that are wrong; with their values where these are numbers and choices, which are no secrets
 */
export function readShape<S extends Shape>(
  shape: S,
  env: Record<string, string | undefined>,
): z.output<z.ZodObject<S>> {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = z.object(shape).safeParse(given);
  if (parsed.success) return parsed.data;
  const byName = new Map(parsed.error.issues.toReversed().map((issue) => [String(issue.path[0]), issue]));
  throw new ConfigError(
    [...byName]
      .toReversed()
      .map(([name, issue]) => wrong(name, problemOf(issue, given[name]), shape[name]?.description))
      .join('\n'),
  );
}

function problemOf(issue: z.core.$ZodIssue, value: string | undefined): string {
  if (value === undefined) return 'not set';
  const { code, message } = issue;
  if (code === 'invalid_value') return `${message}, not ${quoted(value)}`;
  const kind = 'expected' in issue ? issue.expected : 'origin' in issue ? issue.origin : undefined;
  if (kind !== 'number' && kind !== 'int') return message;
  return `${Number.isNaN(Number(value)) ? 'must be a number' : message}, not ${quoted(value)}`;
}

/** On one line, and not the whole of what was pasted by mistake. */
const quoted = (value: string): string => JSON.stringify(value.slice(0, 40));

/** The environment of one of several services in a process: `PAYMENTS_DATABASE_URL` is the `DATABASE_URL` of payments alone. */
export function ownEnv(
  name: string,
  env: Readonly<Record<string, string | undefined>>,
): Record<string, string | undefined> {
  const prefix = `${name.toUpperCase()}_`;
  const own = Object.entries(env).filter(([key]) => key.startsWith(prefix));
  return { ...env, ...Object.fromEntries(own.map(([key, value]) => [key.slice(prefix.length), value])) };
}

/** Where the siblings listen: `MIZAN_<SERVICE>_URL`. @throws ConfigError for addresses that are none, which it does not repeat */
export function siblingUrls(env: Record<string, string | undefined>): Partial<Record<ServiceName, string>> {
  const urls: Partial<Record<ServiceName, string>> = {};
  const problems: string[] = [];
  for (const service of serviceNames) {
    const name = `MIZAN_${service.toUpperCase()}_URL`;
    const url = env[name];
    if (!url) continue;
    if (!httpUrl.safeParse(url).success)
      problems.push(wrong(name, 'must be an http:// or https:// URL', `Where ${service} listens`));
    urls[service] = url;
  }
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  return urls;
}

const wrong = (name: string, what: string, description = 'see the README'): string =>
  `${name}: ${what} (${description})`;
