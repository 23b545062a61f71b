import type { SyntaxNode } from '@lezer/common';
import { parser } from '@prometheus-io/lezer-promql';
import {
  aggregate,
  binary,
  comparisons,
  histogramQuantile,
  rate,
  setOperations,
  type Vector,
} from './promql-vectors.test-support.ts';
import type { Sample } from './scrape.test-support.ts';

/** How far back an instant selector looks, as in Prometheus. */
const lookbackMs = 5 * 60_000;

/**
 * Evaluates an alert's expression on scraped samples. It reads Prometheus's own grammar and knows the part of the
 * language that the rules use; anything else is an error, never a guess.
 */
export function evaluate(expression: string, samples: readonly Sample[], atMs: number): Vector {
  const at: Instant = { text: expression, samples, atMs };
  const root = parser.parse(expression).topNode.firstChild;
  if (!root) throw new Error(`empty: ${expression}`);
  const value = valueOf(root, at);
  if (typeof value === 'number') throw new Error(`a scalar: ${expression}`);
  return value;
}

/** Names of the metrics that an expression reads. */
export function metricsIn(expression: string): string[] {
  const names: string[] = [];
  parser.parse(expression).iterate({
    enter: ({ type, from, to }) => {
      if (type.isError) throw new Error(`not PromQL: ${expression}`);
      if (type.name === 'Identifier') names.push(expression.slice(from, to));
    },
  });
  return names;
}

interface Instant {
  readonly text: string;
  readonly samples: readonly Sample[];
  readonly atMs: number;
}

function valueOf(node: SyntaxNode, at: Instant): Vector | number {
  switch (node.name) {
    case 'ParenExpr':
      return valueOf(childrenOf(node)[0] as SyntaxNode, at);
    case 'NumberDurationLiteral':
      return Number(textOf(node, at));
    case 'VectorSelector':
      return [...select(node, at, lookbackMs).values()].map((series) => {
        const last = series.at(-1) as Sample;
        return { labels: last.labels, value: last.value };
      });
    case 'AggregateExpr':
      return aggregateOf(node, at);
    case 'FunctionCall':
      return callOf(node, at);
    case 'BinaryExpr':
      return binaryOf(node, at);
    default:
      throw new Error(`not supported: ${node.name} in ${at.text}`);
  }
}

function aggregateOf(node: SyntaxNode, at: Instant): Vector {
  const [operation, ...rest] = childrenOf(node);
  const modifier = rest.find(({ name }) => name === 'AggregateModifier');
  if (modifier && !modifier.getChild('By')) throw new Error(`only by: ${at.text}`);
  const labels = modifier ? groupingOf(modifier, at) : [];
  const body = node.getChild('FunctionCallBody')?.firstChild as SyntaxNode;
  return aggregate(textOf(operation as SyntaxNode, at), labels, vectorOf(body, at));
}

function callOf(node: SyntaxNode, at: Instant): Vector {
  const name = textOf(node.getChild('FunctionIdentifier') as SyntaxNode, at);
  const args = childrenOf(node.getChild('FunctionCallBody') as SyntaxNode);
  if (name === 'histogram_quantile')
    return histogramQuantile(valueOf(args[0] as SyntaxNode, at) as number, vectorOf(args[1] as SyntaxNode, at));
  if (name !== 'rate' && name !== 'increase') throw new Error(`not supported: ${name} in ${at.text}`);
  const range = args[0] as SyntaxNode;
  const rangeMs = durationOf(textOf(range.getChild('DurationExpr') as SyntaxNode, at));
  const windows = select(range.getChild('VectorSelector') as SyntaxNode, at, rangeMs);
  return [...windows.values()].flatMap((series) => rate(series, at.atMs, rangeMs, name === 'rate'));
}

function binaryOf(node: SyntaxNode, at: Instant): Vector | number {
  const [leftNode, operatorNode, ...rest] = childrenOf(node);
  const modifier = rest.find(({ name }) => name === 'MatchingModifierClause');
  if (modifier || node.getChild('BoolModifier')) throw new Error(`no modifiers: ${at.text}`);
  const operator = textOf(operatorNode as SyntaxNode, at);
  const left = valueOf(leftNode as SyntaxNode, at);
  const right = valueOf(rest.at(-1) as SyntaxNode, at);
  if (!(operator in comparisons) && !(operator in setOperations) && !['+', '-', '*', '/'].includes(operator))
    throw new Error(`not supported: ${operator} in ${at.text}`);
  return binary(operator, left, right);
}

/** The samples of each matching series within the window, oldest first. */
function select(node: SyntaxNode, at: Instant, windowMs: number): Map<string, Sample[]> {
  const name = textOf(node.getChild('Identifier') as SyntaxNode, at);
  const matchers = (node.getChild('LabelMatchers') ? childrenOf(node.getChild('LabelMatchers') as SyntaxNode) : []).map(
    (matcher) => matcherOf(matcher, at),
  );
  const matching = at.samples.filter(
    ({ labels, atMs }) =>
      labels['__name__'] === name &&
      atMs <= at.atMs &&
      atMs > at.atMs - windowMs &&
      matchers.every((matches) => matches(labels)),
  );
  const series = Map.groupBy(matching, ({ labels }) => JSON.stringify(Object.entries(labels).sort()));
  // A series that the last scrape of its target did not bring is stale: instant selectors no longer see it.
  if (windowMs === lookbackMs)
    for (const [key, samples] of series) {
      const last = samples.at(-1) as Sample;
      const scrapes = at.samples.filter(
        (each) =>
          each.labels['__name__'] === 'up' &&
          each.labels['instance'] === last.labels['instance'] &&
          each.atMs <= at.atMs,
      );
      if ((scrapes.at(-1)?.atMs ?? 0) > last.atMs) series.delete(key);
    }
  return series;
}

function matcherOf(node: SyntaxNode, at: Instant): (labels: Readonly<Record<string, string>>) => boolean {
  const label = textOf(node.getChild('LabelName') as SyntaxNode, at);
  const operator = textOf(node.getChild('MatchOp') as SyntaxNode, at);
  const wanted = textOf(node.getChild('StringLiteral') as SyntaxNode, at).slice(1, -1);
  const pattern = new RegExp(`^(?:${wanted})$`);
  const isEqual = (text: string): boolean => (operator.includes('~') ? pattern.test(text) : text === wanted);
  return (labels) => isEqual(labels[label] ?? '') !== operator.startsWith('!');
}

function vectorOf(node: SyntaxNode, at: Instant): Vector {
  const value = valueOf(node, at);
  if (typeof value === 'number') throw new Error(`a scalar where a vector belongs: ${at.text}`);
  return value;
}

const groupingOf = (node: SyntaxNode, at: Instant): string[] =>
  (node.getChild('GroupingLabels')?.getChildren('LabelName') ?? []).map((label) => textOf(label, at));

const textOf = ({ from, to }: SyntaxNode, { text }: Instant): string => text.slice(from, to);

function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const children: SyntaxNode[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling) children.push(child);
  return children;
}

const unitMs: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000 };

function durationOf(text: string): number {
  const [, count, unit] = /^(\d+)([smh])$/.exec(text) ?? [];
  const ms = unitMs[unit ?? ''];
  if (ms === undefined) throw new Error(`not supported: a duration of ${text}`);
  return Number(count) * ms;
}
