import type { Dispute, PaymentIntent } from '@mizan/contracts';
import type { Command } from 'commander';
import { ifReadable } from '../../api/if-readable.ts';
import { sendAsMerchant } from '../../api/send-request.ts';
import { moneyText } from '../../terminal/money.ts';

/** The disputes of a payment, the newest first; undefined without any, and where the key may not read them. */
export async function readDisputes(command: Command, { id, charges }: PaymentIntent): Promise<Dispute[] | undefined> {
  if (!charges.some(({ disputed }) => disputed)) return undefined;
  const line = `GET /disputes?paymentIntentId=${encodeURIComponent(id)}` as const;
  const request = sendAsMerchant<{ data: Dispute[] }>(command, line);
  return (await ifReadable('The disputes of the payment', request))?.data;
}

/** `dp_… EGP 50.00 LOST (fraudulent)`; undefined if no charge is disputed. */
export function disputesText(
  { id: payment, charges }: PaymentIntent,
  disputes: readonly Dispute[] | undefined,
): string | undefined {
  if (!charges.some(({ disputed }) => disputed)) return undefined;
  if (disputes === undefined) return `disputed; the amount: mizan disputes list --payment ${payment}`;
  return disputes
    .map(({ id, amount, currency, status, reason }) => `${id} ${moneyText(amount, currency)} ${status} (${reason})`)
    .join('; ');
}
