import type { Charge, PaymentIntent, Refund } from '@mizan/contracts';
import { moneyText } from '../../terminal/money.ts';

/**
 * `re_… EGP 50.00 SUCCEEDED; re_… EGP 20.00 REQUIRES_ACTION (waits for the buyer)`, oldest first; undefined if there are none. Those
 * of what the payment did not need are not among them: they are not part of its amounts.
 */
export function refundsText({ charges }: PaymentIntent): string | undefined {
  const texts = charges.filter((charge) => !isSurplus(charge)).flatMap(refundTexts);
  return texts.length === 0 ? undefined : texts.join('; ');
}

/** `ch_… EGP 300.00, which the payment did not need: re_… EGP 300.00 SUCCEEDED`; undefined if there is none. */
export function surplusText({ charges }: PaymentIntent): string | undefined {
  const texts = charges.filter(isSurplus).map((charge) => {
    const { id, amountCaptured, amountRefunded, currency } = charge;
    const rest = amountRefunded < amountCaptured ? ['not refunded yet'] : [];
    const state = [...refundTexts(charge), ...rest].join(', ');
    return `${id} ${moneyText(amountCaptured, currency)}, which the payment did not need: ${state}`;
  });
  return texts.length === 0 ? undefined : texts.join('; ');
}

const isSurplus = ({ outcome }: Charge): boolean => outcome?.surplus === true;

const refundTexts = ({ refunds }: Charge): string[] => refunds.map(refundText);

function refundText({ id, amount, currency, status, failureReason }: Refund): string {
  const text = `${id} ${moneyText(amount, currency)} ${status}`;
  if (status === 'FAILED' && failureReason !== undefined) return `${text} (${failureReason})`;
  // The payment is REFUNDED already: its amount has left the balance, but not yet arrived at the buyer.
  return status === 'REQUIRES_ACTION' ? `${text} (waits for the buyer)` : text;
}
