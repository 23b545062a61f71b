import { z } from 'zod';
import { defaultStreamBytes } from '../bus/streams.ts';
import { commonEnv } from '../config.ts';
import { probeEnv } from '../probes.ts';
import type { BusSizes } from './keep-bus.ts';

const fewestBytes = 16 * 1024 ** 2; // some events of the largest size
const bytes = (value: number, meaning: string) =>
  z.coerce.number().int().min(fewestBytes).default(value).describe(meaning);
const dayMs = 24 * 3600_000;

/** What it shares with the services. */
const { shape: sharedEnv } = z.object(commonEnv).pick({
  NATS_URL: true,
  MIZAN_BUS_CREDENTIALS: true,
  MIZAN_BUS_REPLICAS: true,
  MIZAN_BUS_PREFIX: true,
  MIZAN_PARENT_PIPE: true,
});

const accountKey = z.string().regex(/^A[A-Z2-7]{55}$/);

/** What it needs to revoke users; without any of them it revokes none. */
const revocationEnv = {
  MIZAN_GATEWAY_URL: z
    .url({ protocol: /^http$/ })
    .optional()
    .describe('Where the gateway listens, internally'),
  MIZAN_IDENTITY_PRIVATE_KEY: commonEnv.MIZAN_IDENTITY_PRIVATE_KEY.optional().describe('As of the services'),
  MIZAN_BUS_SYSTEM_CREDENTIALS: z
    .base64()
    .optional()
    .describe('Credentials that may revoke users of teams on a NATS server, a .creds file in base64'),
  MIZAN_BUS_REVOCATION_SEED: z
    .string()
    .regex(/^SO[A-Z2-7]{56}$/, 'must be the seed of an operator key')
    .optional()
    .describe('Seed of the NATS key that signs which users of teams are revoked'),
  MIZAN_BUS_ACCOUNT_KEYS: z
    .string()
    .transform(parsedOrUndefined)
    .pipe(z.object({ teams: accountKey, events: accountKey }, 'must be JSON with the keys of teams and events'))
    .optional()
    .describe('JSON: NATS account → its public key'),
};

/** Environment of the bus keeper: what it shares with the services, what it needs to revoke users, and the sizes of the streams. */
export const keeperEnv = {
  ...probeEnv,
  ...sharedEnv,
  ...revocationEnv,
  MIZAN_BUS_LIVE_BYTES: bytes(defaultStreamBytes.live, "Most bytes of live events that wait in the services' stream"),
  MIZAN_BUS_TEST_BYTES: bytes(defaultStreamBytes.test, "Most bytes of test events that wait in the services' stream"),
  MIZAN_BUS_TEAM_BYTES: bytes(defaultStreamBytes.teams, 'Most bytes of the copy that teams read, as stored'),
  MIZAN_BUS_TEAM_DAYS: z.coerce.number().min(1).max(365).default(7).describe('Days that the copy keeps events'),
};
export type KeeperEnv = z.output<z.ZodObject<typeof keeperEnv>>;

function parsedOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const sizesOf = (env: KeeperEnv): BusSizes => ({
  liveBytes: env.MIZAN_BUS_LIVE_BYTES,
  testBytes: env.MIZAN_BUS_TEST_BYTES,
  teamBytes: env.MIZAN_BUS_TEAM_BYTES,
  teamMaxAgeMs: env.MIZAN_BUS_TEAM_DAYS * dayMs,
  replicas: env.MIZAN_BUS_REPLICAS,
});
