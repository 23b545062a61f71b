import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { strategicMerge } from './merge.ts';
import { at, isObject, listAt, labelsAt, nameOf, podTemplateOf, type JsonObject, type Manifest } from './objects.ts';

/** The fields of a kustomization that this renderer follows; it refuses others instead of ignoring them. */
const known = new Set(['apiVersion', 'kind', 'namespace', 'labels', 'resources', 'images', 'patches']);
const clusterWide = new Set(['Namespace', 'ClusterRole', 'ClusterRoleBinding', 'StorageClass', 'PriorityClass']);

/**
 * Renders a kustomization as `kubectl kustomize` does, for the part of kustomize that `deploy/k8s` uses: resources,
 * strategic-merge patches with or without a target, also those that delete an object, labels, namespace, images. It exists because a check must not need a
 * binary that npm does not bring.
 *
 * @throws Error for whatever it does not know
 */
export function render(folder: string): Manifest[] {
  const kustomization = parse(readFileSync(join(folder, 'kustomization.yaml'), 'utf8')) as JsonObject;
  const strange = Object.keys(kustomization).find((field) => !known.has(field));
  if (strange) throw new Error(`${folder}/kustomization.yaml: this renderer does not know "${strange}"`);
  let manifests = ((kustomization['resources'] ?? []) as string[]).flatMap((name) => load(join(folder, name)));
  refuseTwins(folder, manifests);
  for (const patch of listAt(kustomization, 'patches')) manifests = applyPatch(folder, manifests, patch);
  for (const { pairs, includeTemplates } of listAt(kustomization, 'labels'))
    manifests.forEach((each) => addLabels(each, labelsAt(pairs), includeTemplates === true));
  const namespace = kustomization['namespace'];
  if (typeof namespace === 'string') manifests.forEach((each) => moveTo(namespace, each));
  for (const image of listAt(kustomization, 'images')) setImage(manifests, image);
  return manifests;
}

function load(path: string): Manifest[] {
  if (!existsSync(path)) throw new Error(`${path} is missing`);
  if (statSync(path).isDirectory()) return render(path);
  return readManifests(path);
}

function readManifests(path: string): Manifest[] {
  return parseAllDocuments(readFileSync(path, 'utf8')).map((document) => {
    const [error] = document.errors;
    if (error) throw new Error(`${path}: ${error.message}`);
    const manifest = document.toJS() as Manifest;
    if (!manifest?.apiVersion || !manifest.kind || !manifest.metadata?.name)
      throw new Error(`${path}: a document is no Kubernetes object`);
    return manifest;
  });
}

function refuseTwins(folder: string, manifests: readonly Manifest[]): void {
  const seen = new Set<string>();
  for (const name of manifests.map(nameOf)) {
    if (seen.has(name)) throw new Error(`${folder}: ${name} is there twice`);
    seen.add(name);
  }
}

function applyPatch(folder: string, manifests: readonly Manifest[], { path, target, ...rest }: JsonObject): Manifest[] {
  if (typeof path !== 'string' || Object.keys(rest).length > 0)
    throw new Error(`${folder}: this renderer knows patches with a path and a target alone`);
  const [patch, ...more] = readManifests(join(folder, path));
  if (!patch || more.length > 0) throw new Error(`${path} must hold one patch`);
  const aim = isObject(target) ? target : { kind: patch.kind, name: patch.metadata.name };
  if (!manifests.some((each) => isTarget(each, aim))) throw new Error(`${folder}: ${path} patches nothing`);
  if (patch['$patch'] === 'delete') return manifests.filter((each) => !isTarget(each, aim));
  return manifests.map((manifest) => {
    if (!isTarget(manifest, aim)) return manifest;
    const { name } = manifest.metadata;
    const merged = strategicMerge(manifest, patch) as Manifest;
    return { ...merged, metadata: { ...merged.metadata, name } };
  });
}

function isTarget(manifest: Manifest, { kind, name, labelSelector, ...rest }: JsonObject): boolean {
  const [strange] = Object.keys(rest);
  if (strange) throw new Error(`this renderer does not know targets by "${strange}"`);
  const wanted = typeof labelSelector === 'string' ? labelSelector.split(',').map((each) => each.split('=')) : [];
  const labels = labelsAt(manifest, 'metadata', 'labels');
  return (
    (kind === undefined || manifest.kind === kind) &&
    (name === undefined || manifest.metadata.name === name) &&
    wanted.every(([key = '', value]) => labels[key] === value)
  );
}

function addLabels(manifest: Manifest, pairs: Record<string, string>, includeTemplates: boolean): void {
  const add = (metadata: JsonObject) => (metadata['labels'] = { ...labelsAt(metadata, 'labels'), ...pairs });
  add(manifest.metadata);
  const template = podTemplateOf(manifest);
  if (includeTemplates && template) add((template['metadata'] ??= {}) as JsonObject);
}

function moveTo(namespace: string, manifest: Manifest): void {
  if (manifest.kind === 'Namespace') manifest.metadata.name = namespace;
  else if (!clusterWide.has(manifest.kind)) manifest.metadata['namespace'] = namespace;
}

function setImage(manifests: readonly Manifest[], { name, newName, newTag, digest }: JsonObject): void {
  for (const manifest of manifests) {
    const spec = at(podTemplateOf(manifest), 'spec');
    for (const container of [...listAt(spec, 'initContainers'), ...listAt(spec, 'containers')]) {
      const [repository = '', tag] = String(container['image']).split(/:(?!.*\/)/);
      if (repository !== name) continue;
      const base = typeof newName === 'string' ? newName : repository;
      const version = typeof newTag === 'string' ? newTag : tag;
      container['image'] = typeof digest === 'string' ? `${base}@${digest}` : version ? `${base}:${version}` : base;
    }
  }
}
