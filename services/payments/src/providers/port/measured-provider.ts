import type { Metrics } from '@mizan/service-kit';
import type { Provider } from './provider.ts';

/** Whose calls are measured. */
export interface MeasuredAs {
  readonly livemode: boolean;
  /** Stable name of the provider. */
  readonly name: string;
}

/** A provider whose calls are recorded with how long they took and what they answered; one that throws is `failed`. */
export function measuredProvider(provider: Provider, metrics: Metrics, { livemode, name }: MeasuredAs): Provider {
  const measured =
    <Request, Outcome extends { readonly kind: string }>(
      operation: string,
      call: (request: Request) => Promise<Outcome>,
    ) =>
    async (request: Request): Promise<Outcome> => {
      const startedAt = performance.now();
      let outcome = 'failed';
      try {
        const answer = await call.call(provider, request);
        outcome = answer.kind;
        return answer;
      } finally {
        metrics.record('mizan.provider.call.duration', (performance.now() - startedAt) / 1e3, {
          'mizan.livemode': String(livemode),
          'mizan.provider': name,
          'mizan.provider.operation': operation,
          'mizan.outcome': outcome,
        });
      }
    };
  return {
    authorize: measured('authorize', provider.authorize),
    sync: measured('sync', provider.sync),
    completeAction: measured('completeAction', provider.completeAction),
    capture: measured('capture', provider.capture),
    cancel: measured('cancel', provider.cancel),
    refund: measured('refund', provider.refund),
    syncRefund: measured('syncRefund', provider.syncRefund),
    ...(provider.endRefund && { endRefund: provider.endRefund }),
  };
}
