import type { CloudEvent, PaymentIntent } from '@mizan/contracts';
import { envelope } from '@mizan/testing';
import fc from 'fast-check';
import { chargeOf, paymentIntent, refundOf } from './payment-events.test-support.ts';

/** How many guests pay. */
export const guestsPaying = 4;

const currencies = ['EGP', 'USD', 'KWD'] as const;
const worth = fc.option(fc.nat(2_000_000), { nil: undefined, freq: 4 });
/** Payments with successive refunds; a failed refund no longer counts. */
export const payments = fc.array(
  fc.record({
    payer: fc.nat(guestsPaying - 1),
    day: fc.integer({ min: 1, max: 5 }), // few enough that payments succeed at the same time
    currency: fc.constantFrom(...currencies),
    charged: fc.integer({ min: 1, max: 1_000_000 }),
    capturedPpm: fc.oneof(fc.constant(1_000_000), fc.nat(1_000_000)),
    converted: fc.record({ EGP: worth, USD: worth, KWD: worth }),
    refundsPpm: fc.array(fc.record({ ppm: fc.nat(1_000_000), fails: fc.boolean() }), { maxLength: 3 }),
    isRefundedWhole: fc.boolean(),
  }),
  { minLength: 6, maxLength: 16 },
);
type ModelPayment = typeof payments extends fc.Arbitrary<(infer T)[]> ? T : never;

const at = (day: number) => new Date(Date.UTC(2026, 0, day));

/** The events of a payment, and how it must be counted. */
export function eventsOf(
  payer: string,
  { day, currency, charged, capturedPpm, converted, refundsPpm, isRefundedWhole }: ModelPayment,
) {
  const received = Math.max(1, Math.floor((charged * capturedPpm) / 1_000_000));
  const others = Object.fromEntries(
    Object.entries(converted).filter(([code, amount]) => code !== currency && amount !== undefined),
  ) as Partial<Record<(typeof currencies)[number], number>>;
  const charges = [chargeOf(charged, others, received)];
  const intent = paymentIntent(payer, received, { currency, amount: charged, charges });
  const events: CloudEvent[] = [envelope({ type: 'payment_intent.succeeded', object: intent, time: at(day) })];
  let refunded = 0;
  const refund = (amount: number, fails: boolean) => {
    if (amount === 0) return;
    const object = refundOf(intent, amount);
    events.push(envelope({ type: 'refund.created', object }));
    if (fails) events.push(envelope({ type: 'refund.failed', object }));
    else refunded += amount;
  };
  for (const { ppm, fails } of refundsPpm) refund(Math.floor(((received - refunded) * ppm) / 1_000_000), fails);
  if (isRefundedWhole) refund(received - refunded, false);
  return { events, payment: { intent, others, charged, refunded, at: at(day) } };
}
export type Paid = ReturnType<typeof eventsOf>['payment'];

const rounded = (total: number, part: number, whole: number): number =>
  Number((2n * BigInt(total) * BigInt(part) + BigInt(whole)) / (2n * BigInt(whole)));

/** `spendData` from nothing but the payments. */
export function recomputed(payments: readonly Paid[]) {
  const id = ({ intent }: Paid): PaymentIntent['id'] => intent.id;
  const inOrder = payments.toSorted((a, b) => a.at.getTime() - b.at.getTime() || (id(a) < id(b) ? -1 : 1));
  const currency = inOrder[0]?.intent.currency ?? 'EGP';
  const counted = inOrder.flatMap(({ intent, others, charged, refunded, at: time }) => {
    const received = intent.amountReceived;
    if (intent.currency === currency) return [{ gross: received, refunded, time }];
    const whole = others[currency as 'EGP'];
    if (whole === undefined) return [];
    const gross = rounded(whole, received, charged);
    return [{ gross, refunded: rounded(gross, refunded, received), time }];
  });
  const sum = (key: 'gross' | 'refunded') => counted.reduce((total, each) => total + each[key], 0);
  return {
    currency,
    grossSpend: sum('gross'),
    amountRefunded: sum('refunded'),
    netSpend: sum('gross') - sum('refunded'),
    numPayments: counted.length,
    firstPurchaseAt: counted[0]?.time.toISOString() ?? '',
    lastPurchaseAt: counted.at(-1)?.time.toISOString() ?? '',
  };
}
