import { createHash } from 'node:crypto';
import type { BankTransferDetails, VoucherDetails } from '@mizan/contracts';
import type { SimulatedCharge } from './simulated-charge.ts';

/** Nine digits that a buyer can read to a cashier; the same for the same charge. */
export const referenceNumberOf = (chargeId: string): string =>
  String(
    (createHash('sha256').update(`reference ${chargeId}`).digest().readBigUInt64BE() % 900_000_000n) + 100_000_000n,
  );

interface Kiosk {
  readonly name: { readonly en: string; readonly ar: string };
  readonly billerCode: string;
  readonly channels: readonly string[];
}

const fawry: Kiosk = {
  name: { en: 'Fawry', ar: 'فوري' },
  billerCode: '788',
  channels: ['kiosk', 'atm', 'mobile_app'],
};
const aman: Kiosk = { name: { en: 'Aman', ar: 'أمان' }, billerCode: '2066', channels: ['kiosk', 'mobile_app'] };

/** What a buyer takes to the kiosk. */
export function voucherOf(charge: SimulatedCharge, pageUrl: string, expiresAt: Date): VoucherDetails {
  const { name, billerCode, channels } = charge.method.type === 'aman' ? aman : fawry;
  const reference = referenceNumberOf(charge.chargeId);
  return {
    reference,
    barcodeUrl: `${pageUrl}/barcode.svg`,
    billerCode,
    amount: charge.amount,
    currency: charge.currency,
    expiresAt: expiresAt.toISOString(),
    instructions: {
      en: `Go to any ${name.en} point, ask for service ${billerCode}, and give the number ${reference}.`,
      ar: `توجّه إلى أي نقطة ${name.ar}، واطلب خدمة ${billerCode}، ثم اذكر الرقم ${reference}.`,
    },
    channels: [...channels],
  };
}

/** Where a buyer transfers the money to: an IBAN that exists nowhere, and the reference that the transfer is found by. */
export const transferOf = (charge: SimulatedCharge, expiresAt: Date): BankTransferDetails => ({
  iban: 'EG380019000500000000263180002',
  accountName: 'Mizan Test Shop',
  reference: `MZ${referenceNumberOf(charge.chargeId)}`,
  amount: charge.amount,
  currency: charge.currency,
  expiresAt: expiresAt.toISOString(),
});
