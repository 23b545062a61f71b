import { isPortFree } from '@mizan/stack/ports';
import { SetupProblem } from '@mizan/stack/setup-problem';

export const help = `npm start: the whole platform on this machine, with a demo account, until Ctrl-C.

Without any setting it runs an embedded PostgreSQL and a nats-server, the six services
and a receiver that keeps recent traces. It needs no Docker and no account anywhere.

  MIZAN_PORT       port of the API on this machine                       8080
  MIZAN_REPLICAS   processes of each service, behind balancers of its own   1
  MIZAN_HOME       folder for data, logs and secrets                     .mizan
  MIZAN_PUBLIC_URL base of checkout links                                http://localhost:<port>
  DATABASE_URL     use this PostgreSQL (an administrator's login) instead of the embedded one
  NATS_URL         use this NATS instead of the embedded one
  MIZAN_BUS_PREFIX put before stream and subjects on a shared NATS       none
  MIZAN_SECRET     root of all derived secrets                           made once, kept in MIZAN_HOME
  MIZAN_RATE_LIMIT off lifts every request-rate limit                    on
  MIZAN_WEBHOOK_ALLOW_CIDRS  private addresses that webhooks may reach   loopback
  MIZAN_TEST_SETTLEMENT      instant or delayed                          instant
  MIZAN_TRACE_RATIO          share of requests traced                    0.1
  MIZAN_UPLOADS_FOLDER       where uploaded pictures are kept            MIZAN_HOME/uploads
  MIZAN_S3_BUCKET  bucket that keeps them instead; with it MIZAN_S3_ENDPOINT, MIZAN_S3_REGION,
                   MIZAN_S3_ACCESS_KEY_ID and MIZAN_S3_SECRET_ACCESS_KEY
  OTEL_EXPORTER_OTLP_ENDPOINT  send traces there instead of keeping them
  LOG_LEVEL        debug, info, warn, error                              info

Two stacks run side by side with different MIZAN_HOME and MIZAN_PORT.
npm run reset deletes the state. Files to script against: MIZAN_HOME/dev.json.`;

const mostReplicas = 4;

/** @throws SetupProblem when it is no number from 1 to 4 */
export function readReplicas(env: NodeJS.ProcessEnv): number {
  const replicas = Number(env['MIZAN_REPLICAS'] || 1);
  if (!Number.isInteger(replicas) || replicas < 1 || replicas > mostReplicas)
    throw new SetupProblem(
      `MIZAN_REPLICAS is ${env['MIZAN_REPLICAS']}; it must be a number from 1 to ${mostReplicas}.`,
    );
  return replicas;
}

/** Where the API answers. */
export interface PublicAddress {
  readonly port: number;
  readonly url: string;
}

const defaultPort = 8080;

/**
 * Reads where the API should answer and sees to it that the port can be had.
 *
 * @throws SetupProblem when it cannot
 */
export async function readPublicAddress(env: NodeJS.ProcessEnv): Promise<PublicAddress> {
  const port = env['MIZAN_PORT'] ? Number(env['MIZAN_PORT']) : defaultPort;
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new SetupProblem(`MIZAN_PORT is ${env['MIZAN_PORT']}; it must be a port number, 1 to 65535.`);
  }
  if (!(await isPortFree(port))) {
    throw new SetupProblem(`Port ${port} is in use. Free it, or choose another: MIZAN_PORT=${port + 1} npm start`);
  }
  return { port, url: env['MIZAN_PUBLIC_URL']?.replace(/\/$/, '') || `http://localhost:${port}` };
}
