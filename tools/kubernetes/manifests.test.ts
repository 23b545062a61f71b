import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { repositoryRoot } from '@mizan/stack/home';
import { parse } from 'yaml';
import { complaintsAbout, complaintsAboutObjects } from './complaints.ts';
import { contractEdges, matches, policyEdges } from './edges.ts';
import { strategicMerge } from './merge.ts';
import { at, listAt, type JsonObject, type Manifest } from './objects.ts';
import { render } from './render.ts';
import { validate } from './validate.ts';

const overlays = ['local', 'production', 'drill'];
const renderings = new Map(
  overlays.map((overlay) => [overlay, render(join(repositoryRoot, 'deploy', 'k8s', 'overlays', overlay))]),
);
/** A copy, which a test may damage. */
const rendered = (overlay: string): Manifest[] => {
  const found = renderings.get(overlay);
  if (!found) throw new Error(`there is no overlay ${overlay}`);
  return structuredClone(found);
};

const find = (manifests: readonly Manifest[], kind: string, name: string): Manifest => {
  const found = manifests.find((each) => each.kind === kind && each.metadata.name === name);
  if (!found) throw new Error(`${kind}/${name} is not rendered`);
  return found;
};
const object = (value: unknown) => value as JsonObject;
const podOf = (manifest: Manifest) => object(at(manifest, 'spec', 'template', 'spec'));
const containerOf = (manifest: Manifest) => object(at(podOf(manifest), 'containers', 0));

describe.each(overlays)('the overlay %s', (overlay) => {
  const manifests = rendered(overlay);

  test('allows the connections of the contracts, and no others, at both ends', () => {
    const wanted = [...contractEdges()].sort();
    expect([...policyEdges(manifests, 'Ingress')].sort()).toEqual(wanted);
    expect([...policyEdges(manifests, 'Egress')].sort()).toEqual(wanted);
  });

  test('is what the API server accepts, refers to what exists, and restricts every pod', async () => {
    expect([...(await validate(manifests)), ...complaintsAbout(manifests)]).toEqual([]);
  });

  test('lets a node be emptied, also where a service has a single replica', () => {
    const budgets = manifests.filter(({ kind }) => kind === 'PodDisruptionBudget');
    expect(budgets).not.toEqual([]);
    for (const { metadata, spec } of budgets)
      expect([metadata.name, at(spec, 'maxUnavailable'), at(spec, 'minAvailable')]).toEqual([
        metadata.name,
        1,
        undefined,
      ]);
  });

  test('denies every connection, in and out, that no policy allows', () => {
    const { spec } = find(manifests, 'NetworkPolicy', 'default-deny') as Manifest & { spec: JsonObject };
    expect(spec).toEqual({ podSelector: {}, policyTypes: ['Ingress', 'Egress'] });
  });
});

const maxConnections = ['spec', 'postgresql', 'parameters', 'max_connections'] as const;

describe('production', () => {
  const manifests = rendered('production');

  test('is restored into a Cluster that recovers from the archive of the lost one and has an archive of its own', async () => {
    const cluster = find(manifests, 'Cluster', 'mizan-postgres');
    const patch = join(repositoryRoot, 'deploy', 'k8s', 'overlays', 'production', 'restored-postgres.yaml');
    const restored = strategicMerge(object(cluster), object(parse(readFileSync(patch, 'utf8')))) as unknown as Manifest;
    expect(await validate([restored])).toEqual([]);
    expect(Object.keys(object(at(restored, 'spec', 'bootstrap')))).toEqual(['recovery']);
    const [lost, own] = [
      at(restored, 'spec', 'externalClusters', 0, 'barmanObjectStore'),
      at(restored, 'spec', 'backup', 'barmanObjectStore'),
    ].map(object);
    expect([lost?.['serverName'], lost?.['destinationPath']]).toEqual([
      cluster.metadata.name,
      own?.['destinationPath'],
    ]);
    expect(own?.['serverName']).not.toBe(lost?.['serverName']);
  });

  test('records through its migrations to which moment it was restored', async () => {
    const job = find(manifests, 'Job', 'migrations');
    const patch = join(repositoryRoot, 'deploy', 'k8s', 'overlays', 'production', 'restored-migrations.yaml');
    const restored = strategicMerge(object(job), object(parse(readFileSync(patch, 'utf8')))) as unknown as Manifest;
    expect(await validate([restored])).toEqual([]);
    const containers = listAt(restored, 'spec', 'template', 'spec', 'containers').map(object);
    expect(containers).toMatchObject([{ name: 'migrations', args: ['tools/deploy/migrate.ts'] }]);
    const names = listAt(containers[0], 'env').map((setting) => object(setting)['name']);
    expect(names).toEqual(['NODE_EXTRA_CA_CERTS', 'MIZAN_RESTORED_TO']); // added to what the overlay sets
  });

  test('runs three servers of NATS, never two on a machine, each event on all of them', () => {
    const nats = find(manifests, 'StatefulSet', 'nats');
    expect(at(nats, 'spec', 'replicas')).toBe(3);
    const apart = at(podOf(nats), 'affinity', 'podAntiAffinity', 'requiredDuringSchedulingIgnoredDuringExecution', 0);
    expect(at(apart, 'topologyKey')).toBe('kubernetes.io/hostname');
    expect(at(find(manifests, 'ConfigMap', 'mizan-settings'), 'data', 'MIZAN_BUS_REPLICAS')).toBe('3');
  });

  test('lets only the ingress controller reach the pods by which cert-manager proves the host, and these reach nothing', () => {
    const challenge = { 'acme.cert-manager.io/http01-solver': 'true' };
    const policies = manifests
      .filter(({ kind, spec }) => kind === 'NetworkPolicy' && matches(at(spec, 'podSelector'), challenge))
      .map(({ metadata }) => metadata.name);
    expect(policies.sort()).toEqual(['certificate-challenges', 'default-deny', 'look-up-names']);
    const fromIngress = at(find(manifests, 'NetworkPolicy', 'gateway-public'), 'spec', 'ingress', 0, 'from');
    expect(at(find(manifests, 'NetworkPolicy', 'certificate-challenges'), 'spec')).toMatchObject({
      policyTypes: ['Ingress'],
      ingress: [{ from: fromIngress, ports: [{ port: 8089 }] }],
    });
  });

  test('scales services by what keeps each of them busy', () => {
    const metricsOf = (name: string) =>
      listAt(find(manifests, 'HorizontalPodAutoscaler', name), 'spec', 'metrics').map((metric) =>
        String(at(metric, 'resource', 'name') ?? at(metric, 'external', 'metric', 'name')),
      );
    expect(metricsOf('gateway')).toEqual(['cpu']);
    expect(metricsOf('checkout')).toEqual(['cpu']);
    expect(metricsOf('payments')).toEqual(['cpu', 'mizan_consumer_lag']);
    expect(metricsOf('webhooks')).toContain('mizan_delivery_backlog');
  });
});

describe('the rehearsal of a restore', () => {
  const manifests = rendered('drill');
  const policies = manifests.filter(({ kind }) => kind === 'NetworkPolicy');
  const isOfDatabase = (policy: Manifest) =>
    at(policy, 'spec', 'podSelector', 'matchLabels', 'mizan.dev/part') === 'database';
  const isOfThisNamespace = (peer: JsonObject) =>
    peer['podSelector'] !== undefined && peer['namespaceSelector'] === undefined;

  test('is in a namespace of its own, with everything that it has', () => {
    expect(manifests.filter(({ kind }) => kind === 'Namespace').map(({ metadata }) => metadata.name)).toEqual([
      'drill',
    ]);
    const others = manifests.filter(({ kind, metadata }) => kind !== 'Namespace' && metadata['namespace'] !== 'drill');
    expect(others).toEqual([]);
  });

  test('opens no connection to another namespace or to the world, but to look up names; its database alone reads the backups', () => {
    const ways = policies.flatMap((policy) =>
      listAt(policy, 'spec', 'egress')
        .filter((rule) => rule['to'] === undefined || !listAt(rule, 'to').every(isOfThisNamespace))
        .map((rule) => [policy.metadata.name, listAt(rule, 'ports').map(({ port }) => port)]),
    );
    expect(ways).toEqual([
      ['look-up-names', [53, 53]],
      ['postgres', [443, 6443]],
    ]);
    expect(isOfDatabase(find(manifests, 'NetworkPolicy', 'postgres'))).toBe(true);
  });

  test('is reached by no one, but its database by the operator of databases', () => {
    const ways = policies.flatMap((policy) =>
      listAt(policy, 'spec', 'ingress')
        .flatMap((rule) => (rule['from'] === undefined ? [{}] : listAt(rule, 'from')))
        .filter((peer) => !isOfThisNamespace(peer))
        .map((peer) => [policy.metadata.name, at(peer, 'namespaceSelector', 'matchLabels')]),
    );
    expect(ways).toEqual([['postgres', { 'kubernetes.io/metadata.name': 'cnpg-system' }]]);
    expect(manifests.filter(({ kind }) => kind === 'Ingress')).toEqual([]);
  });

  test('recovers the database of production from where that archives it, makes no empty one and no backup', () => {
    const [production, drill] = ['production', 'drill'].map((overlay) =>
      find(rendered(overlay), 'Cluster', 'mizan-postgres'),
    );
    expect(Object.keys(object(at(drill, 'spec', 'bootstrap')))).toEqual(['recovery']);
    const archive = at(production, 'spec', 'backup', 'barmanObjectStore', 'destinationPath');
    const source = at(drill, 'spec', 'externalClusters', 0);
    expect(at(source, 'name')).toBe(at(drill, 'spec', 'bootstrap', 'recovery', 'source'));
    expect(object(at(source, 'barmanObjectStore'))).toMatchObject({
      serverName: production?.metadata.name,
      destinationPath: archive,
    });
    expect(at(drill, 'spec', 'backup')).toBeUndefined();
    expect(manifests.filter(({ kind }) => ['ScheduledBackup', 'Backup', 'CronJob'].includes(kind))).toEqual([]);
    for (const field of ['imageName', 'storage', 'walStorage'])
      expect([field, at(drill, 'spec', field)]).toEqual([field, at(production, 'spec', field)]);
    expect(at(drill, ...maxConnections)).toBe(at(production, ...maxConnections)); // fewer than the original stop the recovery
  });
});

describe('the nightly backup of rows', () => {
  const backup = render(join(repositoryRoot, 'deploy', 'k8s', 'backup'));
  const pod = object(at(find(backup, 'CronJob', 'backup'), 'spec', 'jobTemplate', 'spec', 'template'));

  test('is what the API server accepts, refers to what exists, and is restricted as every pod', async () => {
    expect([...(await validate(backup)), ...complaintsAboutObjects(backup)]).toEqual([]);
  });

  test('reaches and trusts the database of production as its migrations do', () => {
    const migrations = find(rendered('production'), 'Job', 'migrations');
    const label = ['metadata', 'labels', 'app.kubernetes.io/name'];
    expect(at(pod, ...label)).toBe(at(migrations, 'spec', 'template', ...label));
    expect(listAt(pod, 'spec', 'volumes')).toEqual(
      expect.arrayContaining(listAt(podOf(migrations), 'volumes').filter(({ name }) => name !== 'temporary')),
    );
    expect(listAt(pod, 'spec', 'containers', '0', 'env')).toEqual(
      expect.arrayContaining(listAt(containerOf(migrations), 'env')),
    );
  });
});

describe('the adapter of metrics', () => {
  const adapter = render(join(repositoryRoot, 'deploy', 'k8s', 'metrics-adapter'));

  test('is what the API server accepts, refers to what exists, and is restricted as every pod', async () => {
    expect([...(await validate(adapter)), ...complaintsAboutObjects(adapter)]).toEqual([]);
  });

  test('serves every metric that an autoscaler reads, and its API leads to it', () => {
    const { data } = find(adapter, 'ConfigMap', 'metrics-adapter') as Manifest & { data: Record<string, string> };
    const { externalRules } = parse(data['config.yaml'] ?? '') as { externalRules: { seriesQuery: string }[] };
    const [, series = ''] = /__name__=~"([^"]+)"/.exec(externalRules[0]?.seriesQuery ?? '') ?? [];
    const read = rendered('production')
      .filter(({ kind }) => kind === 'HorizontalPodAutoscaler')
      .flatMap((each) => listAt(each, 'spec', 'metrics'))
      .flatMap((metric) => at(metric, 'external', 'metric', 'name') ?? []);
    expect(new Set(read)).toEqual(new Set(['mizan_consumer_lag', 'mizan_delivery_backlog']));
    for (const name of read) expect(name).toMatch(new RegExp(`^(${series})$`));
    const { service } = (
      find(adapter, 'APIService', 'v1beta1.external.metrics.k8s.io') as Manifest & { spec: JsonObject }
    ).spec;
    expect(find(adapter, 'Service', String(at(service, 'name'))).metadata['namespace']).toBe(at(service, 'namespace'));
  });
});

test.each([
  ['production', (all: Manifest[]) => at(find(all, 'Cluster', 'mizan-postgres'), ...maxConnections)],
  [
    'local',
    (all: Manifest[]) =>
      /max_connections=(\d+)/.exec(String(containerOf(find(all, 'StatefulSet', 'postgres'))['args']))?.[1],
  ],
])(
  'in the overlay %s, PostgreSQL takes the connections of every replica that the autoscalers and a release may start',
  (overlay, limitOf) => {
    const manifests = rendered(overlay);
    const perReplica = 21; // 16 of the main pool, 4 for lists, and the one that holds the leader's lock
    const others = 20; // migrations, backups and the operator
    const scaled = manifests.filter(({ kind }) => kind === 'HorizontalPodAutoscaler');
    const replicas = scaled.reduce((sum, each) => {
      const deployment = find(manifests, 'Deployment', String(at(each, 'spec', 'scaleTargetRef', 'name')));
      const surge = Number(at(deployment, 'spec', 'strategy', 'rollingUpdate', 'maxSurge'));
      return sum + Number(at(each, 'spec', 'maxReplicas')) + surge;
    }, 0);
    expect(replicas).toBeGreaterThan(0);
    expect(Number(limitOf(manifests))).toBeGreaterThanOrEqual(replicas * perReplica + others);
  },
);

const breaks: readonly (readonly [string, (manifests: Manifest[]) => void, RegExp])[] = [
  [
    'a misspelt field',
    (all) => (containerOf(find(all, 'Deployment', 'catalog'))['readynessProbe'] = {}),
    /^Deployment\/catalog: .*readynessProbe/,
  ],
  [
    'a field of the wrong type',
    (all) => (object(find(all, 'Deployment', 'catalog')['spec'])['progressDeadlineSeconds'] = 'soon'),
    /^Deployment\/catalog: \/spec\/progressDeadlineSeconds/,
  ],
  [
    'a misspelt field of the database’s operator',
    (all) => (object(find(all, 'Cluster', 'mizan-postgres')['spec'])['instancez'] = 3),
    /^Cluster\/mizan-postgres: .*instancez/,
  ],
  [
    'an API that does not exist',
    (all) => (find(all, 'Deployment', 'catalog').apiVersion = 'apps/v2'),
    /there is no API apps\/v2/,
  ],
  [
    'a pod that may run as root',
    (all) => delete object(podOf(find(all, 'Deployment', 'payments'))['securityContext'])['runAsNonRoot'],
    /^Deployment\/payments: may run as root/,
  ],
  [
    'a container without a memory limit',
    (all) => delete containerOf(find(all, 'Deployment', 'payments'))['resources'],
    /^Deployment\/payments: service has no memory limit/,
  ],
  [
    'a Secret that nothing creates',
    (all) => (object(at(podOf(find(all, 'Job', 'migrations')), 'volumes', 0, 'secret'))['secretName'] = 'mizan-setpu'),
    /^Job\/migrations: refers to Secret\/mizan-setpu/,
  ],
  [
    'a database that archives with programs that its image does not have',
    (all) =>
      (object(find(all, 'Cluster', 'mizan-postgres')['spec'])['imageName'] =
        'ghcr.io/cloudnative-pg/postgresql:18.1-standard-bookworm'),
    /^Cluster\/mizan-postgres: has a barmanObjectStore/,
  ],
  [
    'a Service that selects nothing',
    (all) => (object(find(all, 'Service', 'gateway')['spec'])['selector'] = { 'app.kubernetes.io/name': 'gatewy' }),
    /^Service\/gateway: selects no pod/,
  ],
  [
    'a setting that no service reads',
    (all) => (object(find(all, 'ConfigMap', 'mizan-settings')['data'])['MIZAN_DRAIN_DELAY'] = '3'),
    /no service reads MIZAN_DRAIN_DELAY$/,
  ],
  [
    'a service that accepts connections from one that never calls it',
    (all) => (callersOf(all, 'webhooks')['values'] = ['gateway', 'catalog']),
    /^Ingress allows catalog -> webhooks/,
  ],
  [
    'a service that does not let in one who has',
    (all) => (callersOf(all, 'payments')['values'] = ['gateway', 'customers']),
    /^Ingress refuses checkout -> payments/,
  ],
];

const callersOf = (all: readonly Manifest[], service: string) =>
  object(
    at(
      find(all, 'NetworkPolicy', `${service}-asked-by`),
      'spec',
      'ingress',
      0,
      'from',
      0,
      'podSelector',
      'matchExpressions',
      0,
    ),
  );

test.each(breaks)('the check notices %s', async (_what, damage, complaint) => {
  const manifests = rendered('production');
  damage(manifests);
  const complaints = [...(await validate(manifests)), ...complaintsAbout(manifests)];
  expect(complaints.filter((each) => complaint.test(each))).not.toEqual([]);
});
