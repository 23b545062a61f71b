/** `npm run trace [id]`: one recent trace of the running stack as a tree, or the list of recent traces. */
import { existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { drawTrace, titleOf } from '@mizan/stack/draw-trace';
import { openHome } from '@mizan/stack/home';
import type { KeptSpan } from '@mizan/stack/otlp-receiver';

const usage = `Usage: npm run trace [<id>]

Shows a recent request of the running stack as a tree across all services. <id> is a trace ID or a request ID; without one, the
20 most recent traces are listed.`;

interface Summary {
  traceId: string;
  service: string;
  name: string;
  startMs: number;
  spans: number;
}

async function read(path: string): Promise<{ status: number; body: unknown }> {
  const file = openHome().path('traces.json');
  if (!existsSync(file)) throw new Error('no stack has run here yet: npm start');
  const { url } = JSON.parse(readFileSync(file, 'utf8')) as { url: string };
  const response = await fetch(`${url}${path}`).catch(() => {
    throw new Error('the stack does not run, and traces are kept only while it does: npm start');
  });
  const type = response.headers.get('content-type') ?? '';
  if (!type.includes('json')) throw new Error(`traces are sent to ${url}; look there`);
  return { status: response.status, body: await response.json() };
}

async function show(id: string | undefined): Promise<string> {
  if (id === undefined) {
    const recent = (await read('/traces')).body as Summary[];
    if (recent.length === 0) return 'No traces yet: send a request.';
    const line = ({ traceId, startMs, spans, ...span }: Summary) =>
      `${new Date(startMs).toISOString()}  ${traceId}  ${String(spans).padStart(3)} spans  ${titleOf(span)}`;
    return recent.slice(0, 20).map(line).join('\n');
  }
  const { status, body } = await read(`/traces/${encodeURIComponent(id)}`);
  if (status !== 200)
    throw new Error(
      `no recent trace matches ${id}; npm run trace lists them. Requests that the gateway refuses itself, for their key, ` +
        'their rate or an unknown path, have none, and MIZAN_TRACE_RATIO below 1 leaves others out',
    );
  return drawTrace((body as { spans: KeptSpan[] }).spans);
}

try {
  const { values, positionals } = parseArgs({
    options: { help: { type: 'boolean', short: 'h' } },
    allowPositionals: true,
  });
  console.log(values.help ? usage : await show(positionals[0]));
} catch (failure) {
  console.error(`mizan: ${failure instanceof Error ? failure.message : String(failure)}`);
  process.exitCode = 1;
}
