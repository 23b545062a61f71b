/**
 * Prints a Kubernetes Secret for each service, to be applied or put into the store that yours come from:
 *
 *   docker run --rm -e DATABASE_URL -e MIZAN_SECRET mizan tools/deploy/print-kubernetes-secrets.ts | kubectl apply -n mizan -f -
 *
 * Each holds one file, `env`, which the service's pods mount. `mizan-setup` is for the
 * migration Job alone, `mizan-nats` holds the keys that the bus trusts.
 *
 * Environment: `DATABASE_URL` (an administrator's login), `MIZAN_SECRET`; `MIZAN_OPERATOR_TOKEN` to choose the operator's token;
 * `MIZAN_BUS_PREFIX` on a NATS that is shared.
 */
import { serviceNames } from '@mizan/contracts';
import { busServerConfiguration } from '@mizan/service-kit/bus-trust';
import { firstMerchant } from './first-merchant.ts';
import { envFile, keeperSettings, secretSettings } from './secret-settings.ts';
import { readSetupEnv } from './setup-env.ts';
import { runOnce } from './run-once.ts';

await runOnce('print-kubernetes-secrets', async () => {
  const setup = readSetupEnv();
  const settings = await secretSettings(setup);
  const secret = (name: string, files: Record<string, string>) => ({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name, labels: { 'app.kubernetes.io/part-of': 'mizan' } },
    type: 'Opaque',
    stringData: files,
  });
  const items = [
    secret('mizan-setup', { env: envFile({ DATABASE_URL: setup.adminUrl, MIZAN_SECRET: setup.rootSecret }) }),
    secret('mizan-nats', { 'trust.conf': await busServerConfiguration(setup.rootSecret, { prefix: setup.busPrefix }) }),
    secret('mizan-bus-keeper', { env: envFile(await keeperSettings(setup)) }),
    ...serviceNames.map((name) => secret(`mizan-${name}`, { env: envFile(settings[name]) })),
  ];
  console.log(JSON.stringify({ apiVersion: 'v1', kind: 'List', items }, null, 2));
  const next = firstMerchant('kubectl -n mizan exec deploy/gateway -- mizan');
  console.error(['Once the overlay is applied, create your first merchant:', ...next].join('\n  '));
});
