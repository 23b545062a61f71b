import { z } from 'zod';
import { defaultStreamBytes } from '../bus/streams.ts';
import { commonEnv } from '../config.ts';
import type { BusSizes } from './keep-bus.ts';

const fewestBytes = 16 * 1024 ** 2; // some events of the largest size
const bytes = (value: number, meaning: string) =>
  z.coerce.number().int().min(fewestBytes).default(value).describe(meaning);
const dayMs = 24 * 3600_000;

/** What it shares with the services. */
const { shape: sharedEnv } = z.object(commonEnv).pick({
  MIZAN_LISTEN_HOST: true,
  MIZAN_LISTEN_PORT: true,
  NATS_URL: true,
  MIZAN_BUS_CREDENTIALS: true,
  MIZAN_BUS_REPLICAS: true,
  MIZAN_BUS_PREFIX: true,
  OTEL_EXPORTER_OTLP_ENDPOINT: true,
  OTEL_METRICS_EXPORTER: true,
  OTEL_METRIC_EXPORT_INTERVAL: true,
  MIZAN_PARENT_PIPE: true,
});

/** Environment of the bus keeper: what it shares with the services, and the sizes of the streams. */
export const keeperEnv = {
  ...sharedEnv,
  MIZAN_BUS_LIVE_BYTES: bytes(defaultStreamBytes.live, "Most bytes of live events that wait in the services' stream"),
  MIZAN_BUS_TEST_BYTES: bytes(defaultStreamBytes.test, "Most bytes of test events that wait in the services' stream"),
  MIZAN_BUS_TEAM_BYTES: bytes(defaultStreamBytes.teams, 'Most bytes of the copy that teams read, as stored'),
  MIZAN_BUS_TEAM_DAYS: z.coerce.number().min(1).max(365).default(7).describe('Days that the copy keeps events'),
};
export type KeeperEnv = z.output<z.ZodObject<typeof keeperEnv>>;

export const sizesOf = (env: KeeperEnv): BusSizes => ({
  liveBytes: env.MIZAN_BUS_LIVE_BYTES,
  testBytes: env.MIZAN_BUS_TEST_BYTES,
  teamBytes: env.MIZAN_BUS_TEAM_BYTES,
  teamMaxAgeMs: env.MIZAN_BUS_TEAM_DAYS * dayMs,
  replicas: env.MIZAN_BUS_REPLICAS,
});
