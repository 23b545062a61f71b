import ts from 'typescript';
import type { Table } from './entities.ts';
import { breachAt, nodesOf, serviceOf, type Breach, type SourceFile } from './repository.ts';
import { isStatement, statementsOf, tagOf } from './statements.ts';

/**
 * Statements that read, change or delete rows of a merchant's table without saying whose: neither `own(…)` is among
 * their values nor `acrossMerchants`, which says that every merchant's are meant. An insert brings its merchant along.
 */
export function foreignRows(sources: readonly SourceFile[], tables: readonly Table[]): Breach[] {
  const owned = tables.filter(({ columns }) => columns.includes('merchant_id'));
  return sources.flatMap((file) => {
    const service = serviceOf(file.path);
    const names = owned.filter((table) => table.service === service).map(({ name }) => name);
    if (names.length === 0) return [];
    const use = new RegExp(`\\b(?:from|join|update|using)\\s+(?:only\\s+|lateral\\s+)?(${names.join('|')})\\b`, 'i');
    return statementsOf(file).flatMap(({ node, text, values }) => {
      const table = use.exec(text)?.[1];
      if (table === undefined || values.some((value) => saysWhose(value, file))) return [];
      return [breachAt(file, node, `${table} holds rows of every merchant: add own(…), or acrossMerchants.`)];
    });
  });
}

/** Whether this value of a statement renders the predicate, itself or through what it names in the same file. */
function saysWhose(value: ts.Node, file: SourceFile, seen = new Set<string>()): boolean {
  if (ts.isIdentifier(value)) return value.text === 'acrossMerchants' || declarationSaysWhose(value.text, file, seen);
  if (ts.isPropertyAccessExpression(value)) return saysWhose(value.expression, file, seen);
  if (ts.isCallExpression(value)) {
    const name = value.expression.getText(file.ast);
    return name === 'own' || name === 'acrossMerchants' || declarationSaysWhose(name, file, seen);
  }
  if (isStatement(value)) return tagOf(value) === 'fragment' && templateSaysWhose(value, file, seen);
  if (ts.isConditionalExpression(value))
    return saysWhose(value.whenTrue, file, seen) && saysWhose(value.whenFalse, file, seen);
  if (ts.isParenthesizedExpression(value) || ts.isNonNullExpression(value))
    return saysWhose(value.expression, file, seen);
  if (ts.isObjectLiteralExpression(value))
    return value.properties.some(
      (property) => ts.isPropertyAssignment(property) && saysWhose(property.initializer, file, seen),
    );
  return false;
}

const templateSaysWhose = (node: ts.TaggedTemplateExpression, file: SourceFile, seen: Set<string>): boolean =>
  ts.isTemplateExpression(node.template) &&
  node.template.templateSpans.some(({ expression }) => saysWhose(expression, file, seen));

/** Looks a name up among the constants and functions of the file: a piece of SQL that is put together there. */
function declarationSaysWhose(name: string, file: SourceFile, seen: Set<string>): boolean {
  if (seen.has(name)) return false;
  const through = new Set(seen).add(name);
  return [...nodesOf(file.ast)].some((node) => {
    if (ts.isVariableDeclaration(node) && node.initializer && declares(node.name, name)) {
      return ts.isArrowFunction(node.initializer)
        ? bodySaysWhose(node.initializer.body, file, through)
        : saysWhose(node.initializer, file, through);
    }
    return ts.isFunctionDeclaration(node) && node.name?.text === name && bodySaysWhose(node.body, file, through);
  });
}

const declares = (binding: ts.BindingName, name: string): boolean =>
  ts.isIdentifier(binding)
    ? binding.text === name
    : binding.elements.some((element) => ts.isBindingElement(element) && declares(element.name, name));

function bodySaysWhose(body: ts.Node | undefined, file: SourceFile, seen: Set<string>): boolean {
  if (body === undefined) return false;
  if (!ts.isBlock(body)) return saysWhose(body, file, seen);
  const returns = [...nodesOf(body)].filter(ts.isReturnStatement);
  return (
    returns.length > 0 &&
    returns.every(({ expression }) => expression !== undefined && saysWhose(expression, file, seen))
  );
}
