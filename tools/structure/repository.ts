import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** One file of the product, parsed. */
export interface SourceFile {
  /** From the root of the repository, with `/`. */
  readonly path: string;
  readonly ast: ts.SourceFile;
}

/** Something that breaks a rule, and where. */
export interface Breach {
  readonly path: string;
  readonly line: number;
  readonly message: string;
  /** What the breach is about: with the path, the key of an exception. */
  readonly name?: string;
}

/** They break rules on purpose; `npm run check` judges them apart. */
const canaries = ['tools/boundary-canary/', 'tools/structure/canary/'];

/** Paths of all code: what runs, and what builds, drives, tests and measures it. */
export const codeFiles = (root: string): string[] =>
  ['services', 'packages', 'tools', 'bench', 'e2e', 'examples']
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => filesBelow(root, folder))
    .filter((path) => /\.(ts|tsx|mts|mjs|js|jsx)$/.test(path) && !canaries.some((canary) => path.startsWith(canary)));

/** The sources of services and packages; tests, migrations and generated files left out. */
export function readSources(root: string): SourceFile[] {
  return ['services', 'packages']
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => filesBelow(root, folder))
    .filter((path) => /\.tsx?$/.test(path) && !isLeftOut(path))
    .map((path) => readSource(root, path));
}

/** Reads and parses one file. */
export const readSource = (root: string, path: string): SourceFile => ({
  path,
  ast: parse(path, readFileSync(join(root, path), 'utf8')),
});

/** Paths of every file below a folder of the repository, without what is installed or built. */
export function filesBelow(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (!entry.isDirectory()) return [path];
    return ['node_modules', 'dist', 'coverage'].includes(entry.name) ? [] : filesBelow(root, path);
  });
}

const isLeftOut = (path: string): boolean =>
  isTestCode(path) || /\.d\.tsx?$|\/migrations\//.test(path) || isGenerated(path);

/** Tests, what supports them, and the harness. */
export const isTestCode = (path: string): boolean =>
  /\.(test|test-support)\.tsx?$|\.test-support\//.test(path) || path.startsWith('packages/testing/');

/** Written by a program, so that no one names anything in it by hand. */
const isGenerated = (path: string): boolean => /\.table\.ts$|\/generated\.ts$|\/sdk\/src\/mizan-js\.ts$/.test(path);

const parse = (path: string, text: string): ts.SourceFile =>
  ts.createSourceFile(
    path,
    text,
    ts.ScriptTarget.Latest,
    true,
    path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );

/** The nodes of a file, outer ones first. */
export function* nodesOf(root: ts.Node): Generator<ts.Node> {
  yield root;
  const children: ts.Node[] = [];
  root.forEachChild((child) => void children.push(child));
  for (const child of children) yield* nodesOf(child);
}

/** A breach at a node. */
export function breachAt({ path, ast }: SourceFile, node: ts.Node, message: string, name?: string): Breach {
  const line = ast.getLineAndCharacterOfPosition(node.getStart(ast)).line + 1;
  return { path, line, message, ...(name !== undefined && { name }) };
}

/** The service that a file belongs to. */
export const serviceOf = (path: string): string | undefined => /^services\/([^/]+)\//.exec(path)?.[1];

/** Whether a declaration is exported where it stands. */
const isExported = (node: ts.Node): boolean =>
  ts.canHaveModifiers(node) && ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;

/** Names that a file exports as values or types, declared in it or passed on. */
export function exportsOf({ ast }: SourceFile): string[] {
  return ast.statements.flatMap((statement) => {
    if (ts.isExportDeclaration(statement) && statement.exportClause && ts.isNamedExports(statement.exportClause))
      return statement.exportClause.elements.map(({ name }) => name.text);
    if (!isExported(statement)) return [];
    if (ts.isVariableStatement(statement))
      return statement.declarationList.declarations.flatMap(({ name }) => (ts.isIdentifier(name) ? [name.text] : []));
    const name = (statement as ts.Node as { name?: ts.Node }).name;
    return name && ts.isIdentifier(name) ? [name.text] : [];
  });
}
