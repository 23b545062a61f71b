import type { Dispute, PaymentIntent } from '@mizan/contracts';
import type { Command } from 'commander';
import { ifAllowed, sendAsMerchant } from '../../api/send-request.ts';
import { moneyText } from '../../terminal/money.ts';

/** The disputes of a payment, the newest first; undefined without any, and where the key may not read them. */
export async function readDisputes(command: Command, { id, charges }: PaymentIntent): Promise<Dispute[] | undefined> {
  if (!charges.some(({ disputed }) => disputed)) return undefined;
  const line = `GET /disputes?paymentIntentId=${encodeURIComponent(id)}` as const;
  return (await ifAllowed(sendAsMerchant<{ data: Dispute[] }>(command, line)))?.data;
}

/** `dp_… EGP 50.00 LOST (fraudulent)`; undefined if no charge is disputed. */
export function disputesText({ charges }: PaymentIntent, disputes: readonly Dispute[] | undefined): string | undefined {
  if (!charges.some(({ disputed }) => disputed)) return undefined;
  if (disputes === undefined) return 'disputed; a key with DISPUTE_READ shows the amount';
  return disputes
    .map(({ id, amount, currency, status, reason }) => `${id} ${moneyText(amount, currency)} ${status} (${reason})`)
    .join('; ');
}
