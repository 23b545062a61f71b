import { isObject, type Json, type JsonObject } from './objects.ts';

/** The field by which Kubernetes identifies the elements of a list in a patch. */
const mergeKeys: Readonly<Record<string, string>> = {
  containers: 'name',
  initContainers: 'name',
  env: 'name',
  volumes: 'name',
  volumeMounts: 'mountPath',
  topologySpreadConstraints: 'topologyKey',
};

/** Lists that a patch replaces as a whole, in Kubernetes as here. */
const replaced = new Set([
  'args',
  'command',
  'metrics',
  'ingress',
  'policies',
  'accessModes',
  'envFrom',
  'drop',
  'items',
  'matchLabelKeys',
]);

/**
 * A strategic merge as Kubernetes defines it, for the fields that our patches touch.
 *
 * @throws Error for a list whose merge it does not know, and for directives (`$patch`), rather than guess
 */
export function strategicMerge(target: JsonObject, patch: JsonObject, path = ''): JsonObject {
  const merged: JsonObject = { ...target };
  for (const [field, value] of Object.entries(patch)) {
    if (field.startsWith('$')) throw new Error(`${path}${field}: this renderer knows no directives`);
    const before = merged[field];
    if (value === null) delete merged[field];
    else if (isObject(value) && isObject(before)) merged[field] = strategicMerge(before, value, `${path}${field}.`);
    else if (Array.isArray(value) && Array.isArray(before))
      merged[field] = mergeLists(field, before as readonly Json[], value as readonly Json[], path);
    else merged[field] = value;
  }
  return merged;
}

function mergeLists(field: string, before: readonly Json[], patch: readonly Json[], path: string): readonly Json[] {
  if (replaced.has(field)) return patch;
  const key = mergeKeys[field];
  if (key === undefined) throw new Error(`${path}${field}: this renderer does not know how such lists merge`);
  const keyed = (value: Json): Json | undefined => (isObject(value) ? value[key] : undefined);
  const merged = before.map((element) => {
    const change = patch.find((each) => keyed(each) === keyed(element));
    return isObject(element) && isObject(change) ? strategicMerge(element, change, `${path}${field}.`) : element;
  });
  return [...merged, ...patch.filter((each) => !before.some((element) => keyed(element) === keyed(each)))];
}
