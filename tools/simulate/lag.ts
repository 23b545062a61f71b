import type { DevFile } from '@mizan/stack/dev-file';

const answerMaxMs = 5_000; // a service whose bus hangs waits for it a while before it answers without its share

/** How far effects lag behind, from the services' metrics. */
export interface Lag {
  /** Of the oldest event that is not on the bus, seconds. */
  readonly outboxSeconds: number;
  /** Events on the bus that consumers have not finished. */
  readonly consumerEvents: number;
  /** Replicas that did not answer: what they hold back is in neither figure. */
  readonly silent: number;
}

/** Reads `/metrics` of every replica. */
export async function readLag({ services }: DevFile): Promise<Lag> {
  const texts = await Promise.all(
    Object.values(services)
      .flatMap(({ replicas }) => replicas)
      .map(({ url }) =>
        fetch(`${url}/metrics`, { signal: AbortSignal.timeout(answerMaxMs) }).then(
          (response) => response.text(),
          () => '',
        ),
      ),
  );
  const lags = new Map<string, number>();
  let outboxSeconds = 0;
  for (const text of texts) {
    for (const [, value] of text.matchAll(/^mizan_outbox_age_seconds\{.*\} (\S+)$/gm))
      outboxSeconds = Math.max(outboxSeconds, Number(value));
    for (const [, labels = '', value] of text.matchAll(/^mizan_consumer_lag\{(.*)\} (\S+)$/gm)) {
      const durable = /mizan_(consumer|livemode)="[^"]*"/g;
      const name = labels.match(durable)?.sort().join() ?? '';
      lags.set(name, Math.max(lags.get(name) ?? 0, Number(value))); // each replica reports the whole
    }
  }
  return {
    outboxSeconds,
    consumerEvents: [...lags.values()].reduce((sum, lag) => sum + lag, 0),
    silent: texts.filter((text) => text === '').length,
  };
}
