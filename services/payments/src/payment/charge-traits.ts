import { isReturnedBy, paymentMethods } from '@mizan/contracts';
import { manualName } from '../providers/port/capabilities.ts';
import type { ChargeRow } from './charge.entity.ts';
import type { RefundRow } from './refund.entity.ts';

interface Taken extends Pick<ChargeRow, 'provider'> {
  readonly paymentMethod: Pick<ChargeRow['paymentMethod'], 'type'>;
}

/** Whether the merchant says what came in: cash, bank transfers, and whatever no provider takes. */
export const isReceivedByHand = ({ paymentMethod, provider }: Taken): boolean =>
  provider === manualName || paymentMethods[paymentMethod.type].paymentConfirmation === 'manual';

/** Whether a provider returns the money itself; otherwise the merchant does, to where the buyer wants it. */
export const refundsNatively = ({ paymentMethod, provider }: Taken): boolean =>
  provider !== manualName && isReturnedBy(provider, paymentMethod.type);

/** Whether the merchant sends the money of a refund itself: no provider returns it, or this one is not to. */
export const isReturnedByMerchant = ({ isOutOfBand }: Pick<RefundRow, 'isOutOfBand'>, taken: Taken): boolean =>
  isOutOfBand || !refundsNatively(taken);

/** Whether a part can be returned: by the merchant always, by a provider as its method allows. */
export const refundsInPart = (taken: Taken): boolean =>
  !refundsNatively(taken) || paymentMethods[taken.paymentMethod.type].supportsPartialRefund;
