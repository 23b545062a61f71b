import { basename } from 'node:path';
import ts from 'typescript';
import { exceptions, refusedWords, type Exception } from './refused-words.ts';

export interface Finding {
  readonly path: string;
  /** 1 is the first line; the name of the file itself is found on line 1. */
  readonly line: number;
  readonly word: string;
  readonly use: string;
}

type Kind = 'names' | 'texts';

const suggestions = new Map(refusedWords.flatMap(({ words, use }) => words.map((word) => [word, use] as const)));
const patternOf = (kind: Kind): RegExp => {
  const words = refusedWords.filter(({ only = kind }) => only === kind).flatMap((refused) => refused.words);
  return new RegExp(
    `(?<![\\w$-])(${words
      .toSorted((a, b) => b.length - a.length)
      .join('|')
      .replaceAll(' ', '\\s+')})(?![\\w-])`,
    'gi',
  );
};
const patterns: Record<Kind, RegExp> = { names: patternOf('names'), texts: patternOf('texts') };
/** Any refused word anywhere, also inside another: a file without one need not be parsed. */
const suspect = new RegExp([...suggestions.keys()].map((word) => word.replaceAll(' ', '[\\s_-]*')).join('|'), 'i');

/** `giveUpIf`, `GIVE_UP_IF` and `give-up-if` are all read as "give up if". */
const readName = (name: string): string =>
  name
    .replace(/([a-z0-9])(?=[A-Z])/g, '$1 ')
    .replace(/[_.-]+/g, ' ')
    .toLowerCase();

const used = new Set<Exception>();

function isException(path: string, word: string): boolean {
  const exception = exceptions.find(
    (each) => (each.word === '*' || each.word === word) && (path === each.path || path.startsWith(`${each.path}/`)),
  );
  if (exception) used.add(exception);
  return exception !== undefined;
}

/** The exceptions that nothing read so far has needed: after the whole repository they can be deleted. */
export const unusedExceptions = (): Exception[] => exceptions.filter((exception) => !used.has(exception));

/** The refused words of one file: in its name, in what its code declares and in its strings, or in its prose. */
export function findRefusedWords(path: string, source: string): Finding[] {
  const findings: Finding[] = [];
  const report = (line: number, kind: Kind, text: string) => {
    for (const { 0: matched, index } of text.matchAll(patterns[kind])) {
      const word = matched.toLowerCase().replace(/\s+/g, ' ');
      const use = suggestions.get(word);
      if (use === undefined) throw new Error(`bug: no suggestion for ${word}`);
      if (!isException(path, word))
        findings.push({ path, line: line + text.slice(0, index).split('\n').length - 1, word, use });
    }
  };
  report(1, 'names', readName(basename(path)));
  if (!suspect.test(source)) return findings;
  if (path.endsWith('.md')) readProse(source, report);
  else readCode(path, source, report);
  return findings;
}

type Report = (line: number, kind: Kind, text: string) => void;

/** Everything outside code: what stands in backticks are names of the code, found there. */
function readProse(source: string, report: Report): void {
  const blank = (code: string): string => code.replace(/[^\n]/g, ' ');
  report(1, 'texts', source.replace(/^ *```[^]*?^ *```|`[^`]*`|\]\([^)]*\)/gm, blank));
}

function readCode(path: string, source: string, report: Report): void {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, false);
  const lineOf = (node: ts.Node): number => file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) {
      for (const alias of aliasesOf(node)) report(lineOf(alias), 'names', readName(alias.text));
      return;
    }
    const name = declaredName(node);
    if (name !== undefined) report(lineOf(node), 'names', readName(name));
    if (isText(node)) {
      if (/\s/.test(node.text)) report(lineOf(node), 'texts', node.text);
      else if (ts.isStringLiteral(node)) report(lineOf(node), 'names', readName(node.text));
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
}

/** What a declaration introduces; a mere use is not reported: its name is chosen elsewhere, perhaps in a library. */
function declaredName(node: ts.Node): string | undefined {
  const declares =
    ts.isVariableDeclaration(node) ||
    ts.isParameter(node) ||
    ts.isBindingElement(node) ||
    ts.isFunctionLike(node) ||
    ts.isClassLike(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isEnumDeclaration(node) ||
    ts.isEnumMember(node) ||
    ts.isPropertyDeclaration(node) ||
    ts.isPropertySignature(node) ||
    ts.isPropertyAssignment(node);
  if (!declares || !('name' in node)) return undefined;
  const { name } = node;
  return name && (ts.isIdentifier(name) || ts.isPrivateIdentifier(name)) ? name.text.replace('#', '') : undefined;
}

function aliasesOf(node: ts.ImportDeclaration | ts.ExportDeclaration): ts.Identifier[] {
  const clause = ts.isImportDeclaration(node) ? node.importClause?.namedBindings : node.exportClause;
  if (clause === undefined) return [];
  if (ts.isNamespaceImport(clause) || ts.isNamespaceExport(clause))
    return ts.isIdentifier(clause.name) ? [clause.name] : [];
  return clause.elements.flatMap(({ propertyName, name }) => (propertyName && ts.isIdentifier(name) ? [name] : []));
}

const isText = (node: ts.Node): node is ts.LiteralLikeNode | ts.JsxText =>
  ts.isStringLiteralLike(node) ||
  ts.isTemplateHead(node) ||
  ts.isTemplateMiddle(node) ||
  ts.isTemplateTail(node) ||
  ts.isJsxText(node);
