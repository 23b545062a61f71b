import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import type { ComposeStack } from '../deploy/compose-stack.ts';
import { repositoryRoot } from '@mizan/stack/home';
import type { Received } from './receiver.ts';
import type { RunningStack, WebhookReceiver } from './running-stack.ts';

/** The stack of `docker compose up` in this folder. @throws Error when none is running, or it has no demo accounts */
export function composeStack(): RunningStack {
  const { baseUrl, databaseUrl, demo, sink, traces } = describe();
  if (!demo) throw new Error('the demo needs the demo accounts. Start the stack without MIZAN_DEMO=off');
  return {
    baseUrl,
    databaseUrl,
    accountId: demo.account.id,
    testSecret: demo.keys.testSecret,
    webhooks: sinkOf(sink),
    async trace(traceId) {
      const data = await tracesAt(`${traces}/api/traces/${traceId}`);
      if (!data) return undefined;
      const services = data.flatMap(({ processes }) => Object.values(processes).map(({ serviceName }) => serviceName));
      return { services, shown: `${traces}/trace/${traceId}` };
    },
  };
}

type JaegerTraces = readonly { readonly processes: Readonly<Record<string, { readonly serviceName: string }>> }[];

/**
 * Fetches a trace from Jaeger's API; undefined while Jaeger does not have it.
 *
 * @throws Error when nothing, or something else than Jaeger, answers there
 */
export async function tracesAt(url: string): Promise<JaegerTraces | undefined> {
  const { origin } = new URL(url);
  const response = await fetch(url).catch((cause: unknown) => {
    throw new Error(`Jaeger does not answer at ${origin}. Check that its container is running.`, { cause });
  });
  if (!response.ok) return undefined;
  const answer = (await response.json().catch(() => undefined)) as { data?: JaegerTraces } | undefined;
  if (Array.isArray(answer?.data)) return answer.data;
  throw new Error(`${origin} is not Jaeger's API. Check whether another program uses its port.`);
}

/** Version 2 of Compose is a plugin of docker, version 1 a program of its own. */
const composes = [['docker', 'compose'], ['docker-compose']] as const;

function describe(): ComposeStack {
  let complaint = 'docker compose is not installed';
  for (const [program, ...plugin] of composes) {
    const args = [...plugin, 'run', '--rm', '--no-deps', '-T', 'welcome', 'tools/deploy/describe-stack.ts'];
    const { status, stdout, stderr } = spawnSync(program, args, { cwd: repositoryRoot, encoding: 'utf8' });
    if (status === 0) return JSON.parse(stdout) as ComposeStack;
    if (stderr) complaint = stderr.trim();
  }
  throw new Error(`no stack of docker compose is running here: ${complaint}`);
}

/** The stack's webhook sink, at a path that only this run uses. */
function sinkOf(sink: ComposeStack['sink']): WebhookReceiver {
  const path = `/demo-${randomUUID()}`;
  return {
    url: `${sink.endpoint}${path}`,
    async received() {
      const response = await fetch(`${sink.inspect}/deliveries`);
      const all = (await response.json()) as { path: string; raw: string; headers: Record<string, string> }[];
      const mine = all.filter((delivery) => delivery.path === path);
      return mine.map(({ raw, headers }): Received => ({ type: (JSON.parse(raw) as Received).type, raw, headers }));
    },
    close: () => Promise.resolve(),
  };
}
