import { serviceNames } from '@mizan/contracts';
import { contractEdges, matches, policyEdges } from './edges.ts';
import { knownSettings } from './known-settings.ts';
import { at, isObject, labelsAt, listAt, nameOf, podTemplateOf, type JsonObject, type Manifest } from './objects.ts';

/** Secrets that are created outside the manifests: by tools/deploy/print-kubernetes-secrets.ts, by an operator, by hand. */
const madeElsewhere = new Set([
  ...serviceNames.map((name) => `mizan-${name}`),
  ...[
    'mizan-setup',
    'mizan-nats',
    'mizan-bus-keeper',
    'mizan-postgres',
    'mizan-postgres-ca',
    'mizan-bucket',
    'mizan-backup-bucket',
  ],
]);

/**
 * What is wrong with an overlay that a schema cannot know: what {@link complaintsAboutObjects} finds, settings that no service
 * reads, and connections that the network policies allow or refuse against the contract.
 */
export const complaintsAbout = (manifests: readonly Manifest[]): string[] => [
  ...complaintsAboutObjects(manifests),
  ...aboutSettings(manifests),
  ...aboutEdges(manifests),
];

/**
 * References that lead nowhere, selectors that select nothing, pods that are not restricted, containers without limits, services
 * without their probes, databases that cannot read or write their archive.
 */
export function complaintsAboutObjects(manifests: readonly Manifest[]): string[] {
  const workloads = manifests.flatMap((manifest) => {
    const template = podTemplateOf(manifest);
    return template ? [{ manifest, template }] : [];
  });
  return [
    ...workloads.flatMap(({ manifest, template }) =>
      [
        ...aboutPod(at(template, 'spec') as JsonObject),
        ...aboutReferences(manifests, at(template, 'spec') as JsonObject),
        ...(manifest.kind === 'Deployment' ? aboutDeployment(manifests, manifest, template) : []),
      ].map((complaint) => `${nameOf(manifest)}: ${complaint}`),
    ),
    ...aboutArchives(manifests),
    ...aboutSelectors(
      manifests,
      workloads.map(({ template }) => labelsAt(template, 'metadata', 'labels')),
    ),
  ];
}

/** Kubernetes' restricted profile, and more: nothing is written but what is mounted, and no token is there to steal. */
function aboutPod(spec: JsonObject): string[] {
  const complaints: string[] = [];
  const expect = (holds: boolean, complaint: string) => void (holds || complaints.push(complaint));
  expect(at(spec, 'securityContext', 'runAsNonRoot') === true, 'may run as root');
  expect(at(spec, 'securityContext', 'seccompProfile', 'type') === 'RuntimeDefault', 'has no seccomp profile');
  expect(spec['automountServiceAccountToken'] === false, 'mounts a token of the Kubernetes API');
  for (const container of [...listAt(spec, 'initContainers'), ...listAt(spec, 'containers')]) {
    const name = String(container['name']);
    const security = container['securityContext'];
    const limit = at(container, 'resources', 'limits', 'memory');
    expect(at(security, 'allowPrivilegeEscalation') === false, `${name} may gain privileges`);
    expect(at(security, 'readOnlyRootFilesystem') === true, `${name} may write to its root`);
    expect(JSON.stringify(at(security, 'capabilities', 'drop')) === '["ALL"]', `${name} keeps capabilities`);
    expect(limit !== undefined, `${name} has no memory limit`);
    expect(at(container, 'resources', 'requests', 'cpu') !== undefined, `${name} requests no processor time`);
    expect(/[@:][^/]+$/.test(String(container['image'])), `${name} runs an image of no version`);
    expect(!String(container['image']).endsWith(':latest'), `${name} runs whatever is latest`);
  }
  return complaints;
}

function aboutReferences(manifests: readonly Manifest[], spec: JsonObject): string[] {
  const exists = (kind: string, name: unknown) =>
    manifests.some((each) => each.kind === kind && each.metadata.name === name) ||
    (kind === 'Secret' && madeElsewhere.has(String(name)));
  const containers = [...listAt(spec, 'initContainers'), ...listAt(spec, 'containers')];
  const references: (readonly [string, unknown])[] = [
    ['ServiceAccount', spec['serviceAccountName']],
    ...listAt(spec, 'volumes').flatMap((volume) => [
      ['Secret', at(volume, 'secret', 'secretName')] as const,
      ['ConfigMap', at(volume, 'configMap', 'name')] as const,
      ['PersistentVolumeClaim', at(volume, 'persistentVolumeClaim', 'claimName')] as const,
    ]),
    ...containers.flatMap((container) => [
      ...listAt(container, 'envFrom').map((source) => ['ConfigMap', at(source, 'configMapRef', 'name')] as const),
      ...listAt(container, 'env').map(
        (variable) => ['Secret', at(variable, 'valueFrom', 'secretKeyRef', 'name')] as const,
      ),
    ]),
  ];
  return references
    .filter(([kind, name]) => name !== undefined && !exists(kind, name))
    .map(([kind, name]) => `refers to ${kind}/${String(name)}, which is nowhere`);
}

/** Every Deployment is probed. */
function aboutDeployment(manifests: readonly Manifest[], manifest: Manifest, template: JsonObject): string[] {
  const [container] = listAt(template, 'spec', 'containers');
  const complaints = ['startupProbe', 'readinessProbe', 'livenessProbe']
    .filter((probe) => container?.[probe] === undefined)
    .map((probe) => `has no ${probe}`);
  const isService = labelsAt(template, 'metadata', 'labels')['mizan.dev/part'] === 'service';
  return [...complaints, ...(isService ? aboutService(manifests, manifest, template) : [])];
}

/** A service is also spread, drained, scaled and kept from being emptied. */
function aboutService(manifests: readonly Manifest[], { metadata }: Manifest, template: JsonObject): string[] {
  const spec = at(template, 'spec');
  const [container] = listAt(spec, 'containers');
  const complaints: string[] = [];
  if (at(container, 'lifecycle', 'preStop') === undefined) complaints.push('has no preStop');
  if (listAt(spec, 'topologySpreadConstraints').length === 0) complaints.push('is not spread');
  for (const kind of ['Service', 'ServiceAccount', 'PodDisruptionBudget', 'HorizontalPodAutoscaler'])
    if (!manifests.some((each) => each.kind === kind && each.metadata.name === metadata.name))
      complaints.push(`has no ${kind}`);
  return complaints;
}

/** CloudNativePG runs the programs barman-cloud-* in the container of PostgreSQL, where images other than `system` do not have them. */
function aboutArchives(manifests: readonly Manifest[]): string[] {
  return manifests
    .filter(({ kind, spec }) => kind === 'Cluster' && JSON.stringify(spec ?? null).includes('"barmanObjectStore":'))
    .filter(({ spec }) => !/-system-[a-z]+(@sha256:[0-9a-f]{64})?$/.test(String(at(spec, 'imageName'))))
    .map((cluster) => `${nameOf(cluster)}: has a barmanObjectStore, and an image without barman-cloud-*`);
}

/** What cert-manager labels the pods with that it starts while a certificate is issued. */
const ofChallenge = { 'acme.cert-manager.io/http01-solver': 'true' };

function aboutSelectors(manifests: readonly Manifest[], pods: readonly Record<string, string>[]): string[] {
  // The database's operator creates its pods from the settings of the Cluster.
  const inherited = manifests.map((each) => labelsAt(each, 'spec', 'inheritedMetadata', 'labels'));
  const all = [...pods, ofChallenge, ...inherited.filter((labels) => Object.keys(labels).length > 0)];
  return manifests.flatMap((manifest) => {
    const selector =
      manifest.kind === 'Service'
        ? { matchLabels: (at(manifest, 'spec', 'selector') ?? {}) as JsonObject }
        : (at(manifest, 'spec', 'selector') ?? at(manifest, 'spec', 'podSelector'));
    if (!isObject(selector) || all.some((labels) => matches(selector, labels))) return [];
    return [`${nameOf(manifest)}: selects no pod`];
  });
}

function aboutSettings(manifests: readonly Manifest[]): string[] {
  return manifests
    .filter(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === 'mizan-settings')
    .flatMap((manifest) => Object.keys(labelsAt(manifest, 'data')))
    .filter((name) => !knownSettings.has(name))
    .map((name) => `ConfigMap/mizan-settings: no service reads ${name}`);
}

function aboutEdges(manifests: readonly Manifest[]): string[] {
  const wanted = contractEdges();
  return (['Ingress', 'Egress'] as const).flatMap((end) => {
    const allowed = policyEdges(manifests, end);
    return [
      ...[...wanted]
        .filter((edge) => !allowed.has(edge))
        .map((edge) => `${end} refuses ${edge}, which the contract has`),
      ...[...allowed]
        .filter((edge) => !wanted.has(edge))
        .map((edge) => `${end} allows ${edge}, which no contract requires`),
    ];
  });
}
