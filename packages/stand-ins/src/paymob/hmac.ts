import { createHmac } from 'node:crypto';

/** Signed fields of a transaction, in Paymob's order, as their paths in `obj`. */
const transactionFields = [
  'amount_cents',
  'created_at',
  'currency',
  'error_occured',
  'has_parent_transaction',
  'id',
  'integration_id',
  'is_3d_secure',
  'is_auth',
  'is_capture',
  'is_refunded',
  'is_standalone_payment',
  'is_voided',
  'order.id',
  'owner',
  'pending',
  'source_data.pan',
  'source_data.sub_type',
  'source_data.type',
  'success',
] as const;

/** Signed fields of a saved card, in Paymob's order. */
const tokenFields = [
  'card_subtype',
  'created_at',
  'email',
  'id',
  'masked_pan',
  'merchant_id',
  'order_id',
  'token',
] as const;

type Fields = Readonly<Record<string, unknown>>;

/** The text that stands for null in what is signed: Paymob documents none. */
export type NullText = '' | 'None' | 'false';

/** Signs `text` as Paymob does: HMAC-SHA512, the secret as UTF-8 text, lowercase hex. */
export const sign = (text: string, secret: string): string => createHmac('sha512', secret).update(text).digest('hex');

/** What is signed of a transaction: the values of its 20 fields without a separator. */
export const transactionText = (obj: Fields, nullText: NullText): string =>
  transactionFields.map((path) => textOf(read(obj, path), nullText)).join('');

/** What is signed of a saved card: the values of its 8 fields without a separator. */
export const tokenText = (obj: Fields): string => tokenFields.map((field) => textOf(obj[field], '')).join('');

const read = (obj: Fields, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (value as Fields | null | undefined)?.[name], obj);

const textOf = (value: unknown, nullText: NullText): string => (value === null ? nullText : String(value));

/**
 * The query of a buyer's return, flat and signed.
 *
 * @param obj the transaction as a processed callback carries it
 */
export function responseQuery(obj: Fields, signing: { secret: string; nullText: NullText }): Record<string, string> {
  const flat: Record<string, string> = {};
  const put = (name: string, value: unknown): void => void (flat[name] = textOf(value ?? null, ''));
  for (const name of responseFields) put(name, obj[name]);
  put('order', read(obj, 'order.id'));
  put('merchant_order_id', read(obj, 'order.merchant_order_id'));
  for (const name of ['type', 'pan', 'sub_type']) put(`source_data.${name}`, read(obj, `source_data.${name}`));
  put('data.message', read(obj, 'data.message'));
  put('txn_response_code', read(obj, 'data.txn_response_code'));
  put('acq_response_code', read(obj, 'data.acq_response_code'));
  flat['hmac'] = sign(transactionText(obj, signing.nullText), signing.secret);
  return flat;
}

const responseFields = [
  'id',
  'pending',
  'amount_cents',
  'success',
  'is_auth',
  'is_capture',
  'is_standalone_payment',
  'is_voided',
  'is_refunded',
  'is_3d_secure',
  'integration_id',
  'profile_id',
  'has_parent_transaction',
  'created_at',
  'updated_at',
  'currency',
  'merchant_commission',
  'is_void',
  'is_refund',
  'error_occured',
  'refunded_amount_cents',
  'captured_amount',
  'is_settled',
  'owner',
] as const;
