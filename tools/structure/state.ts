import ts from 'typescript';
import { breachAt, nodesOf, type Breach, type SourceFile } from './repository.ts';

/** State kept beside a running service instead of in what its `build` returned. */
export const hiddenState = (sources: readonly SourceFile[]): Breach[] =>
  sources.flatMap((file) =>
    [...nodesOf(file.ast)].flatMap((node) =>
      ts.isNewExpression(node) && /^Weak(Map|Set)$/.test(node.expression.getText(file.ast)) && !isInClass(node)
        ? [
            breachAt(
              file,
              node,
              `${nameOf(node)} keeps state in a WeakMap: let the service's build return it.`,
              nameOf(node),
            ),
          ]
        : [],
    ),
  );

/** What one object keeps for itself goes away with it. */
const isInClass = (node: ts.Node): boolean => ts.findAncestor(node, ts.isPropertyDeclaration) !== undefined;

const nameOf = (node: ts.Node): string => ts.findAncestor(node, ts.isVariableDeclaration)?.name.getText() ?? 'It';
