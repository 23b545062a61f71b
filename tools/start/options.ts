import { closestName } from '@mizan/contracts';
import { isPortFree } from '@mizan/stack/ports';
import { SetupProblem } from '@mizan/stack/setup-problem';

export const help = `npm start: the whole platform on this machine, with a demo account, until Ctrl-C.

By default it runs an embedded PostgreSQL, a nats-server, the six services and a receiver
that stores recent traces. It needs neither Docker nor an account anywhere.

  --single         the six services in one process, for small machines
  --providers      stand-ins for Paymob, Fawry, Tabby, Tamara and Stripe beside them, which live mode can be
                   connected to without an account anywhere; they move no real money

  MIZAN_PORT       port of the API on this machine                       8080
  MIZAN_REPLICAS   processes of each service, behind balancers of its own   1
  MIZAN_HOME       folder for data, logs and secrets                     .mizan
  MIZAN_PUBLIC_URL base of checkout links                                http://localhost:<port>
  DATABASE_URL     use this PostgreSQL (an administrator's login) instead of the embedded one
  NATS_URL         use this NATS instead of the embedded one
  MIZAN_BUS_PREFIX prefix of stream and subjects on a shared NATS       none
  MIZAN_OPERATOR_TOKEN  token of the operator, at least 32 characters  derived from MIZAN_SECRET
  MIZAN_SECRET     root of all derived secrets                           created once, stored in MIZAN_HOME
  MIZAN_RATE_LIMIT off lifts every request-rate limit                    on
  MIZAN_REQUIRE_IDEMPOTENCY_KEY  money: refuse requests that move money without a key
  MIZAN_WEBHOOK_ALLOW_CIDRS  private addresses that webhooks may reach,   loopback
                             by https like any others
  MIZAN_TEST_SETTLEMENT      instant or delayed                          instant
  MIZAN_CARD_ATTEMPTS_PER_DAY  payments with one card at one account in live mode  10
  MIZAN_SETTLEMENT_DELAY_DAYS  from a live payment until its money is available   2
  MIZAN_PROVIDER_SANDBOX     allow: live mode also takes credentials of a provider's sandbox
  MIZAN_TRACE_RATIO          share of requests traced                      1
  MIZAN_UPLOADS_FOLDER       folder for uploaded pictures            MIZAN_HOME/uploads
  MIZAN_S3_BUCKET  bucket for uploaded pictures instead, with MIZAN_S3_REGION; also MIZAN_S3_ENDPOINT where
                   it is not of AWS, and MIZAN_S3_ACCESS_KEY_ID with MIZAN_S3_SECRET_ACCESS_KEY
  MIZAN_SMTP_URL   mail server for live mode; requires MIZAN_MAIL_FROM      none: test mode's mail
                                                                         is at /dev/mail
  OTEL_EXPORTER_OTLP_ENDPOINT  send traces there instead of storing them
  LOG_LEVEL        debug, info, warn, error                              info

To run two stacks side by side, give them different MIZAN_HOME and MIZAN_PORT.
npm run reset deletes MIZAN_HOME, not a database of DATABASE_URL. Scripts find addresses and keys in MIZAN_HOME/dev.json.`;

/** What follows `npm start --`. */
export interface StartOptions {
  /** All services run in one process. */
  readonly isSingle: boolean;
  /** Stand-ins for payment providers run beside the services. */
  readonly hasProviders: boolean;
}

const switches = ['--single', '--providers'];

export const requestsHelp = (args: readonly string[]): boolean => args.includes('--help') || args.includes('-h');

/** Reads the arguments. @throws SetupProblem for one that is unknown */
export function readArguments(args: readonly string[]): StartOptions {
  const unknown = args.find((arg) => !switches.includes(arg));
  if (unknown !== undefined) {
    const meant = closestName(unknown, switches);
    throw new SetupProblem(
      `unknown option ${unknown}.${meant ? ` Did you mean ${meant}?` : ''} npm start -- --help lists the options.`,
    );
  }
  return { isSingle: args.includes('--single'), hasProviders: args.includes('--providers') };
}

const maxReplicas = 4;

/** @throws SetupProblem when it is not a number from 1 to 4, or more than one process is to be one */
export function readReplicas(env: NodeJS.ProcessEnv, { isSingle }: Pick<StartOptions, 'isSingle'>): number {
  const replicas = Number(env['MIZAN_REPLICAS'] || 1);
  if (!Number.isInteger(replicas) || replicas < 1 || replicas > maxReplicas)
    throw new SetupProblem(`MIZAN_REPLICAS is ${env['MIZAN_REPLICAS']}; it must be a number from 1 to ${maxReplicas}.`);
  if (isSingle && replicas > 1)
    throw new SetupProblem(`MIZAN_REPLICAS is ${replicas}; with --single there is one process.`);
  return replicas;
}

/** The address of the API. */
export interface PublicAddress {
  readonly port: number;
  readonly url: string;
}

const defaultPort = 8080;

/**
 * Reads the address of the API and checks that its port is free.
 *
 * @throws SetupProblem when it is invalid or in use
 */
export async function readPublicAddress(env: NodeJS.ProcessEnv): Promise<PublicAddress> {
  const port = env['MIZAN_PORT'] ? Number(env['MIZAN_PORT']) : defaultPort;
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new SetupProblem(`MIZAN_PORT is ${env['MIZAN_PORT']}; it must be a port number, 1 to 65535.`);
  }
  if (!(await isPortFree(port))) {
    throw new SetupProblem(
      `Port ${port} is in use, by another npm start perhaps. Stop it, or choose another port: MIZAN_PORT=${port + 1} npm start`,
    );
  }
  return { port, url: env['MIZAN_PUBLIC_URL']?.replace(/\/$/, '') || `http://localhost:${port}` };
}
