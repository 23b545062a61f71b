import { log } from '@mizan/service-kit';
import { z } from 'zod';
import type { ProviderNotice, SignedCallback } from '../port/adapter.ts';
import { expectRecord } from '../port/record-store.ts';
import { Transaction } from './paymob-objects.ts';
import { cardTokenKey, childKey, pageKey, type PaymobStore, saleKey } from './paymob-store.ts';
import { isChild } from './read-transaction.ts';
import { chargeOfReference } from '../port/references.ts';
import { isSigned } from './signature.ts';

const Body = z.object({ type: z.enum(['TRANSACTION', 'TOKEN']), obj: z.record(z.string(), z.unknown()) });

const number = z.union([z.string(), z.number()]).transform(String);
const CardToken = z.object({
  id: number,
  order_id: number,
  token: z.string().min(1),
  masked_pan: z.string().default(''),
  card_subtype: z.string().default(''),
});

const nothing: ProviderNotice = { charge: null, refundId: null };

/**
 * Reads a callback of Paymob; undefined when it is not signed as Paymob signs, which includes the kinds that it sends
 * unsigned. @param secret that Paymob signs the callbacks of the account with
 */
export async function readCallback(
  store: PaymobStore,
  secret: string,
  { body, query }: SignedCallback,
): Promise<ProviderNotice | undefined> {
  const parsed = Body.safeParse(parseJson(body));
  const { hmac = '' } = query;
  if (!parsed.success || !isSigned({ ...parsed.data, hmac }, secret)) return undefined;
  const { type, obj } = parsed.data;
  if (type === 'TOKEN') return keepToken(store, obj);
  const transaction = Transaction.safeParse(obj);
  return transaction.success ? noticeOf(store, transaction.data) : nothing;
}

/** A card that its buyer has let Paymob keep. It pays nothing yet. */
async function keepToken(store: PaymobStore, obj: unknown): Promise<ProviderNotice> {
  const read = CardToken.safeParse(obj);
  if (!read.success) return nothing;
  const { id, order_id: orderId, token, masked_pan: maskedPan, card_subtype: cardSubtype } = read.data;
  await store.putIfAbsent(cardTokenKey(orderId, id), { op: 'card_token', token, maskedPan, cardSubtype });
  return nothing;
}

async function noticeOf(store: PaymobStore, transaction: Transaction): Promise<ProviderNotice> {
  const chargeId = chargeOfReference(transaction.order.merchant_order_id);
  if (chargeId === undefined) return nothing;
  const isMade = transaction.success && !transaction.pending;
  const paid = { paidReference: String(transaction.id) };
  if (!isChild(transaction)) {
    if (isMade) await keepSale(store, chargeId, transaction);
    const charge = { id: chargeId, bringsMoney: isMade, changesHold: Boolean(transaction.is_voided) };
    return { charge, refundId: null, ...(isMade && !transaction.is_voided && paid) };
  }
  if (!transaction.is_refund) {
    const charge = { id: chargeId, bringsMoney: false, changesHold: true };
    return { charge, refundId: null, ...(isMade && transaction.is_capture && paid) };
  }
  const child = await store.get(childKey(transaction.id));
  return { charge: null, about: chargeId, refundId: child ? expectRecord(child, 'refund_child').refundId : null };
}

/**
 * A later refund or attempt hides the sale from an inquiry by order: its number is kept while it is known. Paymob takes no
 * second payment for a paid intention; if it ever does, an operator has to return that money on Paymob's dashboard.
 */
async function keepSale(store: PaymobStore, chargeId: string, { id, order }: Transaction): Promise<void> {
  const page = await store.get(pageKey(chargeId));
  if (page?.op !== 'page' || page.orderId !== order.id) return;
  const kept = expectRecord(await store.putIfAbsent(saleKey(chargeId), { op: 'sale', id }), 'sale');
  if (kept.id !== id)
    log.error({ event: 'paymob.paid_twice', chargeId, transactionId: id, firstTransactionId: kept.id });
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
