import type { FeeRule } from '@mizan/contracts';
import { assertFeeTerms, FeeTermsInvalid } from '@mizan/money';
import { Problem } from '@mizan/service-kit';

/**
 * Refuses fees that would take half of a payment or more: no total could be raised to cover them.
 *
 * @param terms all of them, as they would be stored
 * @throws Problem `parameter_invalid` naming the row
 */
export function refuseHungryFees(terms: {
  readonly feeSchedule: readonly FeeRule[];
  readonly vatOnFeesPpm: number;
}): void {
  terms.feeSchedule.forEach(({ ratePpm, fixed }, index) => {
    try {
      assertFeeTerms({ ratePpm, fixed, vatPpm: terms.vatOnFeesPpm });
    } catch (cause) {
      if (!(cause instanceof FeeTermsInvalid)) throw cause;
      const param = `feeSchedule[${index}].ratePpm`;
      throw new Problem('parameter_invalid', `${param}: with its VAT the fee would be half of a payment.`, {
        param,
        cause,
      });
    }
  });
}
