import { Currency } from '@mizan/contracts';
import { z } from 'zod';
import { pageOf, type PageStore } from '../page-provider/page-records.ts';
import { fromDecimal } from '../port/decimal-amount.ts';
import { isRefusal, type JsonClient } from '../port/json-client.ts';
import {
  bringsMoney,
  type StatedPayment,
  type StatementCharge,
  type StatementPage,
  type StatementPeriod,
} from '../port/provider-statement.ts';
import { chargeOfReference } from '../port/references.ts';
import { type Movement, Payment } from './tabby-objects.ts';

/** The most that Tabby lists at once. */
const pageSize = 20;
const dayMs = 24 * 60 * 60_000;
const Payments = z.object({ payments: z.array(Payment) });

/**
 * Payments that were created in a period. Tabby lists those that are authorized or closed, newest first, by whole days; its
 * pages are counted from the newest, so that a payment may show twice and none is left out.
 */
export async function listStatement(
  { client }: { readonly client: JsonClient },
  { from, to, cursor }: StatementPeriod,
): Promise<StatementPage> {
  const offset = Number(cursor ?? 0);
  const query = new URLSearchParams({
    created_at__gte: dayOf(from),
    created_at__lte: dayOf(new Date(to.getTime() + dayMs)),
    limit: String(pageSize),
    offset: String(offset),
  });
  const { payments } = await client.read({ method: 'GET', path: `/api/v2/payments?${query}`, answer: Payments });
  const isInPeriod = ({ created_at: createdAt }: Payment): boolean => {
    const at = Date.parse(createdAt ?? '');
    return Number.isNaN(at) || (at >= from.getTime() && at < to.getTime());
  };
  return {
    payments: payments.filter(isInPeriod).map(statedOf).filter(bringsMoney),
    next: payments.length < pageSize ? null : String(offset + pageSize),
  };
}

/** The payment of a charge. */
export async function readStatement(
  { client, store }: { readonly client: JsonClient; readonly store: PageStore },
  { id, externalChargeId }: StatementCharge,
): Promise<readonly StatedPayment[]> {
  const page = await pageOf(store, id);
  const paymentId = externalChargeId ?? (page?.op === 'page' ? page.paymentId : undefined);
  if (paymentId === undefined) return [];
  try {
    const path = `/api/v2/payments/${encodeURIComponent(paymentId)}`;
    return [statedOf(await client.read({ method: 'GET', path, answer: Payment }))];
  } catch (thrown) {
    if (isRefusal(thrown) && thrown.status === 404) return [];
    throw thrown;
  }
}

/** @throws Error an amount is none of its currency */
function statedOf({ id, status, amount, currency, order, captures, refunds }: Payment): StatedPayment {
  const known = Currency.safeParse(currency.toUpperCase());
  const minor = (text: string): number => {
    const read = known.success ? fromDecimal(text, known.data) : undefined;
    if (read === undefined) throw new Error(`Tabby: payment ${id} has the amount ${text} ${currency}`);
    return read;
  };
  const sum = (movements: readonly Movement[]): number => movements.reduce((all, each) => all + minor(each.amount), 0);
  const captured = sum(captures ?? []);
  const open = status === 'AUTHORIZED' ? 'held' : status === 'CREATED' ? 'waiting' : 'ended';
  return {
    reference: id,
    chargeId: chargeOfReference(order?.reference_id) ?? null,
    state: captured > 0 ? 'captured' : open,
    amount: captured > 0 ? captured : minor(amount),
    currency: currency.toUpperCase(),
    refunded: sum(refunds ?? []),
    refunds: (refunds ?? []).map((each) => ({
      reference: each.id,
      refundId: each.reference_id || null,
      mayBe: 'none', // ours are never sent without their name
      amount: minor(each.amount),
      state: 'succeeded',
    })),
  };
}

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
