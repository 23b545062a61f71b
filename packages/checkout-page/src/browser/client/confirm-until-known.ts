import type { ConfirmedCheckout, ConfirmHostedCheckout, HostedCheckout } from '@mizan/contracts';
import { type CheckoutApi, NoAnswer, Refusal } from './checkout-api.ts';
import { confirmDelays, pollDelay } from './poll-delays.ts';

/** Turns of more than a minute in all, after which a request whose process has died holds its key no longer. */
const lastDoubt = 5;

/** Temporary errors, which say nothing about a request that was sent before. */
const later: ReadonlySet<number> = new Set([429, 503]);

/**
 * Confirms, and retries with the same idempotency key until a response arrives: the platform then returns the outcome of
 * the first request and never charges twice. Between two retries the checkout is read, which is no attempt: it may show the
 * outcome first.
 */
export async function confirmUntilKnown(
  api: CheckoutApi,
  body: ConfirmHostedCheckout,
  onDoubt: () => void,
): Promise<ConfirmedCheckout> {
  try {
    return await repeatUntilKnown(api, body, onDoubt);
  } catch (thrown) {
    if (!(thrown instanceof Refusal && lacksCurrency(thrown))) throw thrown;
    const { expectedCurrency: _unknown, ...known } = body;
    return repeatUntilKnown(api, known, onDoubt); // with another key, which another body needs
  }
}

/**
 * Once the first request is in doubt, neither a temporary error resolves it nor a replica that does not know its currency. It can no longer
 * be running after {@link lastDoubt} turns: if no replica knows the currency even then, the release was taken back.
 */
async function repeatUntilKnown(
  api: CheckoutApi,
  body: ConfirmHostedCheckout,
  onDoubt: () => void,
): Promise<ConfirmedCheckout> {
  const key = crypto.randomUUID();
  for (let turn = 0; ; turn++) {
    const isInDoubt = turn > 0;
    try {
      return await api.confirm(body, key);
    } catch (thrown) {
      if (!(thrown instanceof NoAnswer || (thrown instanceof Refusal && leavesOpen(thrown, turn)))) throw thrown;
      if (!isInDoubt) onDoubt();
    }
    const known = await readUntil(api, Date.now() + pollDelay(turn, confirmDelays));
    if (known) return { checkoutSession: known, paymentIntent: known.paymentIntent };
  }
}

/** Reads the checkout until it shows the outcome of a payment; undefined when it does not by then. */
async function readUntil(api: CheckoutApi, end: number): Promise<HostedCheckout | undefined> {
  for (let turn = 0; ; turn++) {
    const left = end - Date.now();
    await new Promise((resolve) => setTimeout(resolve, Math.min(pollDelay(turn), left)));
    if (Date.now() >= end) return undefined;
    const checkout = await api.read().catch(() => undefined); // no answer: the next read, or the confirm, may get one
    if (checkout && isKnown(checkout)) return checkout;
  }
}

/** A payment that was declined shows as little as one that has not started yet: only the confirm's own answer tells them apart. */
const isKnown = ({ status, paymentIntent }: HostedCheckout): boolean =>
  status !== 'open' || inProgress.has(paymentIntent?.status);

const inProgress: ReadonlySet<string | undefined> = new Set(['PROCESSING', 'REQUIRES_ACTION', 'REQUIRES_CONFIRMATION']);

const leavesOpen = (refusal: Refusal, turn: number): boolean =>
  refusal.isUncertain ||
  refusal.code === 'idempotency_key_in_use' ||
  (turn > 0 && (later.has(refusal.status) || (turn < lastDoubt && lacksCurrency(refusal))));

/** While the platform is upgraded, a replica of the release before may answer, which does not know the parameter. */
const lacksCurrency = ({ code, param }: Refusal): boolean =>
  code === 'parameter_unknown' && param === 'expectedCurrency';
