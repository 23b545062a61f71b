import ts from 'typescript';
import { nodesOf, serviceOf, type SourceFile } from './repository.ts';

/** A table as its entity describes it. */
export interface Table {
  readonly service: string;
  readonly name: string;
  /** In snake_case, as Postgres has them. */
  readonly columns: readonly string[];
}

/** The tables of every service, read from `defineEntity({ tableName, properties })`. */
export function tablesOf(sources: readonly SourceFile[]): Table[] {
  return sources
    .filter(({ path }) => path.endsWith('.entity.ts'))
    .flatMap((file) =>
      [...nodesOf(file.ast)].flatMap((node) => {
        if (!ts.isCallExpression(node) || node.expression.getText() !== 'defineEntity') return [];
        const [definition] = node.arguments;
        if (!definition || !ts.isObjectLiteralExpression(definition)) return [];
        const name = propertyOf(definition, 'tableName');
        const properties = propertyOf(definition, 'properties');
        if (!name || !ts.isStringLiteral(name) || !properties || !ts.isObjectLiteralExpression(properties)) return [];
        return [{ service: serviceOf(file.path) ?? '', name: name.text, columns: columnsIn(properties, sources) }];
      }),
    );
}

const propertyOf = (object: ts.ObjectLiteralExpression, name: string): ts.Expression | undefined =>
  object.properties.filter(ts.isPropertyAssignment).find((property) => property.name.getText() === name)?.initializer;

/** The columns of these properties, those of a spread function such as `...scopeColumns()` included. */
function columnsIn(properties: ts.ObjectLiteralExpression, sources: readonly SourceFile[]): string[] {
  return properties.properties.flatMap((property) => {
    if (ts.isPropertyAssignment(property)) return [snakeCase(property.name.getText())];
    if (!ts.isSpreadAssignment(property) || !ts.isCallExpression(property.expression)) return [];
    const spread = declaredObject(property.expression.expression.getText(), sources);
    return spread ? columnsIn(spread, sources) : [];
  });
}

/** The object that a function of this name returns, wherever it is declared. */
function declaredObject(name: string, sources: readonly SourceFile[]): ts.ObjectLiteralExpression | undefined {
  for (const { ast, path } of sources) {
    if (!path.startsWith('services/') || !ast.text.includes(name)) continue;
    for (const node of nodesOf(ast)) {
      if ((ts.isVariableDeclaration(node) || ts.isFunctionDeclaration(node)) && node.name?.getText() === name)
        return [...nodesOf(node)].find(ts.isObjectLiteralExpression);
    }
  }
  return undefined;
}

/** `merchant_id` of `merchantId`. */
export const snakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
