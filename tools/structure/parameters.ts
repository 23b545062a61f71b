import ts from 'typescript';
import { breachAt, nodesOf, type Breach, type SourceFile } from './repository.ts';

/** Functions, methods and constructors with more positional parameters than a reader can tell apart at their calls: three. */
export const longFunctions = (sources: readonly SourceFile[]): Breach[] =>
  sources.flatMap((file) =>
    [...nodesOf(file.ast)].flatMap((node) => {
      if (!ts.isFunctionLike(node) || !('body' in node) || node.body === undefined) return [];
      const count = node.parameters.filter(({ dotDotDotToken }) => dotDotDotToken === undefined).length;
      if (count <= 3) return [];
      const name = nameOf(node);
      const message = `${name} has ${count} positional parameters: ${remedyFor(node)}.`;
      return [breachAt(file, node, message, name)];
    }),
  );

/** Commander decides what an action receives, so the action takes it as one tuple. */
const remedyFor = ({ parent }: ts.SignatureDeclaration): string =>
  ts.isCallExpression(parent) && /\.action$/.test(parent.expression.getText())
    ? 'take them as one, (...[id, amount, options, command]: [string, number, Options, Command])'
    : 'make them (tx, app, input)';

function nameOf(node: ts.SignatureDeclaration): string {
  const owner = ts.isClassLike(node.parent) ? node.parent.name?.text : undefined;
  if (ts.isConstructorDeclaration(node)) return `new ${owner ?? 'class'}`;
  const name = node.name ?? (ts.isVariableDeclaration(node.parent) ? node.parent.name : undefined);
  return [owner, name?.getText() ?? 'a function'].filter(Boolean).join('.');
}
