import { dirname, join, posix } from 'node:path';
import { pathToFileURL } from 'node:url';
import type ts from 'typescript';
import { refuseImport, type Floors } from '../lint/floors-rule.ts';
import { importsOf } from './imports.ts';
import { breachAt, type Breach, type SourceFile } from './repository.ts';

/** The order that `tools/lint/floors.mjs` of a repository declares. */
export async function readFloors(root: string): Promise<Floors> {
  const path = pathToFileURL(join(root, 'tools/lint/floors.mjs')).href;
  return ((await import(path)) as { floors: Floors }).floors;
}

/** Imports that run upward, or sideways on one floor; a folder that has no floor is reported once. */
export function upwardImports(sources: readonly SourceFile[], floors: Floors): Breach[] {
  const found = sources.flatMap((file) =>
    importedFiles(file).flatMap(({ node, target }) => {
      const message = refuseImport(floors, file.path, target);
      return message === undefined ? [] : [breachAt(file, node, message)];
    }),
  );
  const isFirst = ({ path, message }: Breach, index: number): boolean => {
    const [owner = ''] = path.split('/src/');
    return found.findIndex((other) => other.message === message && other.path.startsWith(`${owner}/`)) === index;
  };
  return found.filter((breach, index) => !breach.message.includes('has no floor') || isFirst(breach, index));
}

/** Groups of folders of a service that reach each other through imports: `checkout: client, page, sessions`. */
export function knotsOf(sources: readonly SourceFile[]): string[] {
  const edges = new Map<string, Set<string>>();
  for (const file of sources) {
    const from = folderOf(file.path);
    for (const { target } of importedFiles(file)) {
      const to = folderOf(target);
      if (from === undefined || to === undefined || from === to || ownerOf(from) !== ownerOf(to)) continue;
      edges.set(from, (edges.get(from) ?? new Set()).add(to));
    }
  }
  const reachable = new Map([...edges.keys()].map((folder) => [folder, reachedFrom(folder, edges)]));
  const knots = [...reachable].map(([folder, reached]) =>
    [...reached].filter((other) => reachable.get(other)?.has(folder)).sort(),
  );
  return [...new Set(knots.filter((knot) => knot.length > 1).map(describeKnot))].sort();
}

const describeKnot = (folders: readonly string[]): string =>
  `${ownerOf(folders[0] ?? '')}: ${folders.map((folder) => folder.split('/src/')[1]).join(', ')}`;

const ownerOf = (folder: string): string => folder.split('/src/')[0] ?? '';

/** `services/checkout/src/page` of a path below it; nothing for a file of `src` itself. */
const folderOf = (path: string): string | undefined => /^(services|packages)\/[^/]+\/src\/[^/]+(?=\/)/.exec(path)?.[0];

function reachedFrom(start: string, edges: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const reached = new Set<string>();
  const queue = [start];
  for (let folder = queue.pop(); folder !== undefined; folder = queue.pop()) {
    const fresh = [...(edges.get(folder) ?? [])].filter((next) => !reached.has(next));
    queue.push(...fresh);
    for (const next of fresh) reached.add(next);
  }
  return reached;
}

/** What a file imports from other files, as paths from the root. */
const importedFiles = (file: SourceFile): { node: ts.Node; target: string }[] =>
  importsOf(file)
    .filter(({ specifier }) => specifier.startsWith('.'))
    .map(({ node, specifier }) => ({ node, target: posix.join(dirname(file.path), specifier) }));
