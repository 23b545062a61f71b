import { type Metrics, Problem } from '@mizan/service-kit';
import type { Provider } from './provider.ts';

/** Whose calls are measured. */
export interface MeasuredAs {
  readonly livemode: boolean;
  /** Stable name of the provider. */
  readonly name: string;
}

/** Records how long a call took, and what it answered. */
type Recorder = (operation: string, startedAt: number, outcome: string) => void;

const recorderOf =
  (metrics: Metrics, { livemode, name }: MeasuredAs): Recorder =>
  (operation, startedAt, outcome) =>
    metrics.record('mizan.provider.call.duration', (performance.now() - startedAt) / 1e3, {
      'mizan.livemode': String(livemode),
      'mizan.provider': name,
      'mizan.provider.operation': operation,
      'mizan.outcome': outcome,
    });

/**
 * Reads a payment method; a provider that does not answer is recorded as `failed`, because no call for a payment follows. An
 * answer is not recorded: it would hide that the payments which follow have none.
 */
export async function measuredTokenize<Tokenized>(
  tokenize: () => Promise<Tokenized>,
  metrics: Metrics,
  as: MeasuredAs,
): Promise<Tokenized> {
  const startedAt = performance.now();
  try {
    return await tokenize();
  } catch (thrown) {
    if (!(thrown instanceof Problem) || thrown.status >= 500) recorderOf(metrics, as)('tokenize', startedAt, 'failed');
    throw thrown;
  }
}

/** A provider whose calls are recorded with how long they took and what they answered; one that throws is `failed`. */
export function measuredProvider(provider: Provider, metrics: Metrics, as: MeasuredAs): Provider {
  const record = recorderOf(metrics, as);
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
        record(operation, startedAt, outcome);
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
