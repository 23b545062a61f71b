/**
 * `npm start`: the whole platform on this machine. Read {@link start} to see the order in which things come up; they go
 * down the other way round.
 */
import { deriveServiceEnv, type ServiceDatabase } from '@mizan/service-kit';
import type { ServiceName } from '@mizan/contracts';
import { writeTrustBundle } from '@mizan/stack/certificates';
import { startFleet } from '@mizan/stack/fleet';
import { lockHome } from '@mizan/stack/home-lock';
import { openHome } from '@mizan/stack/home';
import { openRootSecret } from '@mizan/stack/secrets';
import { writeFileSync } from 'node:fs';
import { loadServices } from './load-services.ts';
import { prepareDatabase } from './prepare-database.ts';
import { runUntilStopped, type Teardown } from './run-until-stopped.ts';
import { writeDevFile, type DevFile } from './start/dev-file.ts';
import { drawReadyScreen } from './start/draw-ready-screen.ts';
import { openNats, openPostgres, openTraces } from './start/infrastructure.ts';
import { openDemoCheckout } from './start/open-demo-checkout.ts';
import { help, readPublicAddress } from './start/options.ts';
import { seedAccounts } from './start/seed-accounts.ts';

const loopback = '127.0.0.0/8,::1/128';

if (process.argv.slice(2).length > 0) {
  console.log(help);
  process.exitCode = process.argv.includes('--help') || process.argv.includes('-h') ? 0 : 2;
} else {
  await runUntilStopped(start, process.env['MIZAN_BOOTSTRAP_PID']);
}

async function start(onStop: Teardown): Promise<void> {
  const startedAt = performance.now();
  const { env } = process;
  const tell = (sentence: string) => console.error(`mizan: ${sentence}`);
  const address = await readPublicAddress(env);
  const home = openHome();
  onStop(lockHome(home));
  const rootSecret = openRootSecret(home, env);

  const loading = loadServices();
  loading.catch(() => undefined); // reported where it is awaited
  const [postgres, nats, traces, trust] = await Promise.all([
    openPostgres(home, env, tell).then((opened) => (onStop(opened.stop), opened)),
    openNats(home, env, tell).then((opened) => (onStop(opened.stop), opened)),
    openTraces(env).then((opened) => (onStop(opened.stop), opened)),
    writeTrustBundle(home.ca),
  ]);
  const databases = await prepareDatabase(postgres.url, rootSecret, await loading);

  const fleet = await startFleet({ logs: home.logs, envOf, onRestart: (sentence) => (tell(sentence), publish()) });
  onStop(fleet.stop);
  const [demo] = await Promise.all([seedAccounts(databases.gateway.runtimeUrl, rootSecret), fleet.ready()]);

  const describe = (): DevFile => {
    const pids = fleet.pids();
    const services = Object.fromEntries(
      Object.entries(fleet.urls).map(([name, url]) => [name, { url, pid: pids[name as ServiceName] }]),
    );
    return {
      baseUrl: localUrl(),
      natsUrl: nats.url,
      databaseUrl: postgres.url,
      services: services as DevFile['services'],
      ...demo,
    };
  };
  const publish = () => writeDevFile(home, describe());
  publish();
  writeFileSync(home.path('traces.json'), `${JSON.stringify({ url: traces.url })}\n`);
  const checkoutUrl = await openDemoCheckout(home, localUrl(), demo.keys.testSecret);
  console.log(drawReadyScreen(describe(), checkoutUrl, home.root, (performance.now() - startedAt) / 1000));

  function localUrl(): string {
    return `http://localhost:${address.port}`;
  }

  function envOf(name: ServiceName): Record<string, string | undefined> {
    const database: ServiceDatabase = databases[name];
    return {
      ...deriveServiceEnv(rootSecret, name),
      DATABASE_URL: database.runtimeUrl,
      NATS_URL: nats.url,
      MIZAN_PUBLIC_URL: address.url,
      MIZAN_PORT: String(address.port),
      MIZAN_WEBHOOK_ALLOW_CIDRS: env['MIZAN_WEBHOOK_ALLOW_CIDRS'] ?? loopback,
      OTEL_EXPORTER_OTLP_ENDPOINT: traces.url,
      NODE_EXTRA_CA_CERTS: trust,
    };
  }
}
