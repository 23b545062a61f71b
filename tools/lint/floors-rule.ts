import { dirname, join, relative, sep } from 'node:path';
import type { Rule } from 'eslint';

/** The floors of each service or package, from the top. See `floors.mjs`. */
export type Floors = Readonly<Record<string, readonly (readonly string[])[]>>;

const roof = ['app.ts', 'main.ts', 'answers.ts'];
const cellar = ['config.ts'];
const isTest = (path: string): boolean => /\.(test|test-support)\.tsx?$/.test(path) || path.includes('.test-support/');

interface Place {
  /** The entry of the floors that the file belongs to. */
  readonly entry: string;
  /** 0 is the roof; larger is lower. */
  readonly level: number;
}

/**
 * Says why one file may not import another, or nothing. Paths are relative to the repository and have `/`.
 *
 * Tests are free: they may start the whole service.
 */
export function refuseImport(floors: Floors, from: string, to: string): string | undefined {
  const owner = ownerOf(floors, from);
  if (owner === undefined || isTest(from) || ownerOf(floors, to) !== owner) return undefined;
  const order = floors[owner] ?? [];
  const [fromPath, toPath] = [from, to].map((path) => path.slice(owner.length + '/src/'.length)) as [string, string];
  const importer = placeOf(order, fromPath);
  const imported = placeOf(order, toPath);
  if (importer?.level === 0 || imported?.level === order.length + 1) return undefined;
  if (imported?.level === 0) return `${toPath} is the roof: no folder imports it.`;
  if (importer === undefined) return `${folderOf(fromPath)} has no floor in tools/lint/floors.mjs.`;
  if (imported === undefined) return `${folderOf(toPath)} has no floor in tools/lint/floors.mjs.`;
  if (importer.entry === imported.entry || importer.level < imported.level) return undefined;
  if (importer.level === order.length + 1) return `${fromPath} is the cellar: it imports no folder.`;
  return importer.level === imported.level
    ? `${importer.entry} and ${imported.entry} share a floor, so neither imports the other. ${remedy}`
    : `${importer.entry} is below ${imported.entry}: imports run downward only. ${remedy}`;
}

const remedy =
  'Move this file to a higher folder, or what it imports to a lower one; the order is in tools/lint/floors.mjs.';

const ownerOf = (floors: Floors, path: string): string | undefined =>
  Object.keys(floors).find((owner) => path.startsWith(`${owner}/src/`));

const folderOf = (path: string): string => (path.includes('/') ? dirname(path) : path);

function placeOf(order: readonly (readonly string[])[], path: string): Place | undefined {
  if (roof.includes(path)) return { entry: path, level: 0 };
  if (cellar.includes(path)) return { entry: path, level: order.length + 1 };
  const places = order.flatMap((floor, index) => floor.map((entry) => ({ entry, level: index + 1 })));
  return places
    .filter(({ entry }) => path === entry || path.startsWith(`${entry}/`))
    .reduce<Place | undefined>(
      (best, next) => (best && best.entry.length > next.entry.length ? best : next),
      undefined,
    );
}

/** Lint's form of {@link refuseImport}; its option is the floors. */
export const floorsRule: Rule.RuleModule = {
  meta: { type: 'problem', schema: [{ type: 'object' }] },
  create(context) {
    const [floors] = context.options as [Floors];
    const repositoryPath = (path: string) => relative(context.cwd, path).split(sep).join('/');
    const check = (node: Rule.Node & { source?: { value?: unknown } | null }) => {
      const specifier = node.source?.value;
      if (typeof specifier !== 'string' || !specifier.startsWith('.')) return;
      const target = join(dirname(context.filename), specifier);
      const message = refuseImport(floors, repositoryPath(context.filename), repositoryPath(target));
      if (message !== undefined) context.report({ node, message });
    };
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
    };
  },
};
