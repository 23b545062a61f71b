import type { KeptSpan } from './otlp-receiver.ts';

/**
 * A trace as an indented tree, one line per span: service, name, duration, and where on the trace's own time line it
 * lay. Spans whose parent is unknown (it was outside the platform, or not yet exported) stand at the top.
 */
export function drawTrace(spans: readonly KeptSpan[]): string {
  const known = new Set(spans.map(({ spanId }) => spanId));
  const childrenOf = (parent: string | undefined) =>
    spans.filter((span) => (parent === undefined ? !known.has(span.parentSpanId) : span.parentSpanId === parent));
  const startMs = Math.min(...spans.map((span) => span.startMs));
  const endMs = Math.max(...spans.map((span) => span.startMs + span.durationMs));

  const rows: { label: string; span: KeptSpan }[] = [];
  const visit = (span: KeptSpan, lead: string, branch: string, below: string) => {
    rows.push({ label: `${lead}${branch}${titleOf(span)}${span.failed ? ' ✗' : ''}`, span });
    const children = childrenOf(span.spanId);
    children.forEach((child, index) => {
      const last = index === children.length - 1;
      visit(child, lead + below, last ? '└─ ' : '├─ ', last ? '   ' : '│  ');
    });
  };
  for (const root of childrenOf(undefined)) visit(root, '', '', '');

  const width = Math.max(...rows.map(({ label }) => label.length));
  const lines = rows.map(({ label, span }) => {
    const duration = `${span.durationMs.toFixed(1)} ms`.padStart(11);
    return `${label.padEnd(width)} ${duration}  ${bar(span, startMs, endMs - startMs)}`.trimEnd();
  });
  return [`trace ${spans[0]?.traceId}  ${spans.length} spans, ${(endMs - startMs).toFixed(1)} ms`, '', ...lines].join(
    '\n',
  );
}

/** Service and name of a span; some names start with the service already. */
export const titleOf = ({ service, name }: Pick<KeptSpan, 'service' | 'name'>): string =>
  name.startsWith(`${service} `) ? name : `${service} ${name}`;

const barWidth = 32;

function bar(span: KeptSpan, startMs: number, totalMs: number): string {
  const cell = (ms: number) => (totalMs === 0 ? 0 : Math.round((ms / totalMs) * (barWidth - 1)));
  const from = cell(span.startMs - startMs);
  const length = Math.max(1, cell(span.durationMs));
  return '·'.repeat(from) + '━'.repeat(Math.min(length, barWidth - from));
}
