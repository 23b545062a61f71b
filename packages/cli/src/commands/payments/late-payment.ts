import type { Charge, PaymentIntent } from '@mizan/contracts';

/** Says of a payment that its money came late: `ch_…, after it had failed, was canceled or had expired`; undefined of any other. */
export function latePaymentText({ charges }: PaymentIntent): string | undefined {
  const late = charges.filter(isLate).map(({ id }) => id);
  return late.length === 0 ? undefined : `${late.join(', ')}, after it had failed, was canceled or had expired`;
}

/** Whether a charge has succeeded after it had failed, was canceled, or its checkout had expired. */
export const isLate = ({ outcome }: Charge): boolean => outcome?.lateSuccess === true;
