/**
 * `npm start`: the whole platform on this machine. {@link start} shows the order in which the parts start; they stop in
 * reverse.
 */
import { writeFileSync } from 'node:fs';
import type { ServiceName } from '@mizan/contracts';
import { writeTrustBundle } from '@mizan/stack/certificates';
import { startFleet } from '@mizan/stack/fleet';
import { lockHome } from '@mizan/stack/home-lock';
import { openHome, type Home } from '@mizan/stack/home';
import { openRootSecret, operatorTokenOf } from '@mizan/stack/secrets';
import { runUntilStopped, type Teardown } from './run-until-stopped.ts';
import { writeDevFile, type DevFile } from '@mizan/stack/dev-file';
import { drawReadyScreen } from './start/draw-ready-screen.ts';
import { openBusKeeper, openNats, openPostgres, openTraces } from './start/infrastructure.ts';
import { openDemoCheckout } from './start/open-demo-checkout.ts';
import { openStandIns } from './start/open-stand-ins.ts';
import {
  requestsHelp,
  help,
  readArguments,
  readPublicAddress,
  readReplicas,
  type StartOptions,
} from './start/options.ts';
import { startPreparation } from './start/prepare.ts';
import { shownDatabase } from './start/shown-address.ts';

const loopback = '127.0.0.0/8,::1/128';

const args = process.argv.slice(2);
if (requestsHelp(args)) console.log(help);
else
  await runUntilStopped((onStop) => start(readArguments(args), onStop), process.env['MIZAN_BOOTSTRAP_PID'], {
    onStopping: () => console.error('mizan: stopping …'),
    onStopped: () => console.error('mizan: stopped; npm start continues with the same data.'),
  });

async function start({ isSingle, hasProviders }: StartOptions, onStop: Teardown): Promise<void> {
  const startedAt = performance.now();
  const { env } = process;
  const print = (sentence: string) => console.error(`mizan: ${sentence}`);
  const opened = <T extends { stop(): Promise<void> | void }>(what: T): T => (onStop(() => what.stop()), what);

  const replicas = readReplicas(env, { isSingle });
  const address = await readPublicAddress(env);
  const localUrl = `http://localhost:${address.port}`;
  const home = openHome();
  onStop(lockHome(home));
  const rootSecret = openRootSecret(home, env);

  const preparation = opened(startPreparation());
  const [postgres, nats, traces, trust] = await Promise.all([
    openPostgres(home, env, print).then(opened),
    openNats(home, env, rootSecret, print).then(opened),
    openTraces(env).then(opened),
    writeTrustBundle(home.ca),
  ]);
  const prepared = await preparation.envs({ databaseUrl: postgres.url, rootSecret });

  const shared = {
    NATS_URL: nats.url,
    MIZAN_PUBLIC_URL: address.url,
    MIZAN_PORT: String(address.port),
    MIZAN_WEBHOOK_ALLOW_CIDRS: env['MIZAN_WEBHOOK_ALLOW_CIDRS'] ?? loopback,
    OTEL_EXPORTER_OTLP_ENDPOINT: traces.url,
    MIZAN_TRACE_RATIO: traceRatioOf(env),
    // The receiver in this process stores traces only; each service shows its metrics at /metrics in any case.
    OTEL_METRICS_EXPORTER: env['OTEL_EXPORTER_OTLP_ENDPOINT'] ? env['OTEL_METRICS_EXPORTER'] : 'none',
    NODE_EXTRA_CA_CERTS: trust,
  };
  const standIns = hasProviders ? opened(await openStandIns(home, address.port)) : undefined;
  const externalDatabase = shownDatabase(env);
  const operatorToken = env['MIZAN_OPERATOR_TOKEN'] || operatorTokenOf(rootSecret);
  const envs = mapValues(prepared, (own, name) => ({
    ...shared,
    ...own,
    ...(name === 'gateway' ? { MIZAN_OPERATOR_TOKEN: operatorToken } : {}),
    ...(name === 'catalog' ? uploadSettings(home, env) : {}),
    ...(name === 'payments' ? standIns?.env : {}),
    ...(name === 'webhooks' ? mailSettings(env) : {}),
  }));
  let publish: () => void = () => undefined; // until there is all that the file describes
  const onRestart = (sentence: string) => (print(sentence), publish());
  const fleet = opened(
    await startFleet({ logs: home.logs, envs, replicas, isSingle, publicPort: address.port, onRestart }),
  );
  const gatewayUrl = fleet.urls.gateway;
  const keeper = opened(await openBusKeeper(home, { rootSecret, natsUrl: nats.url, gatewayUrl, shared }, print));
  const [demo] = await Promise.all([preparation.demo(), fleet.ready(), keeper.ready()]);

  const describe = (): DevFile => {
    const services = mapValues(fleet.replicas(), (replicas, name) => {
      return { url: fleet.urls[name], pid: replicas[0]?.pid ?? -1, replicas };
    });
    const providers = standIns ? { providers: standIns.described } : {};
    const external = externalDatabase === undefined ? {} : { externalDatabase };
    const urls = { baseUrl: localUrl, natsUrl: nats.url, databaseUrl: postgres.url, ...external };
    return { ...urls, operatorToken, ...providers, services, ...demo };
  };
  publish = () => writeDevFile(home, describe());
  publish();
  writeFileSync(home.path('traces.json'), `${JSON.stringify({ url: traces.url })}\n`);

  const checkoutUrl = await openDemoCheckout(home, localUrl, demo.keys.testSecret).catch((failure: Error) => {
    print(`the demo checkout could not be created: ${failure.message}`);
    return undefined;
  });
  const seconds = (performance.now() - startedAt) / 1000;
  console.log(drawReadyScreen({ dev: describe(), checkoutUrl, homePath: home.root, seconds }));
}

/** Every request of a developer can be looked at; where traces are sent elsewhere, the default of the services applies. */
function traceRatioOf(env: NodeJS.ProcessEnv): string | undefined {
  return env['MIZAN_TRACE_RATIO'] || (env['OTEL_EXPORTER_OTLP_ENDPOINT'] ? undefined : '1');
}

/** Where the catalog keeps pictures. No other service sees the keys of the bucket. */
function uploadSettings(home: Home, env: NodeJS.ProcessEnv): Record<string, string | undefined> {
  const bucket = Object.entries(env).filter(([name]) => name.startsWith('MIZAN_S3_'));
  return { MIZAN_UPLOADS_FOLDER: env['MIZAN_UPLOADS_FOLDER'] || home.path('uploads'), ...Object.fromEntries(bucket) };
}

/** Mail of test mode is shown at /dev/mail; that of live mode goes to a server if there is one, whose password no other service sees. */
function mailSettings({ MIZAN_SMTP_URL, MIZAN_MAIL_FROM }: NodeJS.ProcessEnv): Record<string, string | undefined> {
  return { MIZAN_DEV_MAILBOX: 'on', MIZAN_SMTP_URL, MIZAN_MAIL_FROM };
}

function mapValues<A, B>(
  record: Record<ServiceName, A>,
  map: (value: A, name: ServiceName) => B,
): Record<ServiceName, B> {
  const entries = Object.entries<A>(record).map(([name, value]) => [name, map(value, name as ServiceName)]);
  return Object.fromEntries(entries) as Record<ServiceName, B>;
}
