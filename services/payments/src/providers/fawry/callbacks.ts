import { timingSafeEqual } from 'node:crypto';
import type { ProviderNotice, SignedCallback } from '../port/adapter.ts';
import { signatureOf } from './fawry-client.ts';
import { isReference } from './references.ts';

/**
 * Reads a notification v2; undefined when it is not signed with the secure key. It decides nothing but which charge is
 * queried.
 */
export async function readCallback(
  findCharge: (reference: string) => Promise<string | undefined>,
  secureKey: string,
  { body }: Pick<SignedCallback, 'body'>,
): Promise<ProviderNotice | undefined> {
  const fields = parseObject(body);
  if (!fields || secureKey === '' || !isSigned(fields, secureKey)) return undefined;
  const reference = scalarText(fields['merchantRefNumber']);
  const id = await findCharge(reference);
  const bringsMoney = ['PAID', 'DELIVERED'].includes(scalarText(fields['orderStatus']));
  return {
    charge: id === undefined ? null : { id, bringsMoney, changesHold: false },
    refundId: null,
    ...(bringsMoney && isReference(reference) && { paidReference: scalarText(fields['fawryRefNumber']) }),
  };
}

/** Statuses and methods are signed as they are spelled in the notification, which is not as in requests. */
function isSigned(fields: Readonly<Record<string, unknown>>, secureKey: string): boolean {
  const given = fields['messageSignature'];
  if (typeof given !== 'string' || !/^[0-9a-f]{64}$/i.test(given)) return false;
  const expected = signatureOf([
    scalarText(fields['fawryRefNumber']),
    scalarText(fields['merchantRefNumber']),
    decimals(fields['paymentAmount']),
    decimals(fields['orderAmount']),
    scalarText(fields['orderStatus']),
    scalarText(fields['paymentMethod']),
    scalarText(fields['paymentRefrenceNumber']),
    secureKey,
  ]);
  return timingSafeEqual(Buffer.from(expected, 'hex'), Buffer.from(given, 'hex'));
}

const scalarText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

const decimals = (value: unknown): string => {
  const amount = Number(scalarText(value) || Number.NaN);
  return Number.isFinite(amount) ? amount.toFixed(2) : '';
};

function parseObject(body: Buffer): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
