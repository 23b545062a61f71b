import type { KeptSpan } from './otlp-receiver.ts';

/**
 * A trace as an indented tree, one line per span: service, name, duration, and where on the trace's own time line it
 * lay. Spans whose parent is unknown (it was outside the platform, or not yet exported) stand at the top. Where nothing
 * happens for long, as before the retry of a webhook, the time line is broken (`┊`), so that the rest stays readable.
 */
export function drawTrace(spans: readonly KeptSpan[]): string {
  const known = new Set(spans.map(({ spanId }) => spanId));
  const childrenOf = (parent: string | undefined) =>
    spans.filter((span) => (parent === undefined ? !known.has(span.parentSpanId) : span.parentSpanId === parent));

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

  const line = timeLine(spans);
  const width = Math.max(...rows.map(({ label }) => label.length));
  const lines = rows.map(
    ({ label, span }) => `${label.padEnd(width)} ${formatMs(span.durationMs).padStart(11)}  ${line.bar(span)}`,
  );
  const breaks = line.breaks.map(
    ({ atMs, lengthMs }) => `┊ ${formatMs(lengthMs)} without a span, ${formatMs(atMs)} in`,
  );
  return [
    `trace ${spans[0]?.traceId}  ${spans.length} spans, ${formatMs(line.totalMs)}`,
    ...breaks,
    '',
    ...lines.map((each) => each.trimEnd()),
  ].join('\n');
}

/** A duration as people read it. */
const formatMs = (ms: number): string =>
  ms < 10_000
    ? `${ms.toFixed(1)} ms`
    : ms < 120_000
      ? `${(ms / 1_000).toFixed(1)} s`
      : `${(ms / 60_000).toFixed(1)} min`;

/** Service and name of a span; some names start with the service already. */
export const titleOf = ({ service, name }: Pick<KeptSpan, 'service' | 'name'>): string =>
  name.startsWith(`${service} `) ? name : `${service} ${name}`;

const barWidth = 32;
/** A pause is broken when it is longer than all spans around it together, and no shorter than this. */
const shortestBreakMs = 1_000;

interface TimeLine {
  /** From the first start to the last end, with all pauses. */
  readonly totalMs: number;
  readonly breaks: readonly { readonly atMs: number; readonly lengthMs: number }[];
  bar(span: KeptSpan): string;
}

/** The time in which spans ran, in stretches, with the pauses between them left out where they are long. */
function timeLine(spans: readonly KeptSpan[]): TimeLine {
  const stretches: { from: number; to: number }[] = [];
  for (const { startMs, durationMs } of spans.toSorted((a, b) => a.startMs - b.startMs)) {
    const last = stretches[stretches.length - 1];
    if (last && startMs <= last.to) last.to = Math.max(last.to, startMs + durationMs);
    else stretches.push({ from: startMs, to: startMs + durationMs });
  }
  const spannedMs = stretches.reduce((sum, { from, to }) => sum + to - from, 0);
  const startMs = stretches[0]?.from ?? 0;
  const endMs = stretches[stretches.length - 1]?.to ?? 0;

  const breaks = stretches.slice(1).flatMap(({ from }, index) => {
    const after = stretches[index]?.to ?? from;
    const lengthMs = from - after;
    return lengthMs >= Math.max(shortestBreakMs, spannedMs)
      ? [{ from: after, to: from, atMs: after - startMs, lengthMs }]
      : [];
  });
  /** The position on the drawn line, in milliseconds without the broken pauses. */
  const drawn = (ms: number) =>
    ms - startMs - breaks.reduce((sum, { to, lengthMs }) => sum + (ms >= to ? lengthMs : 0), 0);
  const drawnMs = drawn(endMs);
  const cell = (ms: number) => (drawnMs === 0 ? 0 : Math.round((ms / drawnMs) * (barWidth - 1)));
  const broken = new Set(breaks.map(({ to }) => Math.max(0, cell(drawn(to)) - 1)));

  return {
    totalMs: endMs - startMs,
    breaks,
    bar: (span) => {
      const from = cell(drawn(span.startMs));
      const length = Math.max(1, cell(drawn(span.startMs + span.durationMs)) - from);
      const line = '·'.repeat(from) + '━'.repeat(Math.min(length, barWidth - from));
      return [...line].map((each, at) => (each === '·' && broken.has(at) ? '┊' : each)).join('');
    },
  };
}
