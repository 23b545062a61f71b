import ts from 'typescript';
import { nodesOf, type SourceFile } from './repository.ts';

/** One import or re-export of a file. */
export interface Import {
  readonly node: ts.Node;
  /** What it names: `./post.ts`, `zod`, `node:fs`. */
  readonly specifier: string;
  /** Erased before the file runs. `import { type A }` is not: Node loads the module all the same. */
  readonly isType: boolean;
}

/** What a file imports and re-exports, at its top or as it runs. */
export function importsOf({ ast }: SourceFile): Import[] {
  const nodes = ast.text.includes('import(') ? nodesOf(ast) : ast.statements;
  return [...nodes].flatMap((node) => {
    const specifier = specifierOf(node);
    if (!specifier || !ts.isStringLiteral(specifier)) return [];
    return [{ node, specifier: specifier.text, isType: isTypeOnly(node) }];
  });
}

function specifierOf(node: ts.Node): ts.Expression | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return node.moduleSpecifier;
  const isCall = ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword;
  return isCall ? node.arguments[0] : undefined;
}

const isTypeOnly = (node: ts.Node): boolean =>
  ts.isImportDeclaration(node)
    ? node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword
    : ts.isExportDeclaration(node) && node.isTypeOnly;
