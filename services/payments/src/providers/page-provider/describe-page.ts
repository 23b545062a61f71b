import { describeFailure, type FailureReason } from '../port/describe-failure.ts';
import type { Declined, RequiresAction, Unsent } from '../port/provider-outcome.ts';
import type { PageApi } from './page-api.ts';
import type { NeverRecord, PageRecord, RejectedRecord } from './page-records.ts';

/** The page that waits for its buyer. */
export function waiting({ redirectUrl, expiresAt }: PageRecord): RequiresAction {
  const end = new Date(expiresAt);
  return { kind: 'requires_action', redirectUrl, expiresAt: end, checkAgainAt: end, voucher: null };
}

export const declined = (reason: FailureReason, reference: string | null = null): Declined => ({
  kind: 'declined',
  ...describeFailure(reason, false, reference !== null),
  reference,
  card: null,
});

/** The buyer is not offered this payment. */
export function rejected({ name }: PageApi, { reason }: RejectedRecord): Declined {
  const failure = declined('customer_rejected');
  return reason === null ? failure : { ...failure, merchantMessage: `${name}: ${reason}` };
}

/** The answer to a charge that is closed. */
export function closed(
  { name }: PageApi,
  { why, message, isUnanswered }: NeverRecord,
  cause?: unknown,
): Declined | Unsent {
  if (why === 'canceled') return declined('customer_abandoned');
  const text = `${name}: ${message ?? 'The payment was not sent.'}`;
  return {
    kind: 'unsent',
    declined: { ...declined(isUnanswered ? 'provider_timeout' : 'provider_declined'), merchantMessage: text },
    cause: cause ?? new Error(text),
  };
}
