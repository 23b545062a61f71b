import { existsSync, readFileSync } from 'node:fs';
import { drawTrace } from '@mizan/stack/draw-trace';
import type { DevFile } from '@mizan/stack/dev-file';
import { openHome } from '@mizan/stack/home';
import type { KeptSpan } from '@mizan/stack/otlp-receiver';
import { startReceiver, type Received } from './receiver.ts';

/** The stack that the demo runs against, started by npm or by Compose. */
export interface RunningStack {
  readonly baseUrl: string;
  readonly databaseUrl: string;
  readonly accountId: string;
  readonly testSecret: string;
  readonly webhooks: WebhookReceiver;
  /** The services whose spans of a trace have arrived, and the trace as text. */
  trace(traceId: string): Promise<{ services: readonly string[]; shown: string } | undefined>;
}

/** An https server of the merchant's own. */
export interface WebhookReceiver {
  readonly url: string;
  received(): Promise<readonly Received[]>;
  close(): Promise<void>;
}

/** What `npm start` says of itself. @throws Error when none is running */
export function readDevFile(): DevFile {
  const { devFile } = openHome();
  if (!existsSync(devFile)) throw new Error('no stack is running. Run npm start in another terminal');
  return JSON.parse(readFileSync(devFile, 'utf8')) as DevFile;
}

/** The stack of `npm start`. @throws Error when none is running */
export async function localStack(): Promise<RunningStack> {
  const dev = readDevFile();
  const home = openHome();
  const receiver = await startReceiver(home);
  return {
    baseUrl: dev.baseUrl,
    databaseUrl: dev.databaseUrl,
    accountId: dev.account.id,
    testSecret: dev.keys.testSecret,
    webhooks: { url: receiver.url, received: async () => receiver.received, close: () => receiver.close() },
    async trace(traceId) {
      const { url } = JSON.parse(readFileSync(home.path('traces.json'), 'utf8')) as { url: string };
      const response = await fetch(`${url}/traces/${traceId}`);
      if (!response.ok) return undefined;
      const { spans } = (await response.json()) as { spans: KeptSpan[] };
      return { services: spans.map(({ service }) => service), shown: drawTrace(spans) };
    },
  };
}
