/** What a manifest may hold. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export type JsonObject = { [field: string]: Json };

/** A Kubernetes object as its manifest says it. */
export interface Manifest extends JsonObject {
  apiVersion: string;
  kind: string;
  metadata: JsonObject & { name: string };
}

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value at a path of field names; undefined as soon as one is missing. */
export function at(value: Json | undefined, ...path: readonly (string | number)[]): Json | undefined {
  let found: Json | undefined = value;
  for (const step of path) {
    if (Array.isArray(found)) found = found[Number(step)] as Json | undefined;
    else if (isObject(found)) found = found[step];
    else return undefined;
  }
  return found;
}

/** The objects of a list at a path; empty when there is none. */
export function listAt(value: Json | undefined, ...path: readonly (string | number)[]): JsonObject[] {
  const found = at(value, ...path);
  return Array.isArray(found) ? (found as readonly Json[]).filter(isObject) : [];
}

/** `Deployment/gateway`, for messages. */
export const nameOf = ({ kind, metadata }: Manifest): string => `${kind}/${metadata.name}`;

/** The template of a workload's pods, or undefined when it is none. */
export function podTemplateOf(manifest: Manifest): JsonObject | undefined {
  const jobs = manifest.kind === 'CronJob' ? ['jobTemplate', 'spec'] : [];
  const template = at(manifest, 'spec', ...jobs, 'template');
  return isObject(template) && isObject(template['spec']) ? template : undefined;
}

/** A selector's or an object's labels as text to text. */
export function labelsAt(value: Json | undefined, ...path: readonly string[]): Record<string, string> {
  const found = at(value, ...path);
  return isObject(found) ? Object.fromEntries(Object.entries(found).map(([key, label]) => [key, String(label)])) : {};
}
