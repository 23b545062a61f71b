import { paymentMethods, type DestinationDetails, type PaymentMethodType } from '@mizan/contracts';
import type { RefundSucceeded } from '../providers/provider-outcome.ts';

/**
 * Where the money of a refund went: back to the card or the wallet that paid, else to the account that the buyer named.
 *
 * @param type what was paid with; the wallets of phones pay by a card
 */
export function destinationOf(type: PaymentMethodType, { networkReference }: RefundSucceeded): DestinationDetails {
  const { category, refundsNatively } = paymentMethods[type];
  const reference = networkReference === null ? {} : { reference: networkReference };
  const referenceStatus = networkReference === null ? 'pending' : 'available';
  if (!refundsNatively || category === 'bank_app')
    return { type: 'bank_transfer', bankTransfer: { ...reference, referenceStatus } };
  if (category !== 'card' && category !== 'wallet') return { type: 'wallet', wallet: { ...reference, provider: type } };
  return {
    type: 'card',
    card: { type: 'refund', referenceType: 'acquirer_reference_number', ...reference, referenceStatus },
  };
}
