import type { ChargeOutcome } from '@mizan/contracts';
import type { Approved, Declined } from './provider-outcome.ts';

/** What a charge shows of its provider's answer. */
export function chargeOutcomeOf(answer: Approved | Declined): ChargeOutcome {
  if (answer.kind === 'approved')
    return {
      networkStatus: 'approved_by_network',
      type: 'authorized',
      reason: null,
      sellerMessage: 'Payment complete.',
      adviceCode: null,
      riskLevel: 'normal',
    };
  const isSent = answer.networkStatus === 'declined_by_network';
  return {
    networkStatus: answer.networkStatus,
    type: isSent ? 'issuer_declined' : 'invalid',
    reason: answer.declineCode ?? answer.code,
    sellerMessage: answer.merchantMessage,
    adviceCode: answer.adviceCode,
    riskLevel: isSent ? 'normal' : 'not_assessed',
  };
}
