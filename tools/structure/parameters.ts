import ts from 'typescript';
import { breachAt, isExported, nodesOf, type Breach, type SourceFile } from './repository.ts';

/** A function with more positional parameters than a reader can tell apart at its calls. */
export interface LongFunction extends Breach {
  readonly name: string;
  readonly count: number;
  readonly isExported: boolean;
}

/** Functions, methods and constructors with more than three positional parameters. */
export const longFunctions = (sources: readonly SourceFile[]): LongFunction[] =>
  sources.flatMap((file) =>
    [...nodesOf(file.ast)].flatMap((node) => {
      if (!ts.isFunctionLike(node) || !('body' in node) || node.body === undefined) return [];
      const count = node.parameters.filter(({ dotDotDotToken }) => dotDotDotToken === undefined).length;
      if (count <= 3) return [];
      const name = nameOf(node);
      const message = `${name} has ${count} positional parameters: make them (tx, app, input).`;
      return [{ ...breachAt(file, node, message, name), name, count, isExported: isExportedFunction(node) }];
    }),
  );

function nameOf(node: ts.SignatureDeclaration): string {
  const owner = ts.isClassLike(node.parent) ? node.parent.name?.text : undefined;
  if (ts.isConstructorDeclaration(node)) return `new ${owner ?? 'class'}`;
  const name = node.name ?? (ts.isVariableDeclaration(node.parent) ? node.parent.name : undefined);
  return [owner, name?.getText() ?? 'a function'].filter(Boolean).join('.');
}

function isExportedFunction(node: ts.SignatureDeclaration): boolean {
  if (ts.isClassLike(node.parent)) return isExported(node.parent) && !(node.name && ts.isPrivateIdentifier(node.name));
  if (ts.isVariableDeclaration(node.parent)) return isExported(node.parent.parent.parent);
  return isExported(node);
}
