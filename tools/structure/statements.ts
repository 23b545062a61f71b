import ts from 'typescript';
import { nodesOf, type SourceFile } from './repository.ts';

/** A template that holds SQL. */
export interface Statement {
  readonly node: ts.TaggedTemplateExpression;
  /** The text, with `?` in place of each value. */
  readonly text: string;
  readonly values: readonly ts.Expression[];
}

const tags = new Set(['sql', 'one', 'fragment', 'alongCommit']);

/** The statements and pieces of statements in a file. */
export function statementsOf({ ast }: SourceFile): Statement[] {
  return [...nodesOf(ast)].filter(isStatement).map((node) => {
    const { template } = node;
    if (ts.isNoSubstitutionTemplateLiteral(template)) return { node, text: template.text, values: [] };
    const spans = template.templateSpans;
    return {
      node,
      text: template.head.text + spans.map(({ literal }) => `?${literal.text}`).join(''),
      values: spans.map(({ expression }) => expression),
    };
  });
}

/** Whether a node is a template that holds SQL. */
export const isStatement = (node: ts.Node): node is ts.TaggedTemplateExpression =>
  ts.isTaggedTemplateExpression(node) && tags.has(tagOf(node));

/** `sql` of tx.sql`…`. */
export const tagOf = ({ tag }: ts.TaggedTemplateExpression): string =>
  ts.isPropertyAccessExpression(tag) ? tag.name.text : ts.isIdentifier(tag) ? tag.text : '';
