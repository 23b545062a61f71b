import { z } from 'zod';
import { defaultStreamBytes } from '../bus/streams.ts';
import { commonEnv } from '../config.ts';
import type { BusSizes } from './keep-bus.ts';

const fewestBytes = 16 * 1024 ** 2; // some events of the largest size
const bytes = (value: number, meaning: string) =>
  z.coerce.number().int().min(fewestBytes).default(value).describe(meaning);
const dayMs = 24 * 3600_000;

const {
  MIZAN_LISTEN_HOST,
  MIZAN_LISTEN_PORT,
  NATS_URL,
  MIZAN_BUS_CREDENTIALS,
  MIZAN_BUS_REPLICAS,
  MIZAN_BUS_PREFIX,
  OTEL_EXPORTER_OTLP_ENDPOINT,
  OTEL_METRICS_EXPORTER,
  OTEL_METRIC_EXPORT_INTERVAL,
  MIZAN_PARENT_PIPE,
} = commonEnv;

/** Environment of the bus keeper: what it shares with the services, and the sizes of the streams. */
export const keeperEnv = {
  MIZAN_LISTEN_HOST,
  MIZAN_LISTEN_PORT,
  NATS_URL,
  MIZAN_BUS_CREDENTIALS,
  MIZAN_BUS_REPLICAS,
  MIZAN_BUS_PREFIX,
  OTEL_EXPORTER_OTLP_ENDPOINT,
  OTEL_METRICS_EXPORTER,
  OTEL_METRIC_EXPORT_INTERVAL,
  MIZAN_PARENT_PIPE,
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
