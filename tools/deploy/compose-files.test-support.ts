import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '@mizan/stack/home';
import { isMap, isNode, isSeq, parseDocument, type Document } from 'yaml';

export interface ComposeService {
  readonly command?: string | readonly string[];
  readonly entrypoint?: readonly string[];
  readonly profiles?: readonly string[];
  readonly volumes?: readonly string[];
  readonly ports?: readonly string[];
  readonly mem_limit?: string;
  readonly logging?: { readonly options?: Readonly<Record<string, string>> };
  readonly environment?: Readonly<Record<string, string>>;
  readonly networks?: readonly string[] | Readonly<Record<string, { readonly ipv4_address?: string } | null>>;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
}

interface ComposeNetwork {
  readonly internal?: boolean;
  readonly ipam?: { readonly config: readonly { readonly subnet: string; readonly ip_range?: string }[] };
}

export interface ComposeProject {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly networks: Readonly<Record<string, ComposeNetwork | null>>;
  readonly volumes: Readonly<Record<string, null>>;
}

/** What Compose makes of some files: mappings are merged, lists are joined, `!override` replaces and `!reset` removes. */
export function readComposeFiles(...files: readonly string[]): ComposeProject {
  const documents = files.map((file) =>
    parseDocument(readFileSync(join(repositoryRoot, file), 'utf8'), { merge: true, logLevel: 'error' }),
  );
  return documents.reduce<unknown>(
    (before, document) => merge(before, document.contents, document),
    undefined,
  ) as ComposeProject;
}

function merge(before: unknown, node: unknown, document: Document): unknown {
  const value = isNode(node) ? (node.toJS(document) as unknown) : node;
  const tag = isNode(node) ? node.tag : undefined;
  if (tag === '!reset') return undefined;
  if (before === undefined || tag === '!override') return value;
  if (isSeq(node)) return [...new Set([...(before as unknown[]), ...(value as unknown[])])];
  if (!isMap(node)) return value;
  const merged = { ...(before as Record<string, unknown>) };
  for (const { key, value: child } of node.items) {
    const name = String(key);
    const found = merge(merged[name], child, document);
    if (found === undefined) delete merged[name];
    else merged[name] = found;
  }
  return merged;
}

/** Networks that a service is on; the project's own when it names none. */
export const networksOf = ({ networks = ['default'] }: ComposeService): readonly string[] =>
  Array.isArray(networks) ? (networks as readonly string[]) : Object.keys(networks);

/** Names of the services that `docker compose up` starts. */
export const startedOf = ({ services }: ComposeProject): string[] =>
  Object.entries(services).flatMap(([name, { profiles = [] }]) => (profiles.length === 0 ? [name] : []));
