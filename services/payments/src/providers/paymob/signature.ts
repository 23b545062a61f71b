import { createHmac, timingSafeEqual } from 'node:crypto';

/** What is signed of a transaction, in Paymob's order, as paths in `obj`. */
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
];
/** What is signed of a saved card, in Paymob's order. */
const tokenFields = ['card_subtype', 'created_at', 'email', 'id', 'masked_pan', 'merchant_id', 'order_id', 'token'];

/** What stands for a value that is null or absent: Paymob states nothing, and integrations in use differ. */
const absentTexts = ['', 'false', 'None', 'null'];

/** Which of Paymob's signed objects a body holds. */
export type SignedType = 'TRANSACTION' | 'TOKEN';

interface Signed {
  readonly type: SignedType;
  readonly obj: Readonly<Record<string, unknown>>;
  /** In hex, as it arrived. */
  readonly hmac: string;
}

/** Whether Paymob signed an object with this secret: HMAC-SHA512 of its fields, one behind the other. */
export function isSigned({ type, obj, hmac }: Signed, secret: string): boolean {
  if (!/^[0-9a-f]{128}$/i.test(hmac)) return false;
  const given = Buffer.from(hmac, 'hex');
  const values = (type === 'TOKEN' ? tokenFields : transactionFields).map((path) => valueAt(obj, path));
  const hasAbsent = values.some((value) => (value ?? null) === null);
  return (hasAbsent ? absentTexts : absentTexts.slice(0, 1)).some((absent) => {
    const text = values.map((value) => textOf(value, absent)).join('');
    return timingSafeEqual(createHmac('sha512', secret).update(text).digest(), given);
  });
}

const valueAt = (obj: Signed['obj'], path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (value, name) => (typeof value === 'object' && value !== null ? (value as Signed['obj'])[name] : undefined),
      obj,
    );

/** Only scalars are signed: an object in the place of one makes a text that no signature fits. */
function textOf(value: unknown, absent: string): string {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return String(value);
  return value === null || value === undefined ? absent : JSON.stringify(value);
}
